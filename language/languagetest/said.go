// Package languagetest has what people say to a question that wants a yes or a no, for
// the tests of all who read it.
package languagetest

import (
	"embed"
	"strings"
	"testing"
)

// The sets: one that the vocabularies were made with, and one written after them, which
// no word was added for.
const (
	Tuned   = "tuned"
	HeldOut = "held out"
)

//go:embed said/*.txt
var said embed.FS

// Set is lines that are one person's words each.
type Set struct {
	Name  string
	Lines []string
}

// Refusals are lines that allow nothing, though "yes", "delete" or "do it" is in many:
// noes, conditions, questions, quotations, mockery.
func Refusals(t testing.TB) []Set { return read(t, "said/refusals.txt") }

// Assents are lines that allow what was asked: to remove three tasks.
func Assents(t testing.TB) []Set { return read(t, "said/assents.txt") }

func read(t testing.TB, name string) []Set {
	t.Helper()
	data, err := said.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	sets := []Set{{Name: Tuned}, {Name: HeldOut}}
	i := 0
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimRight(line, "\n"); {
		case strings.HasPrefix(line, "# HELD OUT"):
			i = 1
		case line != "" && line[0] != '#':
			sets[i].Lines = append(sets[i].Lines, line)
		}
	}
	for _, s := range sets {
		if len(s.Lines) < 100 {
			t.Fatalf("%s: %s has only %d lines", name, s.Name, len(s.Lines))
		}
	}
	return sets
}
