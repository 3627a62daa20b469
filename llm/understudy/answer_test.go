//go:build !race

package understudy

import (
	"slices"
	"testing"

	"parley"
	"parley/language/languagetest"
	"parley/scenarios"
)

// TestReader: a refusal is no plain yes to the character's own question.
func TestReader(t *testing.T) {
	s := stall()
	s.Opening = languagetest.Question
	s.Understudy.Beats[0].Answer = &scenarios.Answer{Yes: true}
	languagetest.Reader(t, languagetest.All, func(said string) bool {
		st := Follow(s, []parley.Turn{
			{Number: 1, Role: parley.Character, Text: s.Opening}, {Number: 2, Role: parley.User, Text: said},
		}, 0)
		return slices.Contains(st.Heard, "need")
	})
}
