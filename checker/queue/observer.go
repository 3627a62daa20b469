package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker"
	"parley/engine"
)

// Reason is why an exchange was not judged, in a word.
type Reason string

// The reasons.
const (
	// Unjudged: the judge answered, but with no usable finding.
	Unjudged Reason = "unjudged"
	// Panicked: the judge or the rules have a bug.
	Panicked Reason = "panic"
	// Service: the judge's service failed.
	Service Reason = "service"
	// Slow: the judge took too long.
	Slow Reason = "slow"
	// Queue: the NATS server did not take the verdict.
	Queue Reason = "queue"
	// Malformed: the message is not an exchange.
	Malformed Reason = "malformed"
	// Version: the message is of a newer version than the worker that took it.
	Version Reason = "version"
	// NoScene: no worker here knows the scenario.
	NoScene Reason = "scenario"
	// Deliveries: workers that took it died, again and again.
	Deliveries Reason = "deliveries"
)

// Reasons are all of them.
func Reasons() []Reason {
	return []Reason{Unjudged, Panicked, Service, Slow, Queue, Malformed, Version, NoScene, Deliveries}
}

// Backlog is how much the checkers have before them.
type Backlog struct {
	// Exchanges wait or are being judged; Oldest is how long the oldest of them
	// has.
	Exchanges uint64
	Oldest    time.Duration
	// Dead are the dead letters.
	Dead uint64
}

// LookAtBacklog asks the server; the error is of NATS.
func LookAtBacklog(ctx context.Context, js jetstream.JetStream) (Backlog, error) {
	var b Backlog
	checks, err := js.Stream(ctx, ChecksStream)
	if err != nil {
		return b, fmt.Errorf("look at the queue: %w", err)
	}
	if s := checks.CachedInfo(); s.State.Msgs > 0 {
		b.Exchanges, b.Oldest = s.State.Msgs, max(0, s.TimeStamp.Sub(s.State.FirstTime))
	}
	dead, err := js.Stream(ctx, DeadStream)
	if err != nil {
		return b, fmt.Errorf("look at the dead letters: %w", err)
	}
	b.Dead = dead.CachedInfo().State.Msgs
	return b, nil
}

// Observer counts what a worker does. Its methods are called from several
// goroutines and must not block.
type Observer interface {
	// Judged tells of a verdict that was published.
	Judged(parley.Verdict)
	// Failed tells of a try of an engine that led to none; engine is empty if it
	// was not asked.
	Failed(engine string, why Reason)
	// Duplicate tells of a verdict that was not published, as the exchange had one.
	Duplicate()
	// Buried tells of an exchange that went to the dead letters.
	Buried(Reason)
}

// unobserved is the observer of a worker that has none.
type unobserved struct{}

func (unobserved) Judged(parley.Verdict) {}
func (unobserved) Failed(string, Reason) {}
func (unobserved) Duplicate()            {}
func (unobserved) Buried(Reason)         {}

var (
	errPanicked = errors.New("the judge panicked")
	errQueue    = errors.New("the queue failed")
)

// reasonOf names the cause of a try that failed.
func reasonOf(err error) Reason {
	switch {
	case errors.Is(err, errPanicked):
		return Panicked
	case errors.Is(err, errQueue):
		return Queue
	case errors.Is(err, checker.ErrUnjudged):
		return Unjudged
	case errors.Is(err, engine.ErrSlow), errors.Is(err, context.DeadlineExceeded):
		return Slow
	}
	return Service
}

// hopeless reports that another try would fail too.
func (r Reason) hopeless() bool {
	switch r {
	case Unjudged, Panicked, Malformed, Version, NoScene, Deliveries:
		return true
	case Service, Slow, Queue:
	}
	return false
}
