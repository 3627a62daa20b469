package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker"
	"parley/scenarios"
)

// maxConflicts bounds how often an opinion is decided on anew because another
// verdict of the call came first. Each time the ledger is one exchange newer.
const maxConflicts = 8

// handle judges one message and settles it: acknowledged with its verdict
// published or not needed, buried, or given back to be tried again. stopping is
// closed when the worker is to end soon, ctx ends when it must.
func (w *Worker) handle(ctx context.Context, stopping <-chan struct{}, msg jetstream.Msg) {
	defer w.beat(msg)()
	e, err := decodeExchange(msg.Subject(), msg.Data())
	if err != nil {
		w.bury(ctx, msg, e, Malformed, err)
		return
	}
	s, ok := w.Library.Get(e.Scenario)
	if !ok {
		w.bury(ctx, msg, e, NoScene, errors.New("unknown scenario"))
		return
	}
	at, known, err := w.turn(ctx, stopping, sequence(msg), e)
	switch {
	case err != nil:
		w.failed(ctx, msg, e, "", fmt.Errorf("%w: %w", errQueue, err))
	case at == settled:
		w.Observer.Duplicate()
		w.done(ctx, msg, e)
	case at == behind:
		w.Observer.Coalesced()
		w.done(ctx, msg, e)
	case at == blocked:
		settle(msg.NakWithDelay(turnDelay(deliveries(msg))), e)
	case deliveries(msg) > maxDeliveries:
		w.bury(ctx, msg, e, Deliveries, errors.New("too often given to a worker"))
	default:
		w.review(ctx, msg, s, checker.Case{Exchange: e, Known: known.Ledger}, known)
	}
}

// review has a case judged, which is the first of its call.
func (w *Worker) review(ctx context.Context, msg jetstream.Msg, s scenarios.Scenario, c checker.Case, known standing) {
	e, engine := c.Exchange, ""
	v, err := w.guarded(func() (parley.Verdict, error) {
		judge := w.Judge(s)
		engine = judge.Name()
		within, cancel := context.WithTimeout(ctx, orDefault(w.Patience, DefaultPatience))
		defer cancel()
		start := time.Now()
		o, err := judge.Judge(within, c)
		if err != nil {
			return parley.Verdict{}, err
		}
		return w.rule(ctx, s, c, known, o, time.Since(start))
	})
	switch {
	case err == nil:
		w.Observer.Judged(v)
		w.done(ctx, msg, e)
	case errors.Is(err, errSettled):
		w.Observer.Duplicate()
		w.done(ctx, msg, e)
	default:
		w.failed(ctx, msg, e, engine, err)
	}
}

// rule decides on an opinion and publishes the verdict. If another verdict of
// the call came first, it decides anew on what the call then stands at.
func (w *Worker) rule(
	ctx context.Context, s scenarios.Scenario, c checker.Case, known standing, o checker.Opinion, took time.Duration,
) (parley.Verdict, error) {
	for range maxConflicts {
		c.Known = known.Ledger
		v, ledger := checker.Decide(c, s, o)
		v.Took = took
		err := w.publish(ctx, ruling{v, ledger}, known)
		if err == nil || errors.Is(err, errSettled) {
			return v, err
		}
		if errors.Is(err, errTaken) {
			known, err = w.standing(ctx, v.Call)
		}
		if err != nil {
			return v, fmt.Errorf("%w: %w", errQueue, err)
		}
		if known.Exchange >= v.Exchange {
			return v, errSettled
		}
	}
	return parley.Verdict{}, fmt.Errorf("%w: %w", errQueue, errTaken)
}

// guarded turns a panic, which would end every call of the process, into an
// error.
func (w *Worker) guarded(judge func() (parley.Verdict, error)) (v parley.Verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %T", errPanicked, p) // its text may hold speech
		}
	}()
	return judge()
}

// failed gives an exchange back after a try that failed, later each time, and
// buries it when there is no hope. A try cut short by the worker's end counts
// for nothing.
func (w *Worker) failed(ctx context.Context, msg jetstream.Msg, e parley.Exchange, engine string, err error) {
	if ctx.Err() != nil {
		settle(msg.Nak(), e)
		return
	}
	why := reasonOf(err)
	w.Observer.Failed(engine, why)
	tries := w.failures.add(sequence(msg))
	if why.hopeless() || tries >= maxFailures && !passing(err) {
		w.bury(ctx, msg, e, why, err)
		return
	}
	slog.Warn("exchange not judged yet", "call", e.Call, "exchange", e.Number, "try", tries, "err", err)
	settle(msg.NakWithDelay(backoff(tries, err)), e)
}

// passing reports that the queue could not take a verdict just now, as while
// its disk is full: judging goes on once it can.
func passing(err error) bool {
	var refused *jetstream.APIError
	return errors.Is(err, errQueue) && !(errors.As(err, &refused) && refused.Code == http.StatusBadRequest)
}

func (w *Worker) done(ctx context.Context, msg jetstream.Msg, e parley.Exchange) {
	w.failures.forget(sequence(msg))
	w.overwrite(ctx, msg)
	settle(msg.Ack(), e)
}

// overwrite takes what was said off the server's disk: what is only acknowledged
// stays in its files until they are full.
func (w *Worker) overwrite(ctx context.Context, msg jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookBudget)
	defer cancel()
	_ = w.checks.SecureDeleteMsg(ctx, sequence(msg)) // it is as gone as without, to all but the disk
}

func settle(err error, e parley.Exchange) {
	if err != nil {
		slog.Warn("exchange not settled", "call", e.Call, "exchange", e.Number, "err", err)
	}
}
