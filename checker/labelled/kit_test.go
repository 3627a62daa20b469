package labelled_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"parley"
	"parley/checker"
	"parley/checker/labelled"
	"parley/scenarios"
)

// embedded is the built-in set.
func embedded(t testing.TB) labelled.Set {
	t.Helper()
	s, err := labelled.Load(checker.LabelledSet())
	if err != nil {
		t.Fatal(err)
	}
	if err := labelled.Validate(s, library(t)); err != nil {
		t.Fatal(err)
	}
	return s
}

func library(t testing.TB) *scenarios.Library {
	t.Helper()
	lib, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// files is a folder of the given contents.
func files(contents map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range contents {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// words are the letters and digits of text, in small letters, by word.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !(r == '\'' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127 && r != '’' && r != '…')
	})
}

// said are the turns of one side, the opening left out.
func said(d labelled.Dialogue, who parley.Role) []string {
	var out []string
	for _, t := range d.Turns[1:] {
		if t.Who == who {
			out = append(out, t.Text)
		}
	}
	return out
}

// find is the dialogue of that id, deep enough a copy to change its turns and
// their labels.
func find(t testing.TB, s labelled.Set, id string) labelled.Dialogue {
	t.Helper()
	for _, d := range s.Dialogues {
		if d.ID != id {
			continue
		}
		d.Turns = slices.Clone(d.Turns)
		for i, turn := range d.Turns {
			if turn.Label != nil {
				l := *turn.Label
				d.Turns[i].Label = &l
			}
		}
		return d
	}
	t.Fatalf("no dialogue %s", id)
	return labelled.Dialogue{}
}
