package calls_test

import (
	"testing"
	"time"

	"parley"
	"parley/calls"
)

// A call that may still be held is not cut off: its user is away, pauses it, and does not
// come back.
func TestCutOff(t *testing.T) {
	c := calls.Fold(talk("call_a", ada, 1))
	quiet := parley.DefaultTiming.Abandoned + parley.DefaultTiming.Recess
	for after, want := range map[time.Duration]parley.Outcome{0: "", quiet: "", quiet + time.Second: calls.CutOff} {
		if got := c.Outcome(c.Last.Add(after)); got != want {
			t.Errorf("after %v: %q, want %q", after, got, want)
		}
	}
}

func BenchmarkFold(b *testing.B) {
	events := talk("call_a", ada, 350, left("call_a"))
	b.ReportAllocs()
	for b.Loop() {
		calls.Summarise(calls.Fold(events), began)
	}
}
