package queue

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

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
