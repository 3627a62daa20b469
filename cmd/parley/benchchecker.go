package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/bench"
	"parley/bench/stub"
	"parley/checker"
	"parley/checker/queue"
	"parley/scenarios"
)

// benchChecker is the checker of a product to be measured: the queue's client,
// and the worker who is at it.
type benchChecker struct {
	js      jetstream.JetStream // the tap
	library *scenarios.Library
	tap     *benchTap
	stop    context.CancelFunc // nil without a worker
	worked  chan error         // what the worker's Run returned
}

var _ bench.Checker = (*benchChecker)(nil)

// newBenchChecker has a worker at the queue of js, which it watches.
func newBenchChecker(js jetstream.JetStream, library *scenarios.Library) (*benchChecker, error) {
	tap := &benchTap{JetStream: js}
	b := &benchChecker{js: tap, library: library, tap: tap, worked: make(chan error, 1)}
	return b, b.Staff(stub.Judge{}, 0)
}

// Client implements bench.Checker.
func (b *benchChecker) Client(call parley.CallID) bench.Client {
	return queue.NewClient(b.js, call, slog.Default())
}

// Publish implements bench.Checker.
func (b *benchChecker) Publish(ctx context.Context, e parley.Exchange) error {
	return queue.Publish(ctx, b.js, checker.Case{Exchange: e})
}

// Staff implements bench.Checker.
func (b *benchChecker) Staff(j checker.Judge, parallel int) error {
	if err := b.close(); err != nil || j == nil {
		return err
	}
	w := &queue.Worker{
		JS: b.tap, Library: b.library, Parallel: parallel,
		Judge: func(scenarios.Scenario) checker.Judge { return j },
	}
	ctx, stop := context.WithCancel(context.Background())
	b.stop = stop
	go func() { b.worked <- w.Run(ctx) }()
	return nil
}

// Watch implements bench.Checker.
func (b *benchChecker) Watch(f func(parley.Exchange, time.Time)) { b.tap.watcher.Store(&f) }

// close ends the worker, if any.
func (b *benchChecker) close() error {
	if b.stop == nil {
		return nil
	}
	b.stop()
	b.stop = nil
	return <-b.worked
}

// benchTap is a JetStream that tells of the exchanges published through it.
type benchTap struct {
	jetstream.JetStream
	watcher atomic.Pointer[func(parley.Exchange, time.Time)]
}

// Publish implements jetstream.JetStream.
func (t *benchTap) Publish(
	ctx context.Context, subject string, data []byte, opts ...jetstream.PublishOpt,
) (*jetstream.PubAck, error) {
	return t.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data}, opts...)
}

// PublishMsg implements jetstream.JetStream.
func (t *benchTap) PublishMsg(ctx context.Context, msg *nats.Msg, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	began := time.Now()
	ack, err := t.JetStream.PublishMsg(ctx, msg, opts...)
	if f := t.watcher.Load(); f != nil && *f != nil && err == nil && ack.Stream == queue.ChecksStream {
		var check struct{ Exchange parley.Exchange }
		if json.Unmarshal(msg.Data, &check) == nil { // what is not one is of no interest
			(*f)(check.Exchange, began)
		}
	}
	return ack, err
}
