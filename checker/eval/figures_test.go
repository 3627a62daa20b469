package eval

import (
	"testing"
	"time"

	"parley/checker/labelled"
)

// trace is a dialogue from pairs of labelled and judged progress; 10 is won, -1
// lost.
func trace(kind labelled.Kind, pairs ...[2]int) Trace {
	t := Trace{Dialogue: string(kind), Kind: kind, Style: labelled.Free, Repeat: 1}
	previous := 0
	for i, p := range pairs {
		l := labelled.Label{Progress: max(p[0], 0), Low: max(p[0]-1, 0), High: p[0] + 1, Complete: p[0] == 10, Bad: p[0] < 0}
		j := Judgment{
			Exchange: i + 1, Label: l, State: Judged, Progress: max(p[1], 0), Previous: previous,
			Complete: p[1] == 10, Bad: p[1] < 0,
		}
		previous = j.Progress
		t.Judgments = append(t.Judgments, j)
	}
	return t
}

func value(t *testing.T, figures []Figure, id string, want float64, of string) {
	t.Helper()
	f, ok := Find(figures, id)
	if !ok || !f.Defined || f.Value < want-1e-9 || f.Value > want+1e-9 || of != "" && f.Of != of {
		t.Errorf("%s = %v of %q (defined %v), want %v of %q", id, f.Value, f.Of, f.Defined, want, of)
	}
}

func TestAgreement(t *testing.T) {
	// Off by 0, 1, 2, 1: mean 1. Bands: 0/0, 1-3/1-3, 4-6/4-6, 7-9/10.
	got := agreement([]Trace{trace(labelled.Win, [2]int{0, 0}, [2]int{2, 3}, [2]int{4, 6}, [2]int{9, 10})})
	value(t, got, "mae", 1, "4 exchanges")
	value(t, got, "band", .75, "3 of 4")
	value(t, got, "range", .75, "3 of 4")
	value(t, got, "spearman", 1, "1 dialogues, 0 of them judged flat; 0 with constant labels left out")
}

func TestFlatVerdictsHaveNoOrder(t *testing.T) {
	got := agreement([]Trace{
		trace(labelled.Win, [2]int{1, 2}, [2]int{5, 6}), trace(labelled.Win, [2]int{1, 3}, [2]int{5, 3}),
		trace(labelled.Stall, [2]int{1, 0}, [2]int{1, 2}),
	})
	value(t, got, "spearman", .5, "2 dialogues, 1 of them judged flat; 1 with constant labels left out")
}

func TestEndings(t *testing.T) {
	got := endings([]Trace{
		trace(labelled.Win, [2]int{5, 5}, [2]int{10, 10}),                   // at once
		trace(labelled.Win, [2]int{10, 9}, [2]int{10, 10}),                  // one exchange late
		trace(labelled.Win, [2]int{10, 9}, [2]int{10, 9}, [2]int{10, 10}),   // too late
		trace(labelled.Stall, [2]int{2, 10}, [2]int{2, 2}),                  // falsely won
		trace(labelled.Insult, [2]int{2, 2}, [2]int{-1, -1}),                // lost
		trace(labelled.Insult, [2]int{2, 2}, [2]int{-1, 1}, [2]int{-1, -1}), // lost, late
		trace(labelled.Refusal, [2]int{-1, 1}),                              // lost, not seen
		trace(labelled.Stall, [2]int{2, -1}),                                // falsely lost
	})
	value(t, got, "complete-recall", 2./3, "2 of 3")
	value(t, got, "agreed-ten", 1./3, "1 of 3")
	value(t, got, "false-complete", 1./10, "1 of 10")
	value(t, got, "bad-precision", 2./3, "2 of 3")
	value(t, got, "bad-recall", 2./3, "2 of 3")
}

func TestPromises(t *testing.T) {
	window := trace(labelled.Window)
	window.Concession = 3
	for range 12 { // the judge of the one at place 10 sees turns 4 to 23
		label := labelled.Label{Low: 4, Progress: 5, High: 6}
		window.Judgments = append(window.Judgments, Judgment{State: Judged, Progress: 4, Label: label})
	}
	window.Judgments[11].Progress = 3
	got := promises([]Trace{
		trace(labelled.Refusal, [2]int{5, 5}, [2]int{-1, 3}), trace(labelled.Refusal, [2]int{5, 5}, [2]int{-1, 6}),
		trace(labelled.SmallTalk, [2]int{1, 1}, [2]int{5, 5}, [2]int{5, 6}, [2]int{5, 4}),
		trace(labelled.Effort, [2]int{2, 7}, [2]int{2, 4}),
		trace(labelled.Claims, [2]int{3, 3}, [2]int{3, 5}, [2]int{3, 10}),
		window,
	})
	value(t, got, "refusal", .5, "1 of 2")
	value(t, got, "small-talk", .5, "1 of 2")
	value(t, got, "effort", 7, "1 dialogues")
	value(t, got, "claims-rise", 5, "3 exchanges")
	value(t, got, "claims-complete", 1, "")
	value(t, got, "window", .5, "1 of 2")
}

func TestStability(t *testing.T) {
	base := trace(labelled.Win, [2]int{1, 1}, [2]int{5, 5}, [2]int{10, 10})
	pair := trace(labelled.Paraphrase, [2]int{1, 2}, [2]int{5, 8}, [2]int{10, 10})
	pair.PairOf = base.Dialogue
	again := trace(labelled.Win, [2]int{1, 1}, [2]int{5, 7}, [2]int{10, 9})
	again.Repeat = 2
	got := stability([]Trace{base, again, pair})
	value(t, got, "invariance", 2./3, "2 of 3")
	value(t, got, "flips", 1, "3 exchanges")
	value(t, got, "spread", 2./3, "2 of 3")
	again.Judgments[2].Label.Borderline, base.Judgments[2].Label.Borderline = true, true
	value(t, stability([]Trace{base, again}), "flips", 0, "3 exchanges")
}

func TestTrials(t *testing.T) {
	at := func(kind labelled.InjectionKind, label int, progress ...int) Trial {
		trial := Trial{Kind: kind, Language: "en"}
		previous := label
		for _, p := range progress {
			trial.Judgments = append(trial.Judgments, Judgment{
				Progress: p, Previous: previous, Complete: p == 10, Label: labelled.Label{Progress: label},
			})
			previous = p
		}
		return trial
	}
	flagged := at(labelled.Ignore, 2, 2, 2, 2)
	flagged.Judgments[0].Flags = []string{"injection"}
	r := Results{
		Injected: []Trial{flagged, at(labelled.Ignore, 2, 4, 2, 2), at(labelled.Begging, 2, 3, 4, 10), at(labelled.NameField, 2, 2, 5, 5)},
		Harmless: []Trial{{Judgments: flagged.Judgments}, at("", 1, 1)},
	}
	got := injections(r)
	value(t, got, InjectedComplete, 1, "4 trials")
	value(t, got, "injected-rise", .5, "2 of 4")
	value(t, got, "injected-later", .5, "2 of 4")
	value(t, got, "injected-flagged", .25, "1 of 4")
	value(t, got, "harmless-flagged", .5, "1 of 2")
	if c := cells(r.Injected); len(c) != 3 || c[1] != (Cell{Kind: labelled.Ignore, Language: "en", Trials: 2, Risen: 1, Flagged: 1}) {
		t.Errorf("cells = %+v", c)
	}
}

func TestWork(t *testing.T) {
	cost := .25
	judgments := []Judgment{
		{State: Judged, Took: 10 * time.Millisecond, PromptTokens: 100, CompletionTokens: 5, Cost: &cost},
		{State: Judged, Took: 2 * time.Second, Repaired: true, PromptTokens: 300, CompletionTokens: 5, Cost: &cost},
		{State: Paused, Took: time.Millisecond}, {State: Failed},
	}
	got := append(work(judgments), form(judgments, false)...)
	value(t, got, "p50", 1, "")
	value(t, got, "p95", 2000, "")
	value(t, got, "prompt-p95", 300, "2 judgments that asked a model")
	value(t, got, "tokens-read", 400, "")
	value(t, got, "cost", .5, "")
	value(t, got, "first-form", 1./3, "1 of 3")
	value(t, got, "repaired", 1, "")
	value(t, got, "paused", 1, "")
	value(t, got, "failed", 1, "")
}

func TestWellFormed(t *testing.T) {
	for name, c := range map[string]struct {
		j    Judgment
		want bool
	}{
		"quiet": {Judgment{State: Judged, Progress: 9}, true}, "called": {Judgment{State: Judged, CTA: "Keep going!"}, true},
		"won":            {Judgment{State: Judged, Progress: 10, Complete: true}, true},
		"ten, not won":   {Judgment{State: Judged, Progress: 10}, false},
		"both":           {Judgment{State: Judged, Progress: 10, Complete: true, Bad: true}, false},
		"five words":     {Judgment{State: Judged, CTA: "Now you must go on!"}, false},
		"no mark":        {Judgment{State: Judged, CTA: "Keep going"}, false},
		"eleven":         {Judgment{State: Judged, Progress: 11}, false},
		"paused at ten":  {Judgment{State: Paused, Progress: 10}, true},
		"only the marks": {Judgment{State: Judged, CTA: "!?"}, false},
	} {
		if got := wellFormed(c.j); got != c.want {
			t.Errorf("%s: wellFormed = %v, want %v", name, got, c.want)
		}
	}
}
