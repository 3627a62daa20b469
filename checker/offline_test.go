package checker_test

import (
	"context"
	"errors"
	"testing"

	"parley"
	"parley/checker"
	"parley/llm/understudy"
	"parley/scenarios"
)

// offered is a scene with a script of one beat and the agreement.
func offered() scenarios.Scenario {
	s := scene()
	s.BadEndings = []scenarios.BadEnding{{ID: "insulted", When: "The user insults Sterling.", Line: "We are finished here."}}
	s.Understudy = &scenarios.Understudy{
		Concepts: map[string]scenarios.Concept{
			"return": {Any: []string{"twelve percent"}}, "asking": {Any: []string{"do we have your approval"}},
		},
		Beats: []scenarios.Beat{{ID: "figures", All: []string{"return"}, Worth: 3, Say: []string{"Hmm, twelve percent is a figure."}}},
		Agree: scenarios.Agreement{
			All: []string{"asking"}, Needs: []string{"figures"}, Say: "Fine, you have my approval.", Quote: "you have my approval",
			Early: scenarios.Said("Not without figures."), Hold: scenarios.Said("Not yet."), Ask: scenarios.Said("And what do you want?"),
		},
		Wrongs: []scenarios.Wrong{{
			ID: scenarios.InsultID, Limit: 2, Drop: 3, Warn: scenarios.Said("Watch your words."), Ending: "insulted",
		}},
		Deflect: scenarios.Said("Go on.", "And so?"), Outside: scenarios.Said("What do you mean?"),
		AfterWin: scenarios.Said("We are done."), AfterLoss: scenarios.Said("Goodbye."),
	}
	return s
}

// play holds a call with the understudy and returns the verdict on each
// exchange, with what the worker and the agent pass on between them.
func play(t *testing.T, s scenarios.Scenario, said ...string) []parley.Verdict {
	t.Helper()
	turns := []parley.Turn{{Number: 1, Role: parley.Character, Text: s.Opening}}
	var verdicts []parley.Verdict
	previous, known := 0, checker.Ledger{}
	for i, text := range said {
		turns = append(turns, parley.Turn{Number: len(turns) + 1, Role: parley.User, Text: text})
		answer := understudy.Follow(s, turns, previous).Say
		turns = append(turns, parley.Turn{Number: len(turns) + 1, Role: parley.Character, Text: answer})
		e := exchange(i+1, turns...)
		e.Previous = previous
		c := checker.Case{Exchange: e, Known: known}
		o, err := checker.OfflineJudge{Scenario: s}.Judge(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		var v parley.Verdict
		v, known = checker.Decide(c, s, o)
		if v.Exchange != i+1 || v.Previous != previous || v.Judge != "understudy" || v.Call != e.Call {
			t.Errorf("verdict %+v is not on exchange %d with previous %d", v, i+1, previous)
		}
		previous = v.Progress
		verdicts = append(verdicts, v)
	}
	return verdicts
}

func TestOfflineWin(t *testing.T) {
	v := play(t, offered(), "nice weather", "it returns twelve percent", "so do we have your approval")
	if v[0].Progress != 0 || v[0].CTA != "" {
		t.Errorf("small talk found %+v, want nothing", v[0])
	}
	if v[1].Progress < 2 || v[1].CTA == "" || v[1].Complete {
		t.Errorf("the beat found %+v, want progress with a CTA", v[1])
	}
	if !v[2].Complete || v[2].Progress != parley.MaxProgress || v[2].Bad || v[2].CTA != "You did it!" {
		t.Errorf("the agreement found %+v, want complete", v[2])
	}
}

func TestOfflineLoss(t *testing.T) {
	v := play(t, offered(), "it returns twelve percent", "you are an idiot", "you stupid idiot")
	if v[1].Progress >= v[0].Progress || v[1].Bad || v[1].CTA == "" {
		t.Errorf("a first insult found %+v after %+v, want a fall with a CTA", v[1], v[0])
	}
	if !v[2].Bad || v[2].Complete || v[2].CTA != "That ended it!" {
		t.Errorf("a second insult found %+v, want the bad ending", v[2])
	}
}

func TestOfflineRefuses(t *testing.T) {
	if _, err := (checker.OfflineJudge{Scenario: scene()}).Judge(t.Context(), first(1)); !errors.Is(err, checker.ErrUnjudged) {
		t.Errorf("Judge without an understudy = %v, want ErrUnjudged", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (checker.OfflineJudge{Scenario: offered()}).Judge(ctx, first(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("Judge after cancel = %v, want context.Canceled", err)
	}
}

// TestOfflineDoubtsOtherLines: the script's words from the user, answered by a
// character who does not speak the script, do not lift progress past 6, and
// lower nothing that was reached.
func TestOfflineDoubtsOtherLines(t *testing.T) {
	s := offered()
	s.Understudy.Beats[0].Worth = 8
	for previous, want := range map[int]int{0: 6, 5: 6, 8: 8} {
		e := exchange(1, parley.Turn{Number: 1, Role: parley.Character, Text: s.Opening},
			parley.Turn{Number: 2, Role: parley.User, Text: "it returns twelve percent"},
			parley.Turn{Number: 3, Role: parley.Character, Text: "I have heard better from interns."})
		c := checker.Case{Exchange: e, Known: checker.Ledger{Exchange: 1, Progress: previous}}
		o, err := checker.OfflineJudge{Scenario: s}.Judge(t.Context(), c)
		if err != nil || o.Progress != want {
			t.Errorf("from %d: found %d, %v, want %d", previous, o.Progress, err, want)
		}
	}
}
