package debrief_test

import (
	"fmt"
	"testing"

	"parley"
	"parley/calls"
	"parley/debrief"
)

// long is a call of that many exchanges, with all that a verdict may have.
func long(exchanges int) calls.Call {
	t := opened("call_long", parley.Dispatch{Scenario: "riskyProjectApproval"})
	checks := []string{"measure", "return", "risk", "limit", "pride"}
	for i := range exchanges {
		t.exchange(i+1, i%7, (i+1)%7, func(v *parley.Verdict) {
			v.Checks = checks[:min(len(checks), i/50)]
			v.Evidence, v.Held = "And the risk", []string{"", "", "pride"}[i%3]
		})
		if i%10 == 0 {
			t.note(parley.Paused{Start: t.at, End: t.at})
			t.note(parley.Overlap{At: t.at, Outcome: "ignored"})
		}
	}
	t.ended(parley.Timeout)
	return t.fold()
}

// BenchmarkOf: an hour's call has some 500 exchanges; it may take 5 ms.
func BenchmarkOf(b *testing.B) {
	s := scene(b)
	for name, exchanges := range map[string]int{"hour": 500, "10000turns": 5000} {
		c := long(exchanges)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				debrief.Make(c, s, debrief.Baseline{}, now)
			}
		})
	}
}

// TestGrowsWithTheCall: ten times the turns take ten times the allocations, not a hundred.
func TestGrowsWithTheCall(t *testing.T) {
	s := scene(t)
	allocations := func(exchanges int) float64 {
		c := long(exchanges)
		return testing.AllocsPerRun(1, func() { debrief.Make(c, s, debrief.Baseline{}, now) })
	}
	if small, large := allocations(500), allocations(5000); large > 13*small {
		t.Errorf("%.0f allocations of 1,000 turns, %.0f of 10,000", small, large)
	}
	sound(t, debrief.Make(long(5000), s, debrief.Baseline{}, now))
}

// TestManyCalls takes a user with 5,000 other calls.
func TestManyCalls(t *testing.T) {
	var b debrief.Baseline
	for i := range 5000 {
		p := debrief.PastCall{}
		p.Call, p.Began = parley.CallID(fmt.Sprint("call_", i)), began.Add(-second)
		b.Calls = append(b.Calls, p)
	}
	if d := debrief.Make(twoTracks().fold(), scene(t), b, now); d.Attempt != 5001 || d.Baseline.Calls != 5000 {
		t.Errorf("attempt %d of %+v", d.Attempt, d.Baseline)
	}
}
