package scenarios

import (
	"slices"
	"testing"
)

func levelsOf(hints []Hint) (levels []int) {
	for _, h := range hints {
		levels = append(levels, h.Level)
	}
	return slices.Compact(levels)
}

// Whatever was said so far, no hint of any scene advises what is done or what cannot count
// yet; each can be given at some time, each check has one, and the last is to ask.
func TestHintsKnowTheState(t *testing.T) {
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range l.List() {
		if s.Kind != KindRoleplay || len(s.Hints) == 0 {
			continue
		}
		needs := needsOf(s)
		given := map[int]bool{}
		for bits := range 1 << len(s.Rubric) {
			var met []string
			for i, c := range s.Rubric {
				if bits>>i&1 == 1 {
					met = append(met, c.ID)
				}
			}
			for _, i := range hintsFor(s, met) {
				given[i] = true
				can := slices.Concat(met, s.Hints[i].Checks)
				for _, id := range s.Hints[i].Checks {
					if slices.Contains(met, id) {
						t.Errorf("%s with %v: %q advises %s, which is done", s.ID, met, s.Hints[i].Text, id)
					}
					if slices.ContainsFunc(needs[id], func(n string) bool { return !slices.Contains(can, n) }) {
						t.Errorf("%s with %v: %q advises %s, which cannot count", s.ID, met, s.Hints[i].Text, id)
					}
				}
			}
			if len(met) == len(s.Rubric) && len(hintsFor(s, met)) != 1 {
				t.Errorf("%s with all met: hints %v, want the one to ask", s.ID, hintsFor(s, met))
			}
		}
		for i, h := range s.Hints {
			if !given[i] || len(h.Checks) == 0 {
				t.Errorf("%s: hint %d is never given, or of no check", s.ID, i)
			}
		}
		for id := range needs {
			if !slices.ContainsFunc(s.Hints, func(h Hint) bool { return h.Level == 2 && slices.Equal(h.Checks, []string{id}) }) {
				t.Errorf("%s: no hint for %s alone", s.ID, id)
			}
		}
	}
}

// hintsFor are the hints that are given one after another while met does not change.
func hintsFor(s Scenario, met []string) (given []int) {
	for {
		next, _ := s.NextHint(given, met)
		if next < 0 {
			return given
		}
		given = append(given, next)
	}
}

// needsOf are the checks that each check of a scene needs, and the asking.
func needsOf(s Scenario) map[string][]string {
	needs := map[string][]string{AgreeID: nil}
	for _, c := range s.Rubric {
		needs[c.ID] = nil
		if c.Required {
			needs[AgreeID] = append(needs[AgreeID], c.ID)
		}
	}
	for _, b := range s.Understudy.Beats {
		if _, check := needs[b.ID]; !check {
			continue
		}
		for _, id := range b.Needs {
			if _, check := needs[id]; check {
				needs[b.ID] = append(needs[b.ID], id)
			}
		}
	}
	return needs
}

// Hints go by the rubric and by level; those of no check come in their order, as before.
func TestNextHint(t *testing.T) {
	s := Scenario{
		Rubric: []Check{{ID: "a", Required: true}, {ID: "b"}},
		Hints: []Hint{
			{Level: 1, Checks: []string{"b"}}, {Level: 2, Checks: []string{"a"}}, {Level: 2, Checks: []string{"b"}},
			{Level: 3, Checks: []string{"a"}}, {Level: 3, Checks: []string{AgreeID}},
		},
	}
	for _, c := range []struct {
		given []int
		met   []string
		next  int
		left  int
	}{
		{nil, nil, 1, 4},
		{[]int{1}, nil, 3, 3},
		{[]int{1, 3}, nil, 0, 2},
		{[]int{1, 3, 0, 2}, nil, -1, 1}, // to ask cannot count yet
		{[]int{1}, []string{"a"}, 0, 2},
		{[]int{0, 2}, []string{"a"}, 4, 0},
		{nil, []string{"b", "a"}, 4, 0},
		{[]int{4}, []string{"b", "a"}, -1, 0},
		{nil, []string{"stranger"}, 1, 4},
		{[]int{-1, 77}, nil, 1, 4},
	} {
		if next, left := s.NextHint(c.given, c.met); next != c.next || left != c.left {
			t.Errorf("given %v, met %v: %d, %d left, want %d, %d", c.given, c.met, next, left, c.next, c.left)
		}
	}
	plain := Scenario{Hints: []Hint{{Level: 1}, {Level: 2}}}
	if next, left := plain.NextHint([]int{0}, []string{"a"}); next != 1 || left != 0 {
		t.Errorf("of no check: %d, %d left", next, left)
	}
	if next, left := (Scenario{}).NextHint(nil, nil); next != -1 || left != 0 {
		t.Errorf("none: %d, %d left", next, left)
	}
}
