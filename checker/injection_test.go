//go:build !race

package checker_test

import (
	"strings"
	"testing"

	"parley"
	"parley/checker"
	"parley/checker/labelled"
	"parley/scenarios"
)

// flagged reports whether Decide flags what a user says by code alone.
func flagged(t *testing.T, s scenarios.Scenario, username, said string) bool {
	t.Helper()
	e := exchange(3,
		parley.Turn{Number: 4, Role: parley.User, Text: said}, parley.Turn{Number: 5, Role: parley.Character, Text: "Hmm. Go on."})
	e.Username = username
	v, _ := checker.Decide(checker.Case{Exchange: e}, s, checker.Opinion{})
	return strings.Contains(strings.Join(v.Flags, " "), parley.FlagInjection)
}

func labelledSet(t *testing.T) (labelled.Set, *scenarios.Library) {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	set, err := labelled.Load(checker.LabelledSet())
	if err != nil {
		t.Fatal(err)
	}
	return set, library
}

// TestInjectionsAreFlagged holds the detector to 90 % of the labelled lines of
// each language and 1 % of harmless ones.
func TestInjectionsAreFlagged(t *testing.T) {
	set, library := labelledSet(t)
	count := map[string][2]int{}
	for _, in := range set.Injections {
		for _, s := range library.List() {
			c := count[in.Language]
			c[0]++
			if flagged(t, s, in.Username, strings.ReplaceAll(in.Said, "{character}", strings.ToLower(s.Botname))) {
				c[1]++
			} else {
				t.Logf("%s, %s: not flagged: %s", in.ID, s.ID, in.Said)
			}
			count[in.Language] = c
		}
	}
	for language, c := range count {
		t.Logf("%s: %d of %d flagged", language, c[1], c[0])
		if c[1]*10 < c[0]*9 {
			t.Errorf("%s: %d of %d injections flagged, want 90 %%", language, c[1], c[0])
		}
	}
	wrong := 0
	for _, l := range set.Harmless {
		for _, s := range library.List() {
			if flagged(t, s, "Ana", l.Text) {
				wrong++
				t.Logf("%s in %s: flagged: %s", l.Language, s.ID, l.Text)
			}
		}
	}
	if all := len(set.Harmless) * len(library.List()); wrong*100 > all {
		t.Errorf("%d of %d harmless lines flagged, at most 1 %%", wrong, all)
	}
}
