package debrief_test

import (
	"testing"

	"parley/debrief"
	"parley/scenarios"
)

// TestPractise: the weakest required check of the newest attempts is practised where
// another scene trains its skill, else a harder scene, else the same.
func TestPractise(t *testing.T) {
	check := func(id, skill string, weight int, required bool) scenarios.Check {
		return scenarios.Check{ID: id, Skill: skill, Weight: weight, Required: required}
	}
	here := scenarios.Scenario{ID: "here", Language: "en", Difficulty: 2, Skills: []string{"listen"}, Rubric: []scenarios.Check{
		check("free", "listen", 9, false), check("own", "own", 1, true), check("ask", "listen", 2, true), check("deal", "deal", 2, true),
	}}
	listening := scenarios.Scenario{ID: "listening", Language: "en", Difficulty: 1, Skills: []string{"listen"}}
	hard := scenarios.Scenario{ID: "hard", Language: "en", Difficulty: 4, Skills: []string{"listen"}}
	german := scenarios.Scenario{ID: "german", Language: "de", Difficulty: 3, Skills: []string{"listen", "deal", "own"}}
	everything := []string{"own", "ask", "deal"}
	for name, tt := range map[string]struct {
		all  []scenarios.Scenario
		met  [][]string
		want debrief.Practice
	}{
		"the weightiest that was never met has no other scene": {
			[]scenarios.Scenario{here, listening}, [][]string{nil, {"free"}},
			debrief.Practice{Rule: "train", Check: "ask", Skill: "listen", Of: 2}},
		"the one met least, though it weighs less": {
			[]scenarios.Scenario{here, german}, [][]string{{"ask"}, {"ask", "deal"}, {"deal"}},
			debrief.Practice{Rule: "again", Check: "own", Skill: "own", Of: 3}},
		"attempts of long ago do not count": {
			[]scenarios.Scenario{here, hard, listening}, [][]string{nil, nil, everything, everything, everything, everything, everything},
			debrief.Practice{Rule: "harder"}},
		"one of the newest does": {
			[]scenarios.Scenario{here, listening, hard}, [][]string{everything, everything, everything, {"own", "deal"}, everything},
			debrief.Practice{Rule: "train", Check: "ask", Skill: "listen", Met: 4, Of: 5}},
		"all was met and there is nothing harder": {
			[]scenarios.Scenario{here, listening, german}, [][]string{everything}, debrief.Practice{Rule: "again"}},
	} {
		got := debrief.Practise(here, tt.all, tt.met)
		if got == nil {
			t.Errorf("%s: nothing", name)
			continue
		}
		where := map[string]string{"train": "listening", "harder": "hard", "again": "here"}[tt.want.Rule]
		if got.Scene.ID != where {
			t.Errorf("%s: scene %s, want %s", name, got.Scene.ID, where)
		}
		if got.Scene = (debrief.Scene{}); *got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, *got, tt.want)
		}
	}
	if debrief.Practise(here, nil, nil) != nil || debrief.Practise(scenarios.Scenario{}, nil, [][]string{nil}) != nil {
		t.Error("something is proposed for no attempt, or for no scene")
	}
}
