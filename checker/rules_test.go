package checker

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNormalise(t *testing.T) {
	type f = Finding
	for name, c := range map[string]struct {
		in       Finding
		previous int
		want     Finding
		conflict bool
	}{
		"kept":                 {f{Progress: 5, CTA: "Keep going!"}, 3, f{Progress: 5, CTA: "Keep going!"}, false},
		"small change":         {f{Progress: 4, CTA: "Keep going!"}, 3, f{Progress: 4}, false},
		"fall":                 {f{Progress: 2, CTA: "Bad move!"}, 5, f{Progress: 2, CTA: "Bad move!"}, false},
		"bad, no change":       {f{Progress: 3, Bad: true, CTA: "Ouch!"}, 3, f{Progress: 3, Bad: true, CTA: "Ouch!"}, false},
		"complete at 7":        {f{Progress: 7, Complete: true, CTA: "Done!"}, 7, f{Progress: 10, Complete: true, CTA: "Done!"}, false},
		"10 without agreement": {f{Progress: 10, CTA: "So close!"}, 6, f{Progress: 9, CTA: "So close!"}, false},
		"10 then still 9":      {f{Progress: 10, CTA: "So close!"}, 9, f{Progress: 9}, false},
		"both endings":         {f{Progress: 2, Complete: true, Bad: true, CTA: "Oh no!"}, 5, f{Progress: 10, Complete: true}, true},
		"above range":          {f{Progress: 11, CTA: "Great!"}, 0, f{Progress: 9, CTA: "Great!"}, false},
		"below range":          {f{Progress: -3}, 5, f{}, false},
		"wild previous":        {f{Progress: 9, CTA: "Great!"}, 99, f{Progress: 9}, false},
	} {
		got, conflict := Normalise(c.in, c.previous)
		if !reflect.DeepEqual(got, c.want) || conflict != c.conflict {
			t.Errorf("%s: Normalise(%+v, %d) = %+v, %v, want %+v, %v", name, c.in, c.previous, got, conflict, c.want, c.conflict)
		}
		if again, _ := Normalise(got, c.previous); !reflect.DeepEqual(again, got) {
			t.Errorf("%s: Normalise twice = %+v, then %+v", name, got, again)
		}
	}
}

func TestCleanCTA(t *testing.T) {
	for in, want := range map[string]string{
		"Keep going!": "Keep going!", "Really?": "Really?", "Keep going.": "Keep going!", "Keep going": "Keep going!",
		"  Keep\n\tgoing ! ": "Keep going !", "a b c d": "a b c d!", "a b c d e!": "", "": "", "!": "", "...": "",
		"1 2 3": "", "Go\x00on\u202e!": "Goon!", strings.Repeat("x", 60) + "!": "",
		"You should now quickly show him all the data!": "",
	} {
		if got := cleanCTA(in); got != want {
			t.Errorf("cleanCTA(%q) = %q, want %q", in, got, want)
		}
	}
}

// keepsContract reports what is wrong with a normalised finding.
func keepsContract(f Finding, previous int) string {
	change := f.Progress - clamp(previous)
	switch {
	case f.Progress < 0 || f.Progress > 10:
		return "progress out of range"
	case f.Complete != (f.Progress == 10):
		return "complete is not progress 10"
	case f.Complete && f.Bad:
		return "both endings"
	case f.CTA == "":
		return ""
	case !f.Complete && !f.Bad && change > -2 && change < 2:
		return "a CTA without a significant change"
	case len(strings.Fields(f.CTA)) > 4 || !strings.HasSuffix(f.CTA, "!") && !strings.HasSuffix(f.CTA, "?"):
		return "a CTA of the wrong form"
	case strings.ContainsAny(f.CTA, "\n\r\x00") || !utf8.ValidString(f.CTA):
		return "a CTA that is not one line"
	}
	return ""
}

// FuzzNormalise holds that every finding keeps the contract once normalised.
func FuzzNormalise(f *testing.F) {
	f.Add(7, 3, true, false, "Show him the data now please!")
	f.Add(-1, 11, false, true, "…")
	f.Add(10, 10, true, true, "\xff a\u2028b")
	f.Fuzz(func(t *testing.T, progress, previous int, complete, bad bool, cta string) {
		in := Finding{Progress: progress, Complete: complete, Bad: bad, CTA: cta}
		out, conflict := Normalise(in, previous)
		if wrong := keepsContract(out, previous); wrong != "" {
			t.Errorf("Normalise(%+v, %d) = %+v: %s", in, previous, out, wrong)
		}
		if conflict != (complete && bad) {
			t.Errorf("Normalise(%+v) reports conflict %v", in, conflict)
		}
	})
}
