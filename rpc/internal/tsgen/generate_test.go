package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommittedFilesAreUpToDate(t *testing.T) {
	t.Chdir("../..") // the folder of package rpc
	for _, o := range outputs {
		want, err := o.generate()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(o.path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is out of date: run go generate ./rpc", filepath.Base(o.path))
		}
	}
}

const sample = `package p

// Mood is how it goes.
type Mood string

// All moods.
const (
	Good Mood = "good"
	Bad  Mood = "bad"
)

// Limit is the most.
const Limit = 3

type hidden struct {
	A int ` + "`json:\"a\"`" + `
}

// Local stays in Go.
type Local struct{ C chan int }

// Pair is two of a kind, with what a Base has.
type Pair struct {
	Base
	Both [2]int ` + "`json:\"both\"`" + `
}

// Base is what others have.
type Base struct {
	Call CallID ` + "`json:\"call\"`" + `
}

// Nothing has no fields.
type Nothing struct{}

// Day is a date.
type Day string

// Wealth says how much there is.
type Wealth string

// All kinds of wealth.
const (
	Rich Wealth = "rich"
)

// Wire goes out.
type Wire struct {
	// Name says who.
	Name  string            ` + "`json:\"name\"`" + `
	Moods []Mood            ` + "`json:\"moods,omitempty\"`" + `
	Took  time.Duration     ` + "`json:\"took\"`" + `
	Map   map[string]bool   ` + "`json:\"map\"`" + `
	Raw   json.RawMessage   ` + "`json:\"raw\"`" + `
	At    time.Time         ` + "`json:\"at\"`" + `
	Until *time.Time        ` + "`json:\"until,omitempty\"`" + `
	Next  *other.Wire       ` + "`json:\"next\"`" + `
	Rev   uint64            ` + "`json:\"rev\"`" + `
}
`

func TestGenerate(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := output{sources: []source{{dir: dir}}}.generate()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"/** All moods. */\nexport const Moods = [\"good\", \"bad\"] as const;\nexport type Mood = (typeof Moods)[number];\n",
		"/** Limit is the most. */\nexport const Limit = 3;\n",
		"export type Nothing = Record<string, never>;\n",
		"export interface Pair extends Base {\n  both: [number, number];\n}\n",
		"export interface Base {\n  call: string;\n}\n",
		"export interface Wire {\n  /** Name says who. */\n  name: string;\n  moods?: Mood[];\n  took: number;\n" +
			"  map: Record<string, boolean>;\n  raw: unknown;\n  at: string;\n  until?: string;\n  next: Wire | null;\n  rev: number;\n}\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("missing %q in:\n%s", want, text)
		}
	}
	for _, not := range []string{"hidden", "Local", "type Day"} {
		if strings.Contains(string(text), not) {
			t.Errorf("%s was generated, want it left out", not)
		}
	}
}

func TestGenerateWritesAStringThatIsAskedFor(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := output{sources: []source{{dir: dir, only: []string{"Day", "Wealth"}}}}.generate()
	if err != nil {
		t.Fatal(err)
	}
	want := "/** Day is a date. */\nexport type Day = string;\n" +
		"/** All kinds of wealth. */\nexport const Wealths = [\"rich\"] as const;\nexport type Wealth = (typeof Wealths)[number];\n"
	if _, got, _ := strings.Cut(string(text), "DO NOT EDIT.\n"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestPlural(t *testing.T) {
	for name, want := range map[string]string{"Role": "Roles", "Priority": "Priorities", "TaskStatus": "TaskStatuses"} {
		if got := plural(name); got != want {
			t.Errorf("plural(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestGenerateMissesNoName(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (output{sources: []source{{dir: dir, only: []string{"Wire", "Gone"}}}}).generate(); err == nil {
		t.Error("a name that is not there was not missed")
	}
}
