package checker

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

	"parley/scenarios"
)

// Defaults of a Worker.
const (
	// DefaultAckWait is how long an exchange is lost with a worker that died;
	// it is shorter than a turn takes to say.
	DefaultAckWait = 8 * time.Second
	// DefaultParallel is how many exchanges one worker judges at once.
	DefaultParallel = 4
	// maxDeliver is how often an exchange is tried.
	maxDeliver = 4
	// fetchWait is how long one pull waits at the server.
	fetchWait = 20 * time.Second
	// retryWait spaces the attempts to reach a server that is away.
	retryWait = 500 * time.Millisecond
)

// library finds scenarios by id.
type library interface {
	Get(id string) (scenarios.Scenario, bool)
}

// Worker takes exchanges from the queue, has them judged and publishes the
// verdicts. Any number of workers on any machines share the work.
type Worker struct {
	JS      jetstream.JetStream
	Library library
	// Judge picks the judge for a scenario; it is called for each exchange.
	Judge func(scenarios.Scenario) Judge
	// Parallel is how many exchanges are judged at once; 0 means
	// DefaultParallel.
	Parallel int
	// AckWait is how soon an exchange goes to another worker when this one
	// dies, and bounds a judgment; 0 means DefaultAckWait. Workers of one
	// queue must agree on it.
	AckWait time.Duration

	away atomic.Bool // the queue could not be reached at the last attempt
}

// Run works until ctx ends; it then gives back what it was judging, for another
// worker to take at once, and returns nil. It rides out restarts of the NATS
// server; an error means that the queue cannot be used at all. Run it once.
func (w *Worker) Run(ctx context.Context) error {
	consumer, err := w.consumer(ctx)
	if err != nil {
		return quiet(ctx, err)
	}
	parallel := w.Parallel
	if parallel <= 0 {
		parallel = DefaultParallel
	}
	var wg sync.WaitGroup
	for range parallel {
		wg.Go(func() { w.pull(ctx, consumer) })
	}
	wg.Wait()
	return nil
}

func (w *Worker) ackWait() time.Duration {
	if w.AckWait <= 0 {
		return DefaultAckWait
	}
	return w.AckWait
}

func (w *Worker) consumer(ctx context.Context) (jetstream.Consumer, error) {
	c, err := w.JS.CreateOrUpdateConsumer(ctx, ChecksStream, jetstream.ConsumerConfig{
		Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.ackWait(), MaxDeliver: maxDeliver,
	})
	if err != nil {
		return nil, fmt.Errorf("join the checkers: %w", err)
	}
	return c, nil
}

// pull takes one exchange at a time, so that none waits behind a slow judgment
// while another worker is free.
func (w *Worker) pull(ctx context.Context, consumer jetstream.Consumer) {
	for ctx.Err() == nil {
		err := w.once(ctx, consumer)
		if err == nil || isIdle(err) {
			if w.away.Swap(false) {
				slog.Info("checker reaches its queue again")
			}
			continue
		}
		if ctx.Err() != nil {
			return
		}
		if !w.away.Swap(true) { // once an outage, not once an attempt
			slog.Warn("checker cannot reach its queue", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryWait):
		}
		// The server may have come back without the consumer.
		if again, err := w.consumer(ctx); err == nil {
			consumer = again
		}
	}
}

// isIdle reports that a pull ended only because no exchange came.
func isIdle(err error) bool {
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) || errors.Is(err, context.DeadlineExceeded)
}

// once waits for an exchange and handles it.
func (w *Worker) once(ctx context.Context, consumer jetstream.Consumer) error {
	wait, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	msg, err := consumer.Next(jetstream.FetchContext(wait))
	if err != nil {
		return fmt.Errorf("wait for an exchange: %w", err)
	}
	w.handle(ctx, msg)
	return nil
}
