package quality

import (
	"context"
	"testing"
	"time"

	"parley/bench/quality/noise"
	"parley/bench/quality/oracle"
	"parley/engine/enginetest"
)

// limit bounds the test that makes calls, which take some twenty seconds each time. What
// a busy machine held up does not count, and calls in which more than mostVoid things do
// not are made again, as often as attempts.
const (
	limit    = 2 * time.Minute
	mostVoid = 2
	attempts = 3
)

// find is the fixture of an id.
func find(t *testing.T, all []Fixture, id string) Fixture {
	t.Helper()
	for _, x := range all {
		if x.ID == id {
			return x
		}
	}
	t.Fatalf("there is no fixture %q", id)
	return Fixture{}
}

// observed makes calls until no more than mostVoid things do not count, and tells how long
// the machine held them up.
func observed(ctx context.Context, t *testing.T, f Fixtures, calls []script) (seen []Observation, void int, held time.Duration) {
	t.Helper()
	for range attempts {
		clock := enginetest.Start()
		var err error
		if seen, void, err = run(ctx, testEnv(t), f, calls); err != nil {
			t.Fatal(err)
		}
		if void <= mostVoid {
			l := clock.Lapse()
			return seen, void, l.Took - l.Own
		}
	}
	t.Fatalf("%d things said do not count after %d attempts, want %d at most", void, attempts, mostVoid)
	return nil, 0, 0
}

// TestCallsAreObserved makes two calls in which everything happens once.
func TestCallsAreObserved(t *testing.T) {
	f, err := LoadFixtures()
	if err != nil {
		t.Fatal(err)
	}
	spoken := func(kind Kind, all []Fixture, id string) part {
		return part{kind: kind, fixture: find(t, all, id), gain: 1}
	}
	pause := spoken(Pause, f.Pauses, "um-2")
	pause.pause = 300 * time.Millisecond
	ask := spoken(Complete, f.Complete, "howmuch")
	over := []part{
		spoken(Backchannel, f.Backchannels, "yeah"),
		{kind: Noise, fixture: Fixture{ID: "thump"}, gain: 1, burst: noise.Bursts[2]},
		spoken(Interruption, f.Interruptions, "notright"),
	}
	calls := []script{
		{seed: 1, condition: Conditions[0], profile: oracle.Profiles[0], voice: "rms",
			scenes: []scene{{say: pause}, {say: ask, over: over}}},
		{seed: 2, condition: Conditions[3], profile: oracle.Profiles[3], voice: "slt",
			scenes: []scene{{say: pause}, {say: ask, over: over[2:]}}},
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	seen, void, held := observed(ctx, t, f, calls)
	o := observations(seen)
	for kind, want := range map[Kind]int{Pause: 2, Fluent: 4, Complete: 2, Backchannel: 1, Noise: 1, Interruption: 2} {
		if got := len(o.of(kind)); got < want-void || want > 1 && got == 0 {
			t.Errorf("%d observations of %s, want at least %d; all: %+v", got, kind, want, seen)
		}
	}
	for _, x := range o.of(Complete) {
		if x.Took < 200*time.Millisecond || x.Took-held > 3*time.Second {
			t.Errorf("an answer took %v; the stubs alone take 250 ms", x.Took)
		}
	}
	for _, x := range o.of(Caption) {
		if x.Failed {
			t.Errorf("a caption is off by %d words", x.Off)
		}
	}
	for _, x := range o.of(Interruption) {
		if x.Failed && x.Took-held > MissedAfter {
			t.Errorf("a plain interruption was missed: heard on for %v", x.Took)
		}
	}
	if n := len(o.of(Caption)); n < 4 {
		t.Errorf("captions of %d replies were judged, want those of 4 or more", n)
	}
}
