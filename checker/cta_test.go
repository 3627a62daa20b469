package checker

import (
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

// TestOfflineCTAsAreAllowed holds that code drops none of its own in any scene.
func TestOfflineCTAsAreAllowed(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range library.List() {
		for n := range 3 {
			for _, f := range []Finding{{Progress: 5}, {Progress: 1}, {Complete: true}, {Bad: true}} {
				if cta := call(f, n, 3); allowedCTA(cta, "Ana", s) != cta {
					t.Errorf("%s: %q is dropped", s.ID, cta)
				}
			}
		}
	}
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
