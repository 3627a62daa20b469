package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/streams"
)

// Holding is what the streams hold of calls.
type Holding struct {
	Count int
	Bytes int64
	// Oldest is when the oldest was stored; zero if there is none.
	Oldest time.Time
}

// Held counts what the checks, verdicts and dead letters hold of calls. It asks the
// server once a message.
func Held(ctx context.Context, js jetstream.JetStream, calls ...parley.CallID) (h Holding, err error) {
	for name, prefix := range map[string]string{ChecksStream: checkPrefix, VerdictsStream: verdictPrefix, DeadStream: deadPrefix} {
		stream, err := streams.Find(ctx, js, name)
		if err != nil {
			return h, fmt.Errorf("count what %s holds: %w", name, err)
		}
		for _, call := range calls {
			if !isToken(call) {
				continue // nothing was ever sent of it
			}
			if err := h.count(ctx, stream, prefix+string(call)); err != nil {
				return h, fmt.Errorf("count what %s holds of %s: %w", name, call, err)
			}
		}
	}
	return h, nil
}

func (h *Holding) count(ctx context.Context, stream jetstream.Stream, subject string) error {
	for from := uint64(1); ; {
		m, err := stream.GetMsg(ctx, from, jetstream.WithGetMsgSubject(subject))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		from = m.Sequence + 1
		h.Count++
		h.Bytes += int64(len(m.Data))
		if h.Oldest.IsZero() || m.Time.Before(h.Oldest) {
			h.Oldest = m.Time
		}
	}
}
