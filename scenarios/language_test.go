package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func parseIn(t *testing.T, language string) Scenario {
	t.Helper()
	s, err := Parse("x.json", fmt.Appendf(nil, `{"goal":"g","character":["c"],"negprompt":["n"],"opening":"Hm.","botname":"B","language":%q}`, language))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLinesAreOfTheLanguage holds that what a character says by itself is in the
// scene's language, or in none.
func TestLinesAreOfTheLanguage(t *testing.T) {
	english := parseIn(t, "en-GB")
	for tag, word := range map[string]string{"en": "Sorry", "de-AT": "Entschuldigung", "fr": "Pardon", "es-MX": "Perdón", "IT": "Chiedo", "pt-BR": "Perdão"} {
		s := parseIn(t, tag)
		if !strings.Contains(s.Excuses[0], word) || len(s.Nudges) < 2 || len(s.Fillers) < 2 {
			t.Errorf("%s: excuses %q, nudges %q, fillers %q", tag, s.Excuses, s.Nudges, s.Fillers)
		}
		if l := LanguageOf(tag); l.Name == "" || l.Hesitation == "" {
			t.Errorf("%s: %+v lacks a name or a hesitation", tag, l)
		}
		for _, line := range slices.Concat(s.Nudges, s.Excuses, s.Fillers) {
			if !strings.HasPrefix(tag, "en") && slices.Contains(slices.Concat(english.Nudges, english.Excuses), line) {
				t.Errorf("%s: %q is English", tag, line)
			}
			if n := len(strings.Fields(line)); n > 15 || strings.ContainsAny(line, "*()[]<>_#\"") {
				t.Errorf("%s: not speech: %q", tag, line)
			}
		}
		for _, line := range s.Fillers {
			if n := len(strings.Fields(line)); n > MaxFillerWords {
				t.Errorf("%s: a filler of %d words: %q", tag, n, line)
			}
		}
	}
	for _, tag := range []string{"ja", "tlh", "yo"} {
		s := parseIn(t, tag)
		if len(s.Nudges) != 0 || len(s.Fillers) != 0 || !slices.Equal(s.Excuses, []string{"Hm?"}) {
			t.Errorf("%s: nudges %q, excuses %q, fillers %q, want none of another language", tag, s.Nudges, s.Excuses, s.Fillers)
		}
	}
	if got := LanguageOf("ja-JP").Name; got != "Japanese" {
		t.Errorf("ja-JP is %q", got)
	}
	if got := LanguageOf("tlh").Name; got != "" {
		t.Errorf("tlh is %q, want no name", got)
	}
}
