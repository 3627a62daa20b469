package ladder

import (
	"math/rand/v2"
	"sync"
	"time"

	"parley/fault"
)

// Waits before a resting rung is probed. Most faults pass within a second;
// after a minute of them another minute's wait is not noticed.
const (
	firstWait = time.Second
	lastWait  = time.Minute
	// softSpan is how long a failure that may pass is remembered, softLimit how
	// many of the last outcomes it takes to leave the rung.
	softSpan  = 30 * time.Second
	softLimit = 2
	outcomes  = 10
	// relapse is how soon after it was well again a rung's next failure lets
	// the waits grow on.
	relapse = time.Minute
)

// breaker decides whether a rung is asked. Failures that a person must put
// right rest it at once, others when two of the last ten requests had them
// within 30 s. Its methods may be called from any goroutine.
type breaker struct {
	mu      sync.Mutex
	resting bool
	due     time.Time // of the next probe, while resting
	wait    time.Duration
	well    time.Time // since when it is well again
	last    error

	ring [outcomes]outcome
	head int
}

// outcome is one request: when it failed, zero if it did not.
type outcome struct{ failed time.Time }

// ok notes a first byte in time.
func (b *breaker) ok() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note(outcome{})
}

func (b *breaker) note(o outcome) {
	b.ring[b.head%outcomes] = o
	b.head++
}

// fail notes a failure and reports whether the rung rests because of it.
func (b *breaker) fail(err error, now time.Time) (opened bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = err
	b.note(outcome{now})
	after := fault.RetryAfter(err)
	if b.resting {
		b.due = later(b.due, now.Add(after))
		return false
	}
	if !hard(err) && after == 0 && b.recent(now) < softLimit {
		return false
	}
	if b.wait == 0 || now.Sub(b.well) > relapse {
		b.wait = firstWait
	} else {
		b.wait = min(2*b.wait, lastWait)
	}
	b.resting = true
	b.due = now.Add(max(after, jitter(b.wait)))
	return true
}

// recent is how many of the last outcomes were failures within softSpan.
func (b *breaker) recent(now time.Time) int {
	n := 0
	for _, o := range b.ring {
		if !o.failed.IsZero() && now.Sub(o.failed) <= softSpan {
			n++
		}
	}
	return n
}

// probed notes how a probe, or a request in its place, went.
func (b *breaker) probed(err error, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.resting {
		return
	}
	if err == nil {
		b.resting, b.well, b.ring = false, now, [outcomes]outcome{}
		return
	}
	b.last = err
	b.wait = min(2*b.wait, lastWait)
	b.due = now.Add(max(fault.RetryAfter(err), jitter(b.wait)))
}

// claim takes the probe that is due, so that nobody else does.
func (b *breaker) claim(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.resting || now.Before(b.due) {
		return false
	}
	b.due = now.Add(b.wait)
	return true
}

// isWell reports whether the rung may be asked.
func (b *breaker) isWell() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.resting
}

// wellSince reports whether a probe has succeeded since then.
func (b *breaker) wellSince(then time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.resting && b.well.After(then)
}

// next is how long until the next probe, and whether there is one.
func (b *breaker) next(now time.Time) (time.Duration, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.due.Sub(now)), b.resting
}

// failure is the last one.
func (b *breaker) failure() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last
}

// jitter is d, or up to a fifth more or less: probes of many processes must not
// come in step.
func jitter(d time.Duration) time.Duration {
	return d - d/5 + rand.N(2*d/5+1)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
