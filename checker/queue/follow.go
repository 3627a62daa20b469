package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
)

const (
	// lookEvery is how often verdicts are looked for unasked: what was published
	// while the server or the connection was away rings no bell.
	lookEvery = 500 * time.Millisecond
	// lookBudget bounds one look at the stream.
	lookBudget = time.Second
	// bellLimit is how long after its bell a verdict is looked for again.
	bellLimit = 100 * time.Millisecond
)

// Verdicts calls f with each verdict of call, those of the last hour first,
// until ctx ends; it then returns nil. f runs on this goroutine, with exchange
// numbers that only rise: a verdict that comes after a newer one is dropped. It
// rides out any absence of the NATS server, also at the start. An error means a
// call id that cannot be one, or a connection that was closed.
func (c Client) Verdicts(ctx context.Context, call parley.CallID, f func(parley.Verdict)) error {
	if !isToken(call) {
		return fmt.Errorf("follow verdicts: %w: call id", ErrExchange)
	}
	// The stream is read; the subscription only tells when. What it hears is not
	// a verdict yet: the stream may refuse it.
	bell := make(chan struct{}, 1)
	sub, err := c.JS.Conn().Subscribe(verdictPrefix+string(call), func(*nats.Msg) {
		select {
		case bell <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return fmt.Errorf("follow verdicts of %s: %w", call, err)
	}
	defer func() { _ = sub.Unsubscribe() }() // it fails only on a closed connection
	r := reader{js: c.JS, call: call, f: f}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var again time.Duration // until the next look after a bell; 0 is none
	for {
		if r.read(ctx) {
			again = 0
		}
		var soon <-chan time.Time
		if again > 0 {
			soon = time.After(again)
			again = doubled(again)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-bell:
			again = time.Millisecond
		case <-soon:
		case <-tick.C:
		}
	}
}

func doubled(d time.Duration) time.Duration {
	if d >= bellLimit {
		return 0
	}
	return 2 * d
}

// reader reads the verdicts of one call in the stream's order.
type reader struct {
	js   jetstream.JetStream
	call parley.CallID
	f    func(parley.Verdict)

	stream jetstream.Stream
	next   uint64 // sequence to look from
	newest int    // exchange of the newest verdict told
	// reconnects is that of the connection at the last look: a server that came
	// back may have lost its stream and count from 1 again.
	reconnects uint64
	away       bool
}

// read tells all verdicts there are and reports whether there was one.
func (r *reader) read(ctx context.Context) (found bool) {
	if !r.js.Conn().IsConnected() {
		return false
	}
	if n := r.js.Conn().Stats().Reconnects; n != r.reconnects || r.next == 0 {
		r.reconnects, r.next = n, 1
	}
	for ctx.Err() == nil {
		msg, err := r.look(ctx)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			r.away = false
			return found
		}
		if err != nil {
			if ctx.Err() == nil && !r.away {
				slog.Warn("verdicts out of reach", "call", r.call, "err", err)
			}
			r.away = true
			return found
		}
		found = true
		r.next = msg.Sequence + 1
		r.tell(msg.Data)
	}
	return found
}

func (r *reader) look(ctx context.Context) (*jetstream.RawStreamMsg, error) {
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	if r.stream == nil {
		s, err := r.js.Stream(ctx, VerdictsStream)
		if err != nil {
			return nil, err
		}
		r.stream = s
	}
	return r.stream.GetMsg(ctx, r.next, jetstream.WithGetMsgSubject(verdictPrefix+string(r.call)))
}

func (r *reader) tell(data []byte) {
	ruled, err := decodeRuling(data, r.call)
	if err != nil {
		slog.Warn("malformed verdict dropped", "call", r.call)
		return
	}
	if ruled.Exchange > r.newest {
		r.newest = ruled.Exchange
		r.f(ruled.Verdict)
	}
}
