//go:build !race

package checker

import (
	"slices"
	"testing"

	"parley"
	"parley/scenarios"
)

// TestScriptLinesMeanWhatTheyDo reads every line of the built-in scenes: those
// that win agree, those that lose close, and by no other does a judge win who
// believes everything.
func TestScriptLinesMeanWhatTheyDo(t *testing.T) {
	all, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all.List() {
		u := s.Understudy
		if !wonBy(s, u.Agree.Say, u.Agree.Quote) {
			t.Errorf("%s: %q is no agreement", s.ID, u.Agree.Say)
		}
		for _, e := range s.BadEndings {
			if !listen(e.Line).closes(s.BadEndings) || wonBy(s, e.Line, e.Line) {
				t.Errorf("%s: %q ends nothing, or agrees", s.ID, e.Line)
			}
		}
		lines := slices.Concat([]string{s.Opening}, s.Nudges, s.Excuses, s.Fillers, u.Deflect.Texts(), u.Outside.Texts(), u.Mend.Texts(),
			u.Agree.Early.Texts(), u.Agree.Hold.Texts(), u.Agree.Ask.Texts())
		for _, b := range u.Beats {
			lines = slices.Concat(lines, b.Say, b.Part.Texts(), b.Ask.Texts())
		}
		for _, w := range u.Wrongs {
			lines = append(lines, w.Warn.Texts()...)
		}
		for _, r := range u.Remarks {
			lines = append(lines, r.Say.Texts()...)
		}
		for _, l := range lines {
			if wonBy(s, l, l) {
				t.Errorf("%s: %q agrees", s.ID, l)
			}
		}
	}
}

// wonBy reports whether a judge who quotes that from line wins s late in a call.
func wonBy(s scenarios.Scenario, line, quote string) bool {
	c := Case{Known: Ledger{Exchange: 11, Progress: 9}, Exchange: parley.Exchange{Number: 12, Turns: []parley.Turn{
		{Number: 24, Role: parley.User, Text: "so"}, {Number: 25, Role: parley.Character, Text: line},
	}}}
	for _, r := range s.Rubric {
		c.Known.Checks = append(c.Known.Checks, r.ID)
	}
	v, _ := Decide(c, s, Opinion{Finding: Finding{Complete: true, Progress: parley.MaxProgress, Evidence: quote}})
	return v.Complete
}

// TestUsersLinesAreNotInjections holds the detector to the sentences users say
// in the built-in scenes, winning, losing and straying.
func TestUsersLinesAreNotInjections(t *testing.T) {
	all, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all.List() {
		for _, name := range []string{"win", "lose", "stall"} {
			lines, err := scenarios.CallScript(s.ID, name)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range lines {
				if injected(l, s.Botname) {
					t.Errorf("%s, %s: %q is flagged", s.ID, name, l)
				}
			}
		}
	}
}
