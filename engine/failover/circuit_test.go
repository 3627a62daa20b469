package failover

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
)

var errNoRoute = fmt.Errorf("%w: no route", engine.ErrAway)

// A request's failure makes a provider suspect; only a probe that fails, too, or a
// wait that was asked for, opens its circuit.
func TestCircuitOpens(t *testing.T) {
	now := time.Now()
	for _, k := range kinds {
		err := k.err
		if err == nil {
			err = errors.New("of no kind")
		}
		var b circuit
		for range 20 {
			b.fail(err, now)
		}
		if !b.isClosed() {
			t.Errorf("%s: requests alone open the circuit", k.name)
		}
		due, pending := b.next(now)
		if pending != k.shared || pending && due > 0 {
			t.Errorf("%s: probed = %v in %v, want %v at once", k.name, pending, due, k.shared)
		}
		b.probed(err, now)
		if b.isClosed() == k.shared {
			t.Errorf("%s: closed after a probe that failed, too = %v, want %v", k.name, b.isClosed(), !k.shared)
		}
	}
	var b circuit
	b.fail(engine.WithRetryAfter(engine.ErrBusy, time.Second), now)
	if b.isClosed() {
		t.Error("a provider that asked for a wait is asked on")
	}
	b = circuit{}
	b.fail(engine.WithRetryAfter(engine.ErrRequest, time.Second), now)
	if !b.isClosed() {
		t.Error("one call's request opens the circuit for a wait")
	}
}

// However often requests fail, probes that find the provider well are a second apart.
func TestCircuitSuspicionIsRated(t *testing.T) {
	var b circuit
	now := time.Now()
	for i := range 5 {
		b.fail(engine.ErrService, now)
		if due, _ := b.next(now); i > 0 && due != firstWait {
			t.Errorf("probe %d is due in %v, want %v after the last", i, due, firstWait)
		}
		if i > 0 {
			now = now.Add(firstWait)
		}
		if !b.claim(now) || b.claim(now) {
			t.Error("a due probe is not claimed exactly once")
		}
		b.probed(nil, now)
	}
}

// The waits grow from 1 s to a minute, and grow on when the provider fails again
// soon after it was well.
func TestCircuitWaits(t *testing.T) {
	var b circuit
	now := time.Now()
	near := func(want time.Duration) {
		t.Helper()
		got, open := b.next(now)
		if !open || got < want*4/5 || got > want*6/5 {
			t.Errorf("next probe in %v (open %v), want about %v", got, open, want)
		}
	}
	trip := func() { b.fail(errNoRoute, now); b.probed(errNoRoute, now) }
	trip()
	for _, want := range []int{1, 2, 4, 8, 16, 32, 60, 60} {
		near(time.Duration(want) * time.Second)
		b.probed(errNoRoute, now)
	}
	b.probed(nil, now)
	if _, open := b.next(now); open {
		t.Error("open after a probe that succeeded")
	}
	now = now.Add(10 * time.Second)
	trip()
	near(time.Minute)
	b.probed(nil, now)
	now = now.Add(2 * relapse)
	trip()
	near(time.Second)
	b.fail(engine.WithRetryAfter(engine.ErrBusy, 5*time.Minute), now)
	if got, _ := b.next(now); got != 5*time.Minute {
		t.Errorf("next probe in %v, want the 5m asked for", got)
	}
}

func TestCircuitClaim(t *testing.T) {
	var b circuit
	now := time.Now()
	if b.claim(now) {
		t.Error("a well provider has a probe to claim")
	}
	b.fail(errNoRoute, now)
	b.probed(errNoRoute, now)
	if b.claim(now) {
		t.Error("claimed before it is due")
	}
	if now = now.Add(2 * time.Second); !b.claim(now) || b.claim(now) {
		t.Error("a due probe is not claimed exactly once")
	}
}

func TestLatencyQuantiles(t *testing.T) {
	var l latency
	for i := range 7 {
		l.add(time.Duration(i))
	}
	if p50, p95 := l.quantiles(); p50 != 0 || p95 != 0 {
		t.Errorf("of seven: %v, %v; want none", p50, p95)
	}
	for i := range 200 {
		l.add(time.Duration(i%remembered) + 1)
	}
	if p50, p95 := l.quantiles(); p50 != 33 || p95 != 61 {
		t.Errorf("of 1-64: p50 %d, p95 %d; want 33, 61", p50, p95)
	}
}

// Probes stop while nobody needs the provider, and go on with the next request.
func TestProbesSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var probes atomic.Int32
		probe := func(context.Context, int) error { probes.Add(1); return errNoRoute }
		l := newList(Options{}, Options{Role: "llm", Budgets: thinkingBudgets, Probe: probe}, []named{"a"})
		defer l.Close()
		l.touch()
		l.fail(0, errNoRoute)
		time.Sleep(time.Hour)
		was := probes.Load()
		if was < 5 || was > 9 {
			t.Errorf("%d probes, want those of two minutes", was)
		}
		l.mu.Lock()
		if l.probing[0] {
			t.Error("probes go on while nobody asks")
		}
		l.mu.Unlock()
		l.touch()
		synctest.Wait()
		if probes.Load() != was+1 {
			t.Errorf("%d probes after a request, want one at once", probes.Load()-was)
		}
		l.enter()
		time.Sleep(time.Hour)
		if probes.Load() < was+50 {
			t.Errorf("%d probes in an hour of a call, want one a minute", probes.Load()-was)
		}
	})
}

// named is an engine of which only its name is asked.
type named string

func (n named) Name() string { return string(n) }
