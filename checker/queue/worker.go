package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker"
	"parley/scenarios"
	"parley/streams"
)

// Defaults of a Worker.
const (
	// DefaultAckWait is how long an exchange is lost with a worker that died;
	// it is shorter than a turn takes to say.
	DefaultAckWait = 2500 * time.Millisecond
	// DefaultParallel is how many exchanges one worker judges at once.
	DefaultParallel = 4
	// DefaultPatience is how long a judge may take, all its models included.
	DefaultPatience = parley.VerdictPatience
	// fetchWait is how long one pull waits at the server, returnWait that of the first
	// ones after it was away. A server that does not beat for two fetchBeats is away: a
	// cluster takes as long to elect another, and a starved machine may be as late.
	fetchWait  = 20 * time.Second
	returnWait = time.Second
	fetchBeat  = 2 * time.Second
)

// library finds scenarios by id.
type library interface {
	Get(id string) (scenarios.Scenario, bool)
}

// Worker takes checks from the queue, has them judged and publishes the verdicts.
// It keeps nothing from one check to the next, so any number of workers on any
// machines share the work.
type Worker struct {
	JS      jetstream.JetStream
	Library library
	// Judge picks the judge for a scenario; it is called for each exchange.
	Judge func(scenarios.Scenario) checker.Judge
	// Parallel is how many exchanges are judged at once; 0 means
	// DefaultParallel.
	Parallel int
	// AckWait is how soon an exchange goes to another worker when this one
	// dies; 0 means DefaultAckWait. Workers of one queue must agree on it.
	AckWait time.Duration
	// Patience bounds one judgement; 0 means DefaultPatience.
	Patience time.Duration
	// Grace is how long judgements may go on after the worker was told to stop;
	// 0 gives the exchanges back at once.
	Grace time.Duration
	// Streams says how streams are made that the server lost.
	Streams streams.Config
	// Observer is told what happens; it may be nil.
	Observer Observer
	// Log may be nil. Nothing a user said is logged.
	Log *slog.Logger

	checks jetstream.Stream
	away   atomic.Bool // the queue could not be reached at the last attempt
}

// Run works until ctx ends. It then takes no more, goes on judging for Grace,
// gives back what is left for another worker to take at once, and returns nil.
// It rides out restarts of the NATS server; an error means that the queue cannot
// be used at all. Run it once.
func (w *Worker) Run(ctx context.Context) error {
	if w.Observer == nil {
		w.Observer = unobserved{}
	}
	if w.Log == nil {
		w.Log = slog.New(slog.DiscardHandler)
	}
	consumer, err := w.join(ctx)
	for err != nil && streams.MayPass(err) && ctx.Err() == nil {
		if !w.away.Swap(true) {
			w.Log.Warn("checker cannot reach its queue", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryPause):
			consumer, err = w.join(ctx)
		}
	}
	if err != nil && ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	work, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(w.Grace, cut) })()
	var wg sync.WaitGroup
	for range orDefault(w.Parallel, DefaultParallel) {
		wg.Go(func() { w.pull(ctx, work, consumer) })
	}
	wg.Wait()
	_ = w.JS.Conn().FlushTimeout(time.Second) // what does not get out is delivered again
	return nil
}

func orDefault[T int | time.Duration](v, d T) T {
	if v <= 0 {
		return d
	}
	return v
}

// join makes sure of the stream and of the consumer all workers share.
func (w *Worker) join(ctx context.Context) (c jetstream.Consumer, err error) {
	if w.checks, err = streams.Find(ctx, w.JS, ChecksStream); err != nil {
		return nil, fmt.Errorf("find stream %s: %w", ChecksStream, err)
	}
	return w.consumer(ctx)
}

// consumer is never done with an exchange by itself: a message the server gave
// up would stay in the queue.
func (w *Worker) consumer(ctx context.Context) (jetstream.Consumer, error) {
	c, err := streams.Consumer(ctx, w.JS, ChecksStream, jetstream.ConsumerConfig{
		Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, MaxDeliver: -1,
		AckWait: orDefault(w.AckWait, DefaultAckWait),
	})
	if err != nil {
		return nil, fmt.Errorf("join the checkers: %w", err)
	}
	return c, nil
}

// pull takes one exchange at a time until ctx ends, so that none waits behind a
// slow judgement while another worker is free. work outlives ctx by the grace.
func (w *Worker) pull(ctx, work context.Context, consumer jetstream.Consumer) {
	for ctx.Err() == nil {
		err := w.once(ctx, work, consumer)
		if err == nil || isIdle(err) {
			if w.away.Swap(false) {
				w.Log.Info("checker reaches its queue again")
			}
			continue
		}
		if ctx.Err() != nil {
			return
		}
		if !w.away.Swap(true) { // once an outage, not once an attempt
			w.Log.Warn("checker cannot reach its queue", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryPause):
		}
		if again := w.rejoin(ctx); again != nil {
			consumer = again
		}
	}
}

// rejoin makes what the server may have come back without. It is nil if the
// server is still away.
func (w *Worker) rejoin(ctx context.Context) jetstream.Consumer {
	if !w.JS.Conn().IsConnected() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	c, err := w.consumer(ctx)
	if errors.Is(err, jetstream.ErrStreamNotFound) && Setup(ctx, w.JS, w.Streams) == nil {
		c, err = w.consumer(ctx)
	}
	if err != nil {
		return nil
	}
	return c
}

// isIdle reports that a pull ended only because no exchange came.
func isIdle(err error) bool {
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) || errors.Is(err, context.DeadlineExceeded)
}

// once waits for an exchange and handles it.
func (w *Worker) once(ctx, work context.Context, consumer jetstream.Consumer) error {
	if !w.JS.Conn().IsConnected() {
		return fmt.Errorf("wait for an exchange: %w", nats.ErrDisconnected)
	}
	wait := fetchWait
	if w.away.Load() {
		wait = returnWait
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	msg, err := consumer.Next(jetstream.FetchContext(waiting), jetstream.FetchHeartbeat(min(fetchBeat, wait/4)))
	if err != nil {
		return fmt.Errorf("wait for an exchange: %w", err)
	}
	w.handle(work, ctx.Done(), msg)
	return nil
}
