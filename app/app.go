// Package app is the product as a value that commands and tests start: all of it
// in one process (Start, Run), or one role of it against external servers
// (RunAgent, RunChecker, RunWeb). It opens the engines, wires a call's parts
// together and ends everything in order.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"parley/app/embedded"
	"parley/app/metrics"
	"parley/checker/queue"
	"parley/streams"
	"parley/web"
)

// App is the whole product running in this process.
type App struct {
	// URL is the address of the page, Ops that of the metrics or empty.
	URL, Ops string
	// LiveKit and JS are the servers in use.
	LiveKit LiveKitConfig
	JS      jetstream.JetStream

	config   Config
	listener net.Listener
	ops      net.Listener      // nil for none
	sfu      *embedded.LiveKit // nil for an external LiveKit
	broker   *embedded.NATS    // nil for an external NATS
	conn     *nats.Conn
	agent    *Agent
	checker  *checkerRole
	page     *web.Server
	// ready is what must hold, reaches ask the external servers of it.
	ready   readiness
	reaches []*reach
	// names says which engine serves which role.
	names map[string]string

	stop context.CancelFunc
	done chan struct{}
	err  error
}

// Run runs the whole product until ctx ends, which takes 5 s at most, or a role
// fails. What keeps it from starting is a SetupError.
func Run(ctx context.Context, c Config) error {
	a, err := Start(ctx, c)
	if err != nil {
		return err
	}
	return a.Wait()
}

// Start starts everything and returns when the page answers. What keeps it from
// starting is a SetupError. ctx or Close ends it within 5 s.
func Start(ctx context.Context, c Config) (*App, error) {
	begun := time.Now()
	c, err := c.forRole(c.HTTP)
	if err != nil {
		return nil, err
	}
	if err := makeData(c.Data); err != nil {
		return nil, err
	}
	a := &App{config: c, done: make(chan struct{})}
	if err := a.open(ctx); err != nil {
		return nil, errors.Join(err, a.release())
	}
	a.URL, a.Ops, a.LiveKit = "http://"+a.listener.Addr().String(), opsURL(a.ops), a.config.LiveKit
	ctx, a.stop = context.WithCancel(ctx)
	go func() {
		defer close(a.done)
		defer a.stop()
		told := ops{a.agent.metrics, &a.ready}
		a.err = errors.Join(told.shown(ctx, a.ops, a.run), a.release())
	}()
	slog.Info("serving", "page", a.URL, "ops", a.Ops, "engines", a.names, "took", time.Since(begun).Round(time.Millisecond))
	c.serving(a.URL)
	return a, nil
}

// Wait returns when the product has ended: its context did, or a role failed.
func (a *App) Wait() error {
	<-a.done
	return a.err
}

// Close ends the product, calls told first, and waits for it.
func (a *App) Close() error {
	a.stop()
	return a.Wait()
}

func (a *App) open(ctx context.Context) (err error) {
	c := &a.config
	library, err := OpenScenarios(c.Scenarios)
	if err != nil {
		return err
	}
	if a.listener, err = listen(c.HTTP); err != nil {
		return err
	}
	if a.ops, err = openOps(c.Ops); err != nil {
		return err
	}
	if err := a.openNATS(ctx); err != nil {
		return err
	}
	if c.LiveKit.URL == "" {
		if err := a.openLiveKit(); err != nil { //nolint:contextcheck // it bounds its own start
			return err
		}
	} else {
		r := newReach(c.LiveKit)
		a.reaches = append(a.reaches, r)
		a.ready.need(part{name: "livekit", well: "it answers and takes the key", state: r.ready, calls: true})
	}
	if a.agent, err = openAgent(ctx, *c, a.JS, library, metrics.New()); err != nil {
		return err
	}
	if a.checker, err = openChecker(ctx, *c, a.JS, library); err != nil {
		return err
	}
	a.checker.watchedBy(a.agent.metrics)
	if a.broker != nil {
		a.agent.lost(a.broker.Damage())
	}
	a.ready.begin(a.agent.part())
	a.names = a.agent.engines.names()
	a.names["checker"] = a.checker.judges.Name()
	w := web.Config{
		Library: library, Engines: a.names, Plays: a.agent.engines.canPlay, Ready: a.ready.takesCalls, Readiness: a.ready.report,
		Seats: a.agent.bookings, Assistant: a.agent.assistants, TurnedAway: a.agent.metrics.TurnedAway,
		Places: slices.Concat(a.agent.engines.places, a.checker.judges.places),
	}
	a.agent.store.serve(&w, *c, library, a.agent.assistants)
	a.page, err = newPage(*c, w)
	return err
}

// tellDamage says what of the embedded server's files was damaged at its start.
func (a *App) tellDamage() {
	for _, d := range a.broker.Damage() {
		slog.Error("a file of the NATS store was damaged: the disk may be failing", "file", d.File, "stream", d.Stream,
			"what", d.What, "lost", d.Lost)
	}
}

func (a *App) openNATS(ctx context.Context) (err error) {
	if a.config.NATSURL != "" {
		if a.conn, a.JS, err = awaitNATS(ctx, a.config, a.listener, a.ops); err != nil {
			return err
		}
		store := newStoreReach(a.JS, queue.ChecksStream, queue.VerdictsStream, usersStream)
		a.reaches = append(a.reaches, store)
		a.ready.need(natsPart(a.conn), part{name: "store", well: "it answers", state: store.ready})
		return nil
	}
	if a.config.NATS.Replicas > 1 {
		return SetupError{fmt.Errorf("--nats-replicas %d needs a NATS cluster: name it with NATS_URL", a.config.NATS.Replicas)}
	}
	if a.broker, err = embedded.StartNATS(filepath.Join(a.config.Data, "nats")); err != nil {
		return SetupError{err}
	}
	a.ready.need(part{name: "store", well: "it can be written", state: a.broker.Ready, calls: true})
	a.tellDamage()
	if a.conn, err = a.broker.Connect(); err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, streamsBudget)
	defer cancel()
	a.JS, err = SetupStreams(within, a.conn, streams.Config{})
	return err
}

// streamsBudget bounds the making of the streams of the embedded server. Each is synced to
// the disk: where others write, too, one has taken longer than the 5 s that the client
// allows by itself.
const streamsBudget = 30 * time.Second

// openLiveKit starts the embedded server; its key is kept in the data folder
// for other clients, such as the LiveKit CLI.
func (a *App) openLiveKit() (err error) {
	l := &a.config.LiveKit
	if l.Key == "" {
		if l.Key, l.Secret, err = embedded.LoadKey(filepath.Join(a.config.Data, "livekit.key")); err != nil {
			return SetupError{err}
		}
	}
	a.sfu, err = embedded.StartLiveKit(embedded.LiveKitConfig{
		Port: l.Port, UDPPort: l.UDPPort, Key: l.Key, Secret: l.Secret,
	})
	if err != nil {
		return SetupError{err}
	}
	l.URL = a.sfu.URL
	return nil
}

// run runs all roles until ctx ends or one fails. The agent ends first, so that
// calls can still say goodbye; then the rest.
func (a *App) run(ctx context.Context) error {
	rest, stopRest := context.WithCancel(context.WithoutCancel(ctx))
	defer stopRest()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer stopRest()
		return a.agent.Run(ctx)
	})
	g.Go(func() error { return a.checker.Run(rest) })
	for _, r := range a.reaches {
		g.Go(func() error { return r.run(rest) })
	}
	g.Go(func() error { return a.page.Serve(rest, a.listener) })
	return g.Wait()
}

// release closes what is open, and waits for it.
func (a *App) release() error {
	var errs []error
	if a.agent != nil {
		errs = append(errs, a.agent.Close())
	}
	if a.checker != nil {
		errs = append(errs, a.checker.close())
	}
	if a.conn != nil {
		a.conn.Close()
	}
	if a.broker != nil {
		errs = append(errs, a.broker.Close())
	}
	if a.sfu != nil {
		errs = append(errs, a.sfu.Close())
	}
	for _, l := range []net.Listener{a.listener, a.ops} {
		if l != nil {
			_ = l.Close() // closed already, if it was served
		}
	}
	return errors.Join(errs...)
}

func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, SetupError{fmt.Errorf("cannot serve the page: %w; choose another address with --http", err)}
	}
	return l, nil
}
