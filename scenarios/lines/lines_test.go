package lines

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"

	"parley/scenarios"
)

// TestSets reads every file: what it measures is there, nothing comes twice, and
// no line stands in both halves.
func TestSets(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range library.List() {
		if s.ActsBy == scenarios.ActsByCode {
			continue // nobody has written lines for it yet: docs/scenes.md
		}
		seen := map[string]Half{}
		for _, half := range []Half{Tune, Held} {
			set, ok := Load(half, s.ID)
			if !ok {
				t.Errorf("%s has no lines to %s", s.ID, half)
				continue
			}
			if set.Scenario != s.ID || set.Language != s.Language {
				t.Errorf("%s/%s is for %s in %s", half, s.ID, set.Scenario, set.Language)
			}
			once := func(text string) {
				words := strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
					return !unicode.IsLetter(r) && !unicode.IsDigit(r)
				}), " ")
				if at, twice := seen[words]; twice {
					t.Errorf("%s/%s: %q stands in %s too", half, s.ID, text, at)
				}
				seen[words] = half
			}
			for _, b := range s.Understudy.Beats {
				styled(t, set, b.ID, once)
			}
			styled(t, set, Agree, once)
			for name, list := range map[string][]Line{"good": set.Good, "rude": set.Rude, "off": set.Off} {
				if len(list) < 12 {
					t.Errorf("%s/%s: %d lines that are %s", half, s.ID, len(list), name)
				}
				for _, l := range list {
					once(l.Text)
				}
			}
			near(t, s, half, set, once)
			if len(set.Persons) < 9 {
				t.Errorf("%s/%s: %d persons", half, s.ID, len(set.Persons))
			}
		}
	}
}

// kinds are why a line that comes near a step makes none.
var kinds = []string{"opposite", "denied", "matter", "asked", "reported", "supposed", "half", "past", "other", "aloud"}

// near holds the lines that come near a step to four at least for each of them, and to
// nine in the half that may be learned from.
func near(t *testing.T, s scenarios.Scenario, half Half, set Set, once func(string)) {
	t.Helper()
	count, least := map[string]int{}, 4
	if half == Tune {
		least = 9
	}
	for _, l := range set.Near {
		once(l.Text)
		if count[l.Beat]++; set.Beats[l.Beat] == nil || !slices.Contains(kinds, l.Kind) || l.Text == "" {
			t.Errorf("%s/%s: %+v", half, s.ID, l)
		}
	}
	for beat := range set.Beats {
		if count[beat] < least {
			t.Errorf("%s/%s: %d lines come near %s, want %d", half, s.ID, count[beat], beat, least)
		}
	}
}

// styled holds a beat's lines to two at least of every style.
func styled(t *testing.T, set Set, beat string, once func(string)) {
	t.Helper()
	for _, style := range []string{Short, Rambling, Formal, SecondLanguage, Emotional} {
		of := Of(set.Beats[beat], style)
		if len(of) < 2 {
			t.Errorf("%s: %s has %d lines that are %s", set.Scenario, beat, len(of), style)
		}
		for _, text := range of {
			once(text)
		}
	}
}

// TestFilesAreOfScenes finds a file that no scene owns.
func TestFilesAreOfScenes(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, half := range []Half{Tune, Held} {
		names, err := fs.Glob(files, path.Join(string(half), "*.json"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%d files, %v", len(names), err)
		}
		for _, name := range names {
			if _, ok := library.Get(strings.TrimSuffix(path.Base(name), ".json")); !ok {
				t.Errorf("%s is of no scene", name)
			}
		}
	}
}

func TestNoLinesForAnUnknownScene(t *testing.T) {
	for _, id := range []string{"", "nobody", "../tune/riskyProjectApproval"} {
		if _, ok := Load(Held, id); ok {
			t.Errorf("lines for %q", id)
		}
	}
}
