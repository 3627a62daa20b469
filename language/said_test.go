//go:build !race

package language_test

import (
	"fmt"
	"slices"
	"testing"

	"parley/language"
	"parley/language/languagetest"
)

// TestRefusals: none of some 790 is a yes, to no question.
func TestRefusals(t *testing.T) {
	for _, set := range languagetest.Refusals(t) {
		for _, said := range set.Lines {
			for _, question := range []string{clear, "", "Shall I go on?"} {
				if got := language.Answer(said, question); got.Yes {
					t.Errorf("%s: %q is a yes to %q", set.Name, said, question)
				}
			}
		}
	}
}

// TestAssents prints how many of some 300 are taken; the others are asked again.
func TestAssents(t *testing.T) {
	floors := map[string]float64{languagetest.Tuned: 0.97, languagetest.HeldOut: 0.75}
	for _, set := range languagetest.Assents(t) {
		taken := 0
		for _, said := range set.Lines {
			got := language.Answer(said, clear)
			if got.No {
				t.Errorf("%s: %q is a no", set.Name, said)
			}
			if got.Yes {
				taken++
			} else {
				t.Logf("%s: %q is asked again", set.Name, said)
			}
		}
		share := float64(taken) / float64(len(set.Lines))
		t.Logf("%s: %d of %d assents taken, %.0f %%", set.Name, taken, len(set.Lines), 100*share)
		if share < floors[set.Name] {
			t.Errorf("%s: %.2f of the assents are taken, want %.2f", set.Name, share, floors[set.Name])
		}
	}
}

// asks are assents that are questions.
var asks = []string{"why not", "pourquoi pas"}

// TestFramedAssents: what agrees by itself does not within other words.
func TestFramedAssents(t *testing.T) {
	for _, frame := range []string{
		"she said %s", "I never said %s", "did I say %s", "who said %s", "if you keep the milk, %s", "%s if Anna agrees",
		"%s, but keep the milk", "%s, except the milk", "%s, only the first", "%s? no", "no, %s", "%s, no",
		"not %s", "don’t %s", "do not %s", "either %s or no",
		"%s, or else", "%s?", "\"%s\"", "until Friday %s", "say %s", "instead of that %s", "%s tomorrow", "I wonder whether %s",
	} {
		for _, set := range languagetest.Assents(t) {
			for i := 0; i < len(set.Lines); i += 3 {
				said := fmt.Sprintf(frame, set.Lines[i])
				if got := language.Answer(said, clear); got.Yes && !(frame == "%s?" && slices.Contains(asks, set.Lines[i])) {
					t.Errorf("%q is a yes", said)
				}
			}
		}
	}
}
