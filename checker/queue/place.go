package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
)

// place is where an exchange stands among those of its call.
type place int

const (
	// atHead: it is the oldest without a verdict, and may be judged.
	atHead place = iota
	// blocked: an older one is still to be judged.
	blocked
	// behind: so many newer ones wait that it need not be judged.
	behind
	// settled: the call has a verdict on it or on a newer one.
	settled
)

const (
	// coalesceAt newer ones waiting, an exchange is not judged. Two, as the
	// character's last two turns decide an ending: those of the older of the two
	// include this exchange's.
	coalesceAt = 2
	// placeLook bounds how many exchanges of a call are looked at.
	placeLook = 64
	// turnPoll is how often a blocked exchange is looked at again, turnWait how
	// long a worker keeps it: what waits for its turn must not keep others from
	// being judged.
	turnPoll = 25 * time.Millisecond
	turnWait = 500 * time.Millisecond
)

// turnDelay is when a blocked exchange comes back: later each time, so that one
// behind a service that fails as slowly as it may stays far from maxDeliveries.
func turnDelay(delivered uint64) time.Duration {
	return 250 * time.Millisecond * time.Duration(min(delivered, 8)) //nolint:gosec // at most 8
}

// turn returns where e, message sequence of the queue, stands: blocked only if
// it still is after a while or the worker is stopping.
func (w *Worker) turn(ctx context.Context, stopping <-chan struct{}, sequence uint64, e parley.Exchange) (place, standing, error) {
	over := time.After(turnWait)
	for {
		known, err := w.standing(ctx, e.Call)
		if err != nil {
			return blocked, known, err
		}
		if e.Number <= known.Exchange {
			return settled, known, nil
		}
		p, err := w.place(ctx, sequence, e, known)
		if err == nil && p == atHead {
			// What left the queue before it was looked at has its verdict by now.
			var now standing
			if now, err = w.standing(ctx, e.Call); err == nil && now.Exchange > known.Exchange {
				continue
			}
		}
		if err != nil || p != blocked {
			return p, known, err
		}
		select {
		case <-time.After(turnPoll):
		case <-over:
			return blocked, known, nil
		case <-stopping:
			return blocked, known, nil
		case <-ctx.Done():
			return blocked, known, ctx.Err()
		}
	}
}

// place looks at the exchanges of the call that are still in the queue.
func (w *Worker) place(ctx context.Context, sequence uint64, e parley.Exchange, known standing) (place, error) {
	p, newer, from := atHead, 0, uint64(1)
	for range placeLook {
		msg, err := w.queued(ctx, e.Call, from)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return p, nil
		}
		if err != nil {
			return blocked, fmt.Errorf("look at the queue of %s: %w", e.Call, err)
		}
		from = msg.Sequence + 1
		number := numberOf(msg.Data)
		switch {
		case msg.Sequence == sequence, number <= known.Exchange:
			// itself, or settled and not yet off the queue, or not an exchange
		case number < e.Number, number == e.Number && msg.Sequence < sequence:
			p = blocked
		case number > e.Number:
			if newer++; newer >= coalesceAt {
				return behind, nil
			}
		}
	}
	return blocked, nil
}

// queued is the call's first message in the queue at or after a sequence.
func (w *Worker) queued(ctx context.Context, call parley.CallID, from uint64) (*jetstream.RawStreamMsg, error) {
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	return w.checks.GetMsg(ctx, from, jetstream.WithGetMsgSubject(checkPrefix+string(call)))
}

// numberOf is the number of an encoded exchange, 0 if it is none.
func numberOf(data []byte) int {
	var e struct {
		Number int `json:"number"`
	}
	if json.Unmarshal(data, &e) != nil {
		return 0
	}
	return e.Number
}
