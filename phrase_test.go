package parley

import "testing"

func TestPhrase(t *testing.T) {
	for phrase, want := range map[Phrase]struct {
		words string
		name  Phrase
	}{
		EndedWon:            {"Ada agreed.", "ended_won"},
		EndedTime:           {"Time is up.", "ended_time"},
		"The disk is full.": {"The disk is full.", ""},
		"":                  {"", ""},
	} {
		if words, name := phrase.Words("Ada"), phrase.Name(); words != want.words || name != want.name {
			t.Errorf("%q is %q with the name %q, want %q and %q", phrase, words, name, want.words, want.name)
		}
	}
}
