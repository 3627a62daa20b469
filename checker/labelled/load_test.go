package labelled_test

import (
	"errors"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"parley/checker/labelled"
)

const arc = `{"scenario":"s","language":"en","dialogues":[{"id":"one","kind":"win","style":"free","about":"a","turns":[` +
	`{"who":"character","text":"hi"},{"who":"user","text":"yes"},{"who":"character","text":"ok","label":{"progress":1,"low":0,"high":2}}]}]}`

func TestLoad(t *testing.T) {
	s, err := labelled.Load(files(map[string]string{
		"arcs/a.json":        arc,
		"injections/xx.json": `{"language":"en","replies":["A.","B."],"injections":[{"id":"1","kind":"json","said":"a"},{"id":"2","kind":"json","said":"b"},{"id":"3","kind":"json","said":"c","reply":"C."}]}`,
		"harmless/en.json":   `{"language":"en","lines":["what did you say"]}`,
		"README.md":          "not read",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if d := s.Dialogues[0]; d.ID != "one" || d.Scenario != "s" || d.Language != "en" || len(d.Turns) != 3 || d.Turns[2].Label.High != 2 {
		t.Errorf("dialogue %+v", d)
	}
	for i, want := range []string{"A.", "B.", "C."} {
		if got := s.Injections[i].Reply; got != want {
			t.Errorf("reply %d is %q, want %q", i+1, got, want)
		}
	}
	if got := s.Harmless[0].Text; got != "what did you say" {
		t.Errorf("harmless line %q", got)
	}
}

// Every sort of broken file is refused with the place and the reason.
func TestLoadRefuses(t *testing.T) {
	swap := func(old, with string) string {
		if !strings.Contains(arc, old) {
			t.Fatalf("nothing to swap: %s", old)
		}
		return strings.Replace(arc, old, with, 1)
	}
	for name, c := range map[string]struct{ folder, text, want string }{
		"empty":          {"arcs", "", "arcs/a.json: must be a JSON object"},
		"list":           {"arcs", "[]", "arcs/a.json: must be a JSON object"},
		"truncated":      {"arcs", arc[:len(arc)-2], "arcs/a.json: ends too early"},
		"two":            {"arcs", arc + arc, "arcs/a.json: something follows the object"},
		"not JSON":       {"arcs", `{"scenario": nothing}`, "arcs/a.json: is not JSON: "},
		"not UTF-8":      {"arcs", "{\"scenario\":\"\xff\"}", "arcs/a.json: is not UTF-8"},
		"huge":           {"arcs", strings.Repeat(" ", labelled.MaxFileBytes+1), "arcs/a.json: is more than"},
		"unknown key":    {"arcs", swap(`"scenario"`, `"scene"`), `arcs/a.json: "scene" is no field`},
		"key in capital": {"arcs", swap(`"kind"`, `"Kind"`), `arcs/a.json: dialogues[0]: "Kind" is no field`},
		"key twice":      {"arcs", swap(`"kind":"win"`, `"kind":"win","kind":"stall"`), `arcs/a.json: dialogues[0]: "kind" is there twice`},
		"null":           {"arcs", swap(`"win"`, `null`), `arcs/a.json: dialogues[0]: kind: must not be null`},
		"number kind":    {"arcs", swap(`"win"`, `7`), `arcs/a.json: dialogues[0]: kind: must be a string, not number`},
		"turns no list":  {"arcs", swap(`"dialogues":[`, `"dialogues":7,"x":[`), `arcs/a.json: dialogues: must be a list, not number`},
		"number about":   {"arcs", swap(`"progress":1`, `"progress":1,"bad":"no"`), `arcs/a.json: one: turn 3: label: bad: must be true or false, not string`},
		"turn no object": {"arcs", swap(`{"who":"user","text":"yes"}`, `"yes"`), `arcs/a.json: one: turn 2: must be a JSON object`},
		"turn key":       {"arcs", swap(`"who":"user"`, `"role":"user"`), `arcs/a.json: one: turn 2: "role" is no field`},
		"label key":      {"arcs", swap(`"low"`, `"lo"`), `arcs/a.json: one: turn 3: label: "lo" is no field`},
		"label null":     {"arcs", swap(`{"progress":1,"low":0,"high":2}`, `null`), `arcs/a.json: one: turn 3: label: must not be null`},
		"half progress":  {"arcs", swap(`"progress":1`, `"progress":1.5`), `arcs/a.json: one: turn 3: label: progress: must be a whole number, not number 1.5`},
		"said key":       {"injections", `{"injections":[{"say":"x"}]}`, `injections/a.json: injections[0]: "say" is no field`},
		"injection file": {"injections", `{"lines":[]}`, `injections/a.json: "lines" is no field`},
		"line no text":   {"harmless", `{"lines":[7]}`, `harmless/a.json: lines: must be a string, not number`},
	} {
		_, err := labelled.Load(files(map[string]string{c.folder + "/a.json": c.text}))
		if !errors.As(err, new(labelled.Problems)) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: Load = %v, want %q", name, err, c.want)
		}
	}
}

// All files are read before the first is blamed.
func TestLoadNamesEveryFault(t *testing.T) {
	_, err := labelled.Load(files(map[string]string{"arcs/a.json": "[]", "arcs/b.json": "[]", "harmless/en.json": "{"}))
	var got labelled.Problems
	if !errors.As(err, &got) || len(got) != 3 {
		t.Errorf("Load = %v, want three problems", err)
	}
}

func TestLoadNothing(t *testing.T) {
	if _, err := labelled.Load(fstest.MapFS{}); !errors.As(err, new(labelled.Problems)) {
		t.Errorf("Load of an empty folder = %v, want a problem", err)
	}
	unread := files(map[string]string{"arcs/a.json": arc})
	unread["arcs/b.json"] = &fstest.MapFile{Mode: fs.ModeDir}
	if _, err := labelled.Load(unread); err == nil || errors.As(err, new(labelled.Problems)) {
		t.Errorf("Load of a folder in a file's place = %v, want another error", err)
	}
}

// The README's examples are of the form that is read.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile("../testdata/README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d examples, want 2", len(blocks))
	}
	s, err := labelled.Load(files(map[string]string{"arcs/a.json": string(blocks[0][1]), "injections/en.json": string(blocks[1][1])}))
	if err != nil || len(s.Dialogues) != 1 || len(s.Injections) != 1 {
		t.Errorf("Load of the examples = %d dialogues, %d injections, %v", len(s.Dialogues), len(s.Injections), err)
	}
}

// FuzzLoad holds that no file breaks the reader or the validator, that a refused
// file is named, and that a file reads the same every time.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(arc))
	f.Add([]byte(`{"language":"en","replies":["A."],"injections":[{"id":"1","kind":"name","said":"a","username":"\"}"}]}`))
	f.Add([]byte(`{"language":"en","lines":["what did you say",""]}`))
	f.Add([]byte(`{"dialogues":[{"turns":[{"label":{}},{"label":{"flags":["x","x"]}},{}]},{"pair_of":"","kind":"window","concession":-9}]}`))
	lib := library(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"arcs/a.json", "injections/a.json", "harmless/a.json"} {
			fsys := fstest.MapFS{name: &fstest.MapFile{Data: data}}
			s, err := labelled.Load(fsys)
			var problems labelled.Problems
			if err != nil && (!errors.As(err, &problems) || len(problems) == 0 || problems[0].Reason == "") {
				t.Errorf("Load = %v, want problems with reasons", err)
			}
			if again, _ := labelled.Load(fsys); !reflect.DeepEqual(again, s) {
				t.Error("the same file reads differently")
			}
			if err := labelled.Validate(s, lib); err != nil && !errors.As(err, &problems) {
				t.Errorf("Validate = %v, want problems", err)
			}
		}
	})
}
