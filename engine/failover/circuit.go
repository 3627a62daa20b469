package failover

import (
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"parley/engine"
)

// kinds are what failures are counted as, the more telling first: what a person
// has to put right goes before what passes by itself.
//
// shared are those that may say something about the provider: they have it probed,
// and its circuit opens if the probe fails in a shared kind, too. The others are
// of one call's making, or its misfortune: that call moves on to the next provider
// for itself, and no other is told.
//
// A rate that is used up (busy) is shared: it is the account's, whoever asked.
// Without an engine.RetryAfter a probe decides there, too, as a single request may
// be too large for the rate that is left.
var kinds = []struct {
	name   string
	err    error
	shared bool
}{
	{"key", engine.ErrKey, true},
	{"model", engine.ErrModel, true},
	{"language", engine.ErrLanguage, false},
	{"request", engine.ErrRequest, false},
	{"capacity", engine.ErrCapacity, false},
	{"busy", engine.ErrBusy, true},
	{"connection", engine.ErrAway, true},
	{"service", engine.ErrService, true},
	{"junk", engine.ErrJunk, true},
	{"cut", engine.ErrCut, true},
	{"loading", engine.ErrLoading, true},
	{"slow", engine.ErrSlow, true},
	{"other", nil, false}, // a panic, or an engine that names no kind
}

// errNothing is wrapped with engine.ErrJunk: a provider came to its end without a
// word.
var errNothing = errors.New("it said nothing")

// kindOf is the index in kinds of err.
func kindOf(err error) int {
	for i, k := range kinds {
		if k.err != nil && errors.Is(err, k.err) {
			return i
		}
	}
	return len(kinds) - 1
}

// shared reports whether err may say something about the provider.
func shared(err error) bool { return err != nil && kinds[kindOf(err)].shared }

// passing reports whether the same provider may be asked again at once.
func passing(err error) bool {
	return errors.Is(err, engine.ErrService) || errors.Is(err, engine.ErrJunk) || errors.Is(err, engine.ErrCut)
}

// telling is the more telling of two errors, the first if they are alike.
func telling(a, b error) error {
	if a == nil || b != nil && kindOf(b) < kindOf(a) {
		return b
	}
	return a
}

// Waits before a provider whose circuit is open is probed. Most faults pass within
// a second; after a minute of them another minute's wait is not noticed.
const (
	firstWait = time.Second
	lastWait  = time.Minute
	// relapse is how soon after its circuit closed a provider's next failure lets
	// the waits grow on.
	relapse = time.Minute
)

// circuit decides for all calls whether a provider is asked. It is closed, open, or
// half-open once a probe is due and claimed. No request of a call opens it: a
// failure of a shared kind makes the provider suspect, which is asked on, and what
// a probe then says counts. Only a wait that the service itself asked for is kept
// to at once. The zero value is closed; the methods may be called from any
// goroutine.
type circuit struct {
	mu      sync.Mutex
	suspect bool // a probe is to tell
	open    bool
	due     time.Time // of the next probe, while suspect or open
	wait    time.Duration
	cleared time.Time // when a probe last succeeded
	closed  time.Time // since when it is closed again
	last    error
}

// fail notes a failure of a request.
func (c *circuit) fail(err error, now time.Time) {
	if !shared(err) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = err
	after := engine.RetryAfter(err)
	switch {
	case c.open:
		c.due = later(c.due, now.Add(after))
	case after > 0:
		c.trip(now, after)
	case !c.suspect:
		c.suspect, c.due = true, later(now, c.cleared.Add(firstWait))
	}
}

// trip opens the circuit, at least for after.
func (c *circuit) trip(now time.Time, after time.Duration) {
	if c.wait == 0 || now.Sub(c.closed) > relapse {
		c.wait = firstWait
	} else {
		c.wait = min(2*c.wait, lastWait)
	}
	c.suspect, c.open = false, true
	c.due = now.Add(max(after, jitter(c.wait)))
}

// probed notes how a probe, or a request in its place, went. A provider that
// answers is well, even if it refuses.
func (c *circuit) probed(err error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !shared(err):
		if c.open {
			c.closed = now
		}
		c.suspect, c.open, c.cleared = false, false, now
	case c.open:
		c.last = err
		c.wait = min(max(2*c.wait, firstWait), lastWait)
		c.due = now.Add(max(engine.RetryAfter(err), jitter(c.wait)))
	default:
		c.last = err
		c.trip(now, engine.RetryAfter(err))
	}
}

// hold opens the circuit while a probe, or what has a model loaded, lasts longer than
// a listener waits: what becomes of it settles the circuit again. Until then err is why
// it is open.
func (c *circuit) hold(err error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.suspect, c.open, c.due, c.last = false, true, now, err
}

// waits reports whether the service asked for a wait that is not over.
func (c *circuit) waits(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open && engine.RetryAfter(c.last) > 0 && now.Before(c.due)
}

// slow reports whether its last failure was slowness, of which nothing came since.
func (c *circuit) slow() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return (c.suspect || c.open) && errors.Is(c.last, engine.ErrSlow)
}

// claim takes the probe that is due, so that nobody else does.
func (c *circuit) claim(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.suspect && !c.open || now.Before(c.due) {
		return false
	}
	c.due = now.Add(max(c.wait, firstWait))
	return true
}

// isClosed reports whether the provider may be asked.
func (c *circuit) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.open
}

// recovered reports whether the circuit was open after then, and closed again.
func (c *circuit) recovered(then time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.open && c.closed.After(then)
}

// next is how long until the next probe, and whether there is one.
func (c *circuit) next(now time.Time) (time.Duration, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(0, c.due.Sub(now)), c.suspect || c.open
}

// failure is the last one.
func (c *circuit) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
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
