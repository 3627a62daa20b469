package bench

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app"
	"parley/app/embedded"
	"parley/bench"
	"parley/bench/stub"
	"parley/caller"
	"parley/checker"
	"parley/checker/queue"
	"parley/scenarios"
	"parley/streams"
	"parley/web"
)

// servers are what an agent to be measured needs: LiveKit, NATS and a
// checker, in this process, on free ports of the loopback interface, and a
// folder that goes with them.
type servers struct {
	data    string
	library *scenarios.Library
	livekit *embedded.LiveKit
	nats    *embedded.NATS
	conn    *nats.Conn
	checker *stubChecker
}

func startServers(ctx context.Context) (*servers, error) {
	s := &servers{}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *servers) open(ctx context.Context) (err error) {
	if s.data, err = os.MkdirTemp("", "parley-bench-"); err != nil {
		return app.SetupError{Err: err}
	}
	if s.library, err = bench.Library(); err != nil {
		return err
	}
	if s.livekit, err = embedded.StartLiveKit(embedded.LiveKitConfig{}); err != nil { //nolint:contextcheck // it bounds its own start
		return app.SetupError{Err: err}
	}
	if s.nats, err = embedded.ListenNATS(filepath.Join(s.data, "nats"), embedded.Loopback+":0"); err != nil {
		return app.SetupError{Err: err}
	}
	if s.conn, err = s.nats.Connect(); err != nil {
		return err
	}
	js, err := app.SetupStreams(ctx, s.conn, streams.Config{})
	if err != nil {
		return err
	}
	s.checker, err = newStubChecker(js, s.library) //nolint:contextcheck // it outlives ctx, so that calls end first
	return err
}

// call is a room of its own for one call.
func (s *servers) call(d parley.Dispatch) (caller.Config, error) {
	token, err := web.CallToken(s.livekit.Key, s.livekit.Secret, app.DefaultAgent, web.NewCaller(d))
	return caller.Config{URL: s.livekit.URL, Token: token, Log: slog.Default()}, err
}

// close ends the servers; the agents must have ended.
func (s *servers) close() error {
	var errs []error
	if s.checker != nil {
		errs = append(errs, s.checker.close())
	}
	if s.conn != nil {
		s.conn.Close()
	}
	if s.nats != nil {
		errs = append(errs, s.nats.Close())
	}
	if s.livekit != nil {
		errs = append(errs, s.livekit.Close())
	}
	if s.data != "" {
		errs = append(errs, os.RemoveAll(s.data))
	}
	return errors.Join(errs...)
}

// stubChecker is the checker of a product to be measured: the queue's client,
// and the worker who is at it.
type stubChecker struct {
	js      jetstream.JetStream // the tap
	library *scenarios.Library
	tap     *publishTap
	stop    context.CancelFunc // nil without a worker
	worked  chan error         // what the worker's Run returned
}

var _ bench.Checker = (*stubChecker)(nil)

// newStubChecker has a worker at the queue of js, which it watches.
func newStubChecker(js jetstream.JetStream, library *scenarios.Library) (*stubChecker, error) {
	tap := &publishTap{JetStream: js}
	b := &stubChecker{js: tap, library: library, tap: tap, worked: make(chan error, 1)}
	return b, b.Staff(stub.Judge{}, 0)
}

// Client implements bench.Checker.
func (b *stubChecker) Client(call parley.CallID) bench.Client {
	return queue.NewClient(b.js, call, slog.Default())
}

// Publish implements bench.Checker.
func (b *stubChecker) Publish(ctx context.Context, e parley.Exchange) error {
	return queue.Publish(ctx, b.js, checker.Case{Exchange: e})
}

// Staff implements bench.Checker.
func (b *stubChecker) Staff(j checker.Judge, parallel int) error {
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
func (b *stubChecker) Watch(f func(parley.Exchange, time.Time)) { b.tap.watcher.Store(&f) }

// close ends the worker, if any.
func (b *stubChecker) close() error {
	if b.stop == nil {
		return nil
	}
	b.stop()
	b.stop = nil
	return <-b.worked
}

// publishTap is a JetStream that tells of the exchanges published through it.
type publishTap struct {
	jetstream.JetStream
	watcher atomic.Pointer[func(parley.Exchange, time.Time)]
}

// Publish implements jetstream.JetStream.
func (t *publishTap) Publish(
	ctx context.Context, subject string, data []byte, opts ...jetstream.PublishOpt,
) (*jetstream.PubAck, error) {
	return t.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data}, opts...)
}

// PublishMsg implements jetstream.JetStream.
func (t *publishTap) PublishMsg(ctx context.Context, msg *nats.Msg, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
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
