package checker

import (
	"testing"

	"parley/scenarios"
)

// TestScriptLinesMeanWhatTheyDo reads every line of the built-in scenes: those
// that win agree, those that lose close, and no other does either.
func TestScriptLinesMeanWhatTheyDo(t *testing.T) {
	all, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all.List() {
		u := s.Understudy
		if say := listen(u.Agree.Say); !say.affirms("") || say.closes(nil) {
			t.Errorf("%s: %q is no agreement", s.ID, u.Agree.Say)
		}
		for _, e := range s.BadEndings {
			if line := listen(e.Line); !line.closes(nil) || line.affirms("") {
				t.Errorf("%s: %q ends nothing, or agrees", s.ID, e.Line)
			}
		}
		lines := [][]string{{s.Opening}, s.Nudges, s.Excuses, s.Fillers, u.Deflect.Texts(), u.Outside.Texts(), u.Mend.Texts()}
		lines = append(lines, u.Agree.Early.Texts(), u.Agree.Hold.Texts(), u.Agree.Ask.Texts())
		for _, b := range u.Beats {
			lines = append(lines, b.Say, b.Part.Texts(), b.Ask.Texts())
		}
		for _, w := range u.Wrongs {
			lines = append(lines, w.Warn.Texts())
		}
		for _, r := range u.Remarks {
			lines = append(lines, r.Say.Texts())
		}
		for _, list := range lines {
			for _, l := range list {
				if line := listen(l); line.affirms("") || line.closes(nil) {
					t.Errorf("%s: %q agrees: %v, closes: %v", s.ID, l, line.affirms(""), line.closes(nil))
				}
			}
		}
	}
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
