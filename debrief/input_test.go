package debrief_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/scenarios"
)

// TestAnyCut: a journal that was cut anywhere, or lacks its beginning, has a debrief.
func TestAnyCut(t *testing.T) {
	s := scene(t)
	for name, events := range map[string][]parley.Event{"recorded": recordedEvents(t), "two tracks": twoTracks().events} {
		for i := range events {
			for _, part := range [][]parley.Event{events[:i], events[i:]} {
				d := debrief.Make(calls.Fold(part), s, debrief.Baseline{}, now)
				sound(t, d)
				if d.Outcome == parley.Won && i < len(events)-1 && len(part) == i {
					t.Errorf("%s cut at %d is won", name, i)
				}
			}
		}
	}
	cut := debrief.Make(calls.Fold(recordedEvents(t)[:40]), s, debrief.Baseline{}, now)
	if cut.Outcome != calls.CutOff || cut.State != debrief.Whole || cut.Progress != 5 || cut.ForkDefault != 14 {
		t.Errorf("cut in the middle: %q, %s, %d, %d", cut.Outcome, cut.State, cut.Progress, cut.ForkDefault)
	}
	missed := 0
	for _, k := range cut.Keys {
		if !k.Met {
			missed++
		}
	}
	if missed != 2 || cut.Keys[4].Met || cut.Coaching.Start.Rule != "start_missed" || cut.Coaching.Start.Better == nil {
		t.Errorf("%d keys are missed, start %s", missed, text(t, cut.Coaching.Start))
	}
}

func TestUnknownKindsAndClocks(t *testing.T) {
	s := scene(t)
	want := text(t, debrief.Make(twoTracks().fold(), s, debrief.Baseline{}, now))
	tape := twoTracks()
	for i := range tape.events {
		tape.events[i].Seq *= 2
	}
	for i := range tape.events {
		if i > 20 {
			tape.events[i].At = tape.events[i].At.Add(-400 * time.Hour)
		}
	}
	later := parley.Unknown{Name: "later", Raw: json.RawMessage(`{"a":1}`)}
	tape.events = append(tape.events, parley.Event{Call: tape.call, Seq: 9, At: began, Body: later})
	if got := text(t, debrief.Make(tape.fold(), s, debrief.Baseline{}, now)); got != want {
		t.Errorf("with a clock that jumps and a kind of tomorrow: got %s, want %s", got, want)
	}
}

func TestFewWords(t *testing.T) {
	s := scene(t)
	silent := opened("call_silent", parley.Dispatch{Scenario: s.ID})
	silent.said("Well?", parley.WhyNudge, 6*second, second)
	silent.ended(parley.Left)
	d := debrief.Make(silent.fold(), s, debrief.Baseline{}, now)
	sound(t, d)
	if d.State != debrief.TooShort || d.Headline.Text != "So. Tell me." || d.Exchanges+d.ForkDefault != 0 || len(d.Transcript) != 2 {
		t.Errorf("no word spoken: %s", text(t, d))
	}

	short := opened("call_short", parley.Dispatch{Scenario: s.ID})
	short.exchange(1, 0, 1)
	short.exchange(2, 1, 0, lost(2))
	short.ended(parley.Lost)
	d = debrief.Make(short.fold(), s, debrief.Baseline{}, now)
	if sound(t, d); d.State != debrief.TooShort || d.Ending == nil || d.Ending.ID != "threat" || d.Ending.When == "" || d.ForkDefault != 4 {
		t.Errorf("two exchanges: %s", text(t, d))
	}

	typed := opened("call_typed", parley.Dispatch{Scenario: s.ID})
	for i := range 4 {
		typed.typed("It returns three times the money. Do you agree?")
		typed.said("Hmm.", parley.WhyAnswer, second, second)
		typed.judged(i+1, i, i+1)
	}
	typed.ended(parley.Left)
	d = debrief.Make(typed.fold(), s, debrief.Baseline{}, now)
	if sound(t, d); !d.Typed || d.State != debrief.Whole || d.Speech.WPM.Hidden != debrief.HiddenTyped || *d.Speech.Questions.V != 4 {
		t.Errorf("typed: %s", text(t, d))
	}
	if d = debrief.Make(calls.Call{}, scenarios.Scenario{}, debrief.Baseline{}, time.Time{}); d.State != debrief.TooShort {
		t.Errorf("no call: %s", text(t, d))
	}
}

// lost is a verdict that ends a call by its second threat.
func lost(strike int) func(*parley.Verdict) {
	return func(v *parley.Verdict) { v.Bad, v.BadEnding, v.Strike, v.Strikes = strike == 2, "threat", strike, 2 }
}

// TestLostCall: the moment is that which lost it, and it can be said anew.
func TestLostCall(t *testing.T) {
	s := scene(t)
	tape := opened("call_lost", parley.Dispatch{Scenario: s.ID})
	tape.exchange(1, 0, 2, func(v *parley.Verdict) {
		v.Checks, v.Met = []string{"return"}, []parley.Met{{Check: "return", Turn: 2, Quote: "by the end of June"}}
	})
	tape.exchange(2, 2, 2, func(v *parley.Verdict) { v.Held, v.Checks = "risk", []string{"return"} })
	tape.exchange(3, 2, 1, lost(1))
	tape.exchange(4, 1, 1, lost(2))
	tape.ended(parley.Lost)
	c := tape.fold()
	d := debrief.Make(c, s, debrief.Baseline{}, now)
	sound(t, d)
	worst := d.Moments[0]
	if worst.Kind != debrief.Worst || worst.Exchange != 4 || worst.Why.Rule != "bad_ending" || worst.Better.From != "hint" {
		t.Errorf("worst is %s", text(t, worst))
	}
	if d.ForkDefault != 8 || d.Ending.N != 2 || d.Ending.Of != 2 || d.Ending.Turn != 8 {
		t.Errorf("forks at %d, ended by %+v", d.ForkDefault, d.Ending)
	}
	if in, err := calls.ForkAt(c, d.ForkDefault); err != nil || len(in.Turns) != 7 {
		t.Errorf("fork at %d: %d turns, %v", d.ForkDefault, len(in.Turns), err)
	}
	if k := d.Keys[0]; k.Check != "return" || k.Quote != "by the end of June" || k.Turn != 2 || k.Quoted != 2 || k.T != 3 {
		t.Errorf("first key is %s", text(t, k))
	}
	if d.Moments[2].Kind != debrief.Turning || d.Moments[2].Exchange != 3 || d.Moments[2].Why.Rule != "peak" {
		t.Errorf("turning is %s", text(t, d.Moments[2]))
	}
	if d.Curve[2].Strike == nil || *d.Curve[2].Strike != (debrief.Strike{ID: "threat", N: 1, Of: 2}) || d.Curve[1].Held != "risk" {
		t.Errorf("curve %s", text(t, d.Curve))
	}
	if got := d.Score; got.Got != 2 || got.Of != 9 || got.BySkill["persuasion"] != [2]int{2, 4} {
		t.Errorf("score %+v", got)
	}
	if d.Coaching.Stop.Rule != "stop_bad_ending" || d.Coaching.Start.Check != "risk" || d.Coaching.Keep.Check != "return" {
		t.Errorf("advice %s", text(t, d.Coaching))
	}
}

// TestNothingLost: without a fall the first thing asked too soon is the worst moment.
func TestNothingLost(t *testing.T) {
	s := scene(t)
	tape := opened("call_held", parley.Dispatch{Scenario: s.ID})
	tape.exchange(1, 0, 1)
	tape.exchange(2, 1, 1, func(v *parley.Verdict) { v.Held = "pride" })
	tape.exchange(3, 1, 2)
	d := debrief.Make(tape.fold(), s, debrief.Baseline{}, now)
	m := d.Moments[0]
	if m.Kind != debrief.Worst || m.Exchange != 2 || m.Why.Rule != "held" || m.Why.Check != "pride" || d.ForkDefault != 4 {
		t.Errorf("worst is %s", text(t, m))
	}
	if d.Coaching.Stop.Rule != "stop_held" {
		t.Errorf("stop %s", text(t, d.Coaching.Stop))
	}
	held := opened("call_held_rise", parley.Dispatch{Scenario: s.ID}) // it rises, and a yes in it does not count yet
	for i := range 4 {
		held.exchange(i+1, 2*i, 2*i+2, func(v *parley.Verdict) {
			if i == 2 {
				v.Held = "pride"
			}
		})
	}
	if d = debrief.Make(held.fold(), s, debrief.Baseline{}, now); d.Coaching.Stop == nil || d.Coaching.Stop.Turn != 6 {
		t.Errorf("stop %s", text(t, d.Coaching.Stop))
	}
	rising := opened("call_up", parley.Dispatch{Scenario: s.ID})
	for i := range 4 {
		rising.exchange(i+1, i, i+1)
	}
	d = debrief.Make(rising.fold(), s, debrief.Baseline{}, now)
	if sound(t, d); d.Moments[0].Kind != debrief.Best || d.ForkDefault != 0 || d.Coaching.Stop != nil || d.Next.Drill != nil {
		t.Errorf("nothing went wrong: %s", text(t, d))
	}
}

// TestMoments has curves and the exchanges that are their moments, 0 for none.
func TestMoments(t *testing.T) {
	s := scene(t)
	for _, c := range []struct {
		name                 string
		curve                []int
		worst, best, turning int
	}{
		{"of equal falls the latest", []int{3, 1, 4, 2, 5}, 4, 5, 0},
		{"of equal rises the latest", []int{2, 4, 6}, 0, 3, 1},
		{"a rise that was lost again turns nothing", []int{4, 1, 3, 6}, 2, 1, 3},
		{"the first rise that lasts, if none is steep", []int{0, 1, 2, 5}, 0, 4, 2},
		{"two that moved nothing", []int{2, 2, 2, 3}, 2, 1, 4},
		{"one that moved nothing", []int{2, 2, 3, 4}, 0, 1, 3},
		{"down from the top", []int{2, 1, 0}, 3, 1, 2},
		{"nothing at all", []int{0, 0, 0}, 1, 0, 0},
	} {
		tape := opened("call_curve", parley.Dispatch{Scenario: s.ID})
		last := 0
		for i, to := range c.curve {
			tape.exchange(i+1, last, to)
			last = to
		}
		got := map[string]int{}
		for _, m := range debrief.Make(tape.fold(), s, debrief.Baseline{}, now).Moments {
			got[m.Kind] = m.Exchange
		}
		if got[debrief.Worst] != c.worst || got[debrief.Best] != c.best || got[debrief.Turning] != c.turning {
			t.Errorf("%s %v: got %v, want worst %d, best %d, turning %d", c.name, c.curve, got, c.worst, c.best, c.turning)
		}
	}
}

// FuzzOf takes the bytes of a journal from anywhere.
func FuzzOf(f *testing.F) {
	whole, err := os.ReadFile(filepath.Join("..", "calls", "testdata", string(recordedCall)+".jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(strings.Join([]string{
		`{"call":"c","seq":1,"at":"2026-01-01T00:00:00Z","kind":"heard","body":{"turn":{"number":-1,"role":"user"},"start":-9,` +
			`"end":9223372036854775807,"segments":[{"start":-9223372036854775808,"end":9223372036854775807}]}}`,
		`{"call":"c","seq":2,"at":"2026-01-01T00:00:00Z","kind":"verdict","body":{"exchange":-3,"progress":99,"previous":-99,` +
			`"turns":{"user":-1,"character":7},"met":[{"check":"pride","turn":5}],"held":"x","bad":true}}`,
		`{"call":"c","seq":3,"at":"2026-01-01T00:00:00Z","kind":"inherited","body":{"turns":[],` +
			`"verdicts":[{"at":5,"verdict":{"checks":["risk"]}}]}}`,
	}, "\n")))
	s := scene(f)
	f.Fuzz(func(t *testing.T, journal []byte) {
		var events []parley.Event
		for line := range bytes.Lines(journal) {
			var e parley.Event
			if json.Unmarshal(line, &e) == nil {
				events = append(events, e)
			}
		}
		c := calls.Fold(events)
		sound(t, debrief.Make(c, s, debrief.Baseline{}, now))
		sound(t, debrief.Make(c, scenarios.Scenario{}, debrief.Baseline{}, now))
	})
}
