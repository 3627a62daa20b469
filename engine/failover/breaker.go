package failover

import (
	"math/rand/v2"
	"sync"
	"time"

	"parley/engine"
)

// Waits before a resting rung is probed. Most faults pass within a second;
// after a minute of them another minute's wait is not noticed.
const (
	firstWait = time.Second
	lastWait  = time.Minute
	// relapse is how soon after it was well again a rung's next failure lets
	// the waits grow on.
	relapse = time.Minute
)

// breaker decides for all calls whether a rung is asked. No request of a call
// rests it: a failure in one of the shared kinds makes the rung suspect, and
// what a probe then says counts, which holds nothing of any call. Only a wait
// that the service itself asked for is kept to at once. Its methods may be
// called from any goroutine.
type breaker struct {
	mu      sync.Mutex
	suspect bool // asked as before until a probe has told
	resting bool
	due     time.Time // of the next probe, while suspect or resting
	wait    time.Duration
	cleared time.Time // when a probe last found it well
	well    time.Time // since when it is well again
	last    error
}

// fail notes a failure of a request.
func (b *breaker) fail(err error, now time.Time) {
	if !shared(err) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = err
	after := engine.RetryAfter(err)
	switch {
	case b.resting:
		b.due = later(b.due, now.Add(after))
	case after > 0:
		b.rest(now, after)
	case !b.suspect:
		b.suspect, b.due = true, later(now, b.cleared.Add(firstWait))
	}
}

// rest has the rung not asked for a while, at least for after.
func (b *breaker) rest(now time.Time, after time.Duration) {
	if b.wait == 0 || now.Sub(b.well) > relapse {
		b.wait = firstWait
	} else {
		b.wait = min(2*b.wait, lastWait)
	}
	b.suspect, b.resting = false, true
	b.due = now.Add(max(after, jitter(b.wait)))
}

// probed notes how a probe, or a request in its place, went. An engine that
// answers is well, even if it refuses.
func (b *breaker) probed(err error, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case !shared(err):
		if b.resting {
			b.well = now
		}
		b.suspect, b.resting, b.cleared = false, false, now
	case b.suspect:
		b.last = err
		b.rest(now, engine.RetryAfter(err))
	case b.resting:
		b.last = err
		b.wait = min(2*b.wait, lastWait)
		b.due = now.Add(max(engine.RetryAfter(err), jitter(b.wait)))
	}
}

// claim takes the probe that is due, so that nobody else does.
func (b *breaker) claim(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.suspect && !b.resting || now.Before(b.due) {
		return false
	}
	b.due = now.Add(max(b.wait, firstWait))
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
	return max(0, b.due.Sub(now)), b.suspect || b.resting
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
