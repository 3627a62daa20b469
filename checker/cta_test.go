package checker

import (
	"slices"
	"strings"
	"testing"

	"parley/scenarios"
)

func TestCleanCTA(t *testing.T) {
	for in, want := range map[string]string{
		"Keep going!": "Keep going!", "Really?": "Really?", "Keep going.": "Keep going!", "Keep going": "Keep going!",
		"  Keep\n\tgoing ! ": "Keep going !", "a b c d": "a b c d!", "a b c d e!": "", "": "", "!": "", "...": "",
		"1 2 3": "", "Go\x00on\u202e!": "Goon!", strings.Repeat("x", 60) + "!": "", "a\xffb": "ab!",
		"You should now quickly show him all the data!": "",
	} {
		if got := cleanCTA(in); got != want {
			t.Errorf("cleanCTA(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestAllowedCTA(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := library.Get("riskyProjectApproval")
	for in, want := range map[string]string{
		"Keep going!": "Keep going!", "That was a misstep!": "That was a misstep!", "Well said!": "Well said!",
		"Show the data!": "", "Mention the risk!": "", "Ask him now!": "", "Northern plant!": "", "The forecast works!": "",
		"Numbers, numbers, numbers!": "", "Great, Ana!": "", "Great analysis!": "Great analysis!",
		"Отлично!": "", "Weiter so!": "Weiter so!",
	} {
		if got := allowedCTA(in, "Ana María", s); got != want {
			t.Errorf("allowedCTA(%q) = %q, want %q", in, got, want)
		}
	}
	s.Language = "ru"
	if got := allowedCTA("Отлично!", "", s); got != "Отлично!" {
		t.Errorf("in a scene in Russian: %q", got)
	}
}

// TestOfflineCTAsAreAllowed holds that code drops none of its own in any scene, and
// that each is of the scene's language: that language's words, and no other's.
func TestOfflineCTAsAreAllowed(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range library.List() {
		seen[s.Language] = true
		own := allCalls(s.Language)
		for n := range 3 {
			for _, f := range []Finding{{Progress: 5}, {Progress: 1}, {Complete: true}, {Bad: true}} {
				cta := call(f, n, 3, s.Language)
				if !slices.Contains(own, cta) {
					t.Errorf("%s: %q is not among the calls to action in %q", s.ID, cta, s.Language)
				}
				if got := allowedCTA(cta, "Ana", s); got != cta {
					t.Errorf("%s: %q became %q", s.ID, cta, got)
				}
			}
		}
	}
	for _, language := range []string{"en", "de", "fr", "es"} {
		if !seen[language] {
			t.Errorf("no scene is in %q", language)
		}
	}
}

// TestCallsOfLanguages holds that no two languages share a call to action, that a
// region changes nothing, and that a language without any has none of another's.
func TestCallsOfLanguages(t *testing.T) {
	owners := map[string]string{}
	for _, language := range []string{"en", "de", "fr", "es", "it", "pt"} {
		for _, happened := range happenings {
			if len(callsOf(language, happened)) == 0 {
				t.Errorf("%q lacks calls to action for %s", language, happened)
			}
		}
		for _, cta := range allCalls(language) {
			if other, taken := owners[cta]; taken {
				t.Errorf("%q is said in %q and %q", cta, language, other)
			}
			owners[cta] = language
		}
	}
	for tag, want := range map[string]string{"de-AT": "Geschafft!", "FR": "C’est gagné !", "es-MX": "¡Lo ha conseguido!", "ja": "", "": ""} {
		if got := call(Finding{Complete: true}, 1, 3, tag); got != want {
			t.Errorf("won in %q: %q, want %q", tag, got, want)
		}
	}
}

var happenings = []string{"up", "down", "won", "lost"}

// allCalls are every call to action of a language.
func allCalls(language string) (all []string) {
	for _, h := range happenings {
		all = append(all, callsOf(language, h)...)
	}
	return all
}

// FuzzCTA holds what is shown to its form, whatever a judge wrote.
func FuzzCTA(f *testing.F) {
	f.Add("Show him the data now please!", "Ana")
	f.Add("\xff a\u2028b …", "\x85")
	f.Fuzz(func(t *testing.T, cta, username string) {
		got := allowedCTA(cta, username, scenarios.Scenario{Language: "en"})
		if got == "" {
			return
		}
		if len(strings.Fields(got)) > 4 || !strings.HasSuffix(got, "!") && !strings.HasSuffix(got, "?") ||
			strings.ContainsAny(got, "\n\r\x00\u2028") {
			t.Errorf("allowedCTA(%q) = %q", cta, got)
		}
		if again := allowedCTA(got, username, scenarios.Scenario{Language: "en"}); again != got {
			t.Errorf("allowedCTA(%q) = %q, then %q", cta, got, again)
		}
	})
}
