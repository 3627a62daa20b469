package debrief_test

import (
	"testing"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/scenarios"
)

// TestFork: a fork is drawn as a branch of its parent, and no number counts what it
// inherited.
func TestFork(t *testing.T) {
	s := scene(t)
	parent := recorded(t)
	at := debrief.Make(parent, s, debrief.Baseline{}, now).ForkDefault
	in, err := calls.ForkAt(parent, at)
	if err != nil {
		t.Fatal(err)
	}
	tape := newTape("call_fork", parley.Dispatch{Scenario: s.ID, From: &parley.Origin{Call: parent.ID, Turn: at}})
	tape.note(in)
	tape.turns = 12
	tape.said(in.Turns[12].Turn.Text, parley.WhyAnswer, 0, 4*second)
	tape.exchange(7, 5, 7, func(v *parley.Verdict) {
		v.Checks = []string{"measure", "return", "risk", "limit"}
		v.Met = []parley.Met{{Check: "limit", Turn: 14, Quote: "done by the end"}}
	})
	tape.exchange(8, 7, 7)
	tape.exchange(9, 7, 9)
	fork := tape.fold()

	of := func(c calls.Call) debrief.PastCall {
		return debrief.PastCall{Summary: calls.Summarise(c, now), Measures: debrief.Measure(c, "en")}
	}
	d := debrief.Make(fork, s, debrief.Baseline{Calls: []debrief.PastCall{of(parent)}}, now)
	sound(t, d)
	if d.Inherited != 12 || d.Exchanges != 3 || len(d.Transcript) != 19 || !d.Transcript[11].Inherited || d.Transcript[12].Inherited {
		t.Errorf("%d inherited of %d, %d exchanges", d.Inherited, len(d.Transcript), d.Exchanges)
	}
	if n := d.Speech.Questions.N; n != 3 {
		t.Errorf("counts %d turns, want its own 3", n)
	}
	p := d.Parent
	if p == nil || p.Call != parent.ID || p.Y != 5 || p.Progress != 10 || p.Outcome != parley.Won {
		t.Fatalf("parent is %s", text(t, p))
	}
	if n, m := len(p.Before), len(p.After); n != 7 || m != 5 || p.Before[6].T > p.T || p.After[0].T <= p.T || p.After[0].Y != 3 {
		t.Errorf("%d points before %.1f s, %d after: %s", n, p.T, m, text(t, p))
	}
	// The line said again began at 52.7 s of the parent and 0 s of the fork.
	near(t)("offset", p.Offset, 52.706)
	near(t)("first own point", d.Curve[0].T, 11)
	for _, k := range d.Keys {
		if k.Inherited != (k.Check != "limit" && k.Met) || (k.Check == "pride") == k.Met {
			t.Errorf("key %s", text(t, k))
		}
	}
	if found := of(fork).Found; found["limit"] < 57 || found["limit"] > 58 || found["risk"] < 49 || found["risk"] > 50 {
		t.Errorf("found at %v of the parent's clock", found)
	}

	d = debrief.Make(parent, s, debrief.Baseline{Calls: []debrief.PastCall{of(fork)}}, now)
	if len(d.Forks) != 1 || d.Forks[0].Call != "call_fork" || d.Forks[0].Y != 5 || len(d.Forks[0].After) != 3 || d.Parent != nil {
		t.Errorf("the parent's forks are %s", text(t, d.Forks))
	}
	orphan := debrief.Make(fork, scenarios.Scenario{}, debrief.Baseline{}, now)
	p = orphan.Parent
	if p == nil || len(p.Before) != 7 || p.After != nil || p.Outcome != "" || orphan.Keys != nil {
		t.Errorf("with parent and scene gone: %s", text(t, p))
	}
}

// TestKeysOfEarlierCalls tells when the user's calls before found a key.
func TestKeysOfEarlierCalls(t *testing.T) {
	p := debrief.PastCall{Measures: debrief.Measures{Found: map[string]float64{"pride": 44}}}
	p.Call, p.Began, p.Progress = "call_a", recorded(t).Began.Add(-second), 4
	d := debrief.Make(recorded(t), scene(t), debrief.Baseline{Calls: []debrief.PastCall{p}}, now)
	if k := d.Keys[4]; len(k.Earlier) != 1 || k.Earlier[0] != (debrief.Earlier{Call: "call_a", T: 44}) {
		t.Errorf("got %s", text(t, k))
	}
	if d.Attempt != 2 || !d.Best || d.Baseline.Best != 4 {
		t.Errorf("attempt %d, best %v, %+v", d.Attempt, d.Best, d.Baseline)
	}
}

func TestNextScenes(t *testing.T) {
	s := scene(t)
	other := func(id string, difficulty int, language, skill string) scenarios.Scenario {
		return scenarios.Scenario{
			ID: id, Title: id, Difficulty: difficulty, Language: language, Skills: []string{skill},
			Rubric: []scenarios.Check{{ID: "c", Skill: skill}},
		}
	}
	all := []scenarios.Scenario{
		s, other("hardest", 5, "en", "persuasion"), other("harder", 4, "en", "persuasion"), other("german", 4, "de", "persuasion"),
		other("easy", 1, "en", "handling objections"), other("unlike", 4, "en", "listening"),
	}
	cut := calls.Fold(recordedEvents(t)[:24]) // risk, limit and pride were not heard
	n := debrief.Make(cut, s, debrief.Baseline{Scenes: all}, now).Next
	if n.Harder == nil || n.Harder.ID != "harder" {
		t.Errorf("harder is %+v", n.Harder)
	}
	if n.Train == nil || n.Train.Scene.ID != "easy" || n.Train.Check != "risk" || n.Remind != "2026-11-30" {
		t.Errorf("train %+v, remind %s", n.Train, n.Remind)
	}
	if n = debrief.Make(cut, scenarios.Scenario{}, debrief.Baseline{Scenes: all}, now).Next; n.Harder != nil || n.Train != nil {
		t.Errorf("with the scene gone: %+v", n)
	}
}
