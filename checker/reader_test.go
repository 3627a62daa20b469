//go:build !race

package checker_test

import (
	"testing"

	"parley/checker"
	"parley/language/languagetest"
	"parley/scenarios"
)

// TestReader: a refusal of the character's is no agreement to a goal whose parts the scene
// does not tell.
func TestReader(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s := sceneOf(library, stances{Scenario: "chores"})
	s.Goal = "The character lets the user remove three tasks from the list for good"
	languagetest.Reader(t, languagetest.All, func(said string) bool {
		c := late(s, stance{User: languagetest.Question, Character: said})
		o, err := checker.OfflineJudge{Scenario: s}.Judge(t.Context(), c)
		if err != nil {
			t.Error(err)
		}
		v, _ := checker.Decide(c, s, o)
		return v.Complete
	})
}
