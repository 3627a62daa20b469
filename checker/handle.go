package checker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/scenarios"
)

// handle judges one message and settles it: acknowledged with its verdict
// published, given up, or given back to be tried again.
func (w *Worker) handle(ctx context.Context, msg jetstream.Msg) {
	e, err := decodeExchange(msg.Subject(), msg.Data())
	if err != nil {
		giveUp(msg, e, err)
		return
	}
	s, ok := w.Library.Get(e.Scenario)
	if !ok {
		giveUp(msg, e, errors.New("unknown scenario"))
		return
	}
	// The judgment must be over before the server takes the exchange for lost.
	within, cancel := context.WithTimeout(ctx, w.ackWait()*9/10)
	defer cancel()
	v, _, err := w.judge(within, s, Case{Exchange: e})
	if err == nil {
		err = w.publish(within, v)
	}
	switch {
	case err == nil:
		settle(msg.Ack(), e)
	case ctx.Err() != nil:
		settle(msg.Nak(), e)
	case errors.Is(err, ErrUnjudged), deliveries(msg) >= maxDeliver:
		giveUp(msg, e, err)
	default:
		slog.Warn("exchange not judged yet", "call", e.Call, "exchange", e.Number, "err", err)
		settle(msg.NakWithDelay(backoff(deliveries(msg))), e)
	}
}

// judge turns a panic of the judge, which would end every call of the process,
// into ErrUnjudged.
func (w *Worker) judge(ctx context.Context, s scenarios.Scenario, c Case) (v parley.Verdict, known Ledger, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the judge panicked: %T", ErrUnjudged, p) // its text may hold speech
		}
	}()
	start := time.Now()
	o, err := w.Judge(s).Judge(ctx, c)
	if err != nil {
		return parley.Verdict{}, Ledger{}, err
	}
	v, known = Decide(c, s, o)
	v.Took = time.Since(start)
	return v, known, nil
}

func (w *Worker) publish(ctx context.Context, v parley.Verdict) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode verdict: %w", err)
	}
	_, err = w.JS.Publish(ctx, verdictPrefix+string(v.Call), data, jetstream.WithMsgID(messageID(v.Call, v.Exchange)))
	if err != nil {
		return fmt.Errorf("publish verdict: %w", err)
	}
	return nil
}

// giveUp takes a message off the queue that no further try would settle. Only
// ids are logged.
func giveUp(msg jetstream.Msg, e parley.Exchange, why error) {
	slog.Warn("exchange given up", "call", e.Call, "exchange", e.Number, "message", sequence(msg), "error", why)
	settle(msg.TermWithReason("given up"), e)
}

func settle(err error, e parley.Exchange) {
	if err != nil {
		slog.Warn("exchange not settled", "call", e.Call, "exchange", e.Number, "err", err)
	}
}

// backoff grows from a quarter of a second with each delivery, so that all
// tries fall within a turn or two.
func backoff(delivered uint64) time.Duration {
	return 250 * time.Millisecond << min(delivered-1, 3)
}

func deliveries(msg jetstream.Msg) uint64 {
	if m, err := msg.Metadata(); err == nil {
		return m.NumDelivered
	}
	return 1
}

func sequence(msg jetstream.Msg) uint64 {
	if m, err := msg.Metadata(); err == nil {
		return m.Sequence.Stream
	}
	return 0
}
