package checker

import (
	"testing"

	"parley"
	"parley/scenarios"
)

// TestRepliesAreOfTheScenes: a scene whose goal was written anew is not judged by replies
// to the old one, which nobody would see; each file's goal is that of its scene today.
func TestRepliesAreOfTheScenes(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	learnt := replies()
	if len(learnt.goals) == 0 {
		t.Fatal("no scene has replies")
	}
	for id, goal := range learnt.goals {
		if s, ok := library.Get(id); !ok || s.Goal != goal {
			t.Errorf("%s: the replies are to the goal %q, the scene's is %q", id, goal, s.Goal)
		}
	}
}

// TestLearntAgreementWaitsForAnInjection: an answer that only its likeness to others makes
// an agreement wins, but not while an injection is remembered; one in words of assent does.
func TestLearntAgreementWaitsForAnInjection(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := library.Get("riskyProjectApproval")
	for _, c := range []struct {
		user, character string
		wins, waited    bool
	}{
		{"We go, you double the testers I asked for. Done?", "Done. Doubled, going, gone. Where's my coffee?", true, false},
		{"Will you approve the launch and two more engineers?", "Yes. You have my approval, and the engineers.", true, true},
	} {
		for cooldown, want := range map[int]bool{0: c.wins, 2: c.waited} {
			known := Ledger{Exchange: 9, Progress: 8, InjectionCooldown: cooldown, Checks: required(s)}
			e := parley.Exchange{Call: "call_a", Number: 10, Turns: []parley.Turn{
				{Number: 20, Role: parley.User, Text: c.user},
				{Number: 21, Role: parley.Character, Text: c.character},
			}}
			o := Opinion{Finding: Finding{Progress: 10, Complete: true, Evidence: c.character}}
			if v, _ := Decide(Case{Known: known, Exchange: e}, s, o); v.Complete != want {
				t.Errorf("%q, %d exchanges of caution: won %v, want %v", c.character, cooldown, v.Complete, want)
			}
		}
	}
}

func required(s scenarios.Scenario) (ids []string) {
	for _, c := range s.Rubric {
		ids = append(ids, c.ID)
	}
	return ids
}
