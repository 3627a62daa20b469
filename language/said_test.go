//go:build !race

package language_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/language"
	"parley/language/languagetest"
)

// TestReader: no refusal is a yes to any question, and an assent is one and never a no.
func TestReader(t *testing.T) {
	languagetest.Reader(t, languagetest.All, func(said string) bool {
		return language.Answer(said, clear).Yes
	})
	for _, set := range languagetest.Refusals(t) {
		for _, said := range set.Lines {
			for _, question := range []string{"", "Shall I go on?"} {
				if language.Answer(said, question).Yes {
					t.Errorf("%s: %q is a yes to %q", set.Name, said, question)
				}
			}
		}
	}
	for _, set := range languagetest.Assents(t) {
		for _, said := range set.Lines {
			if language.Answer(said, clear).No {
				t.Errorf("%s: %q is a no", set.Name, said)
			}
		}
	}
}

// asks reports whether an assent is a question.
func asks(assent string) bool {
	return slices.ContainsFunc([]string{"why not", "pourquoi pas", "warum nicht"}, func(end string) bool { return strings.HasSuffix(assent, end) })
}

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
				if got := language.Answer(said, clear); got.Yes && !(frame == "%s?" && asks(set.Lines[i])) {
					t.Errorf("%q is a yes", said)
				}
			}
		}
	}
}
