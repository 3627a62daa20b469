package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/agent"
	"parley/checker/queue"
	"parley/journal"
	"parley/media/playout"
	"parley/room"
	"parley/scenarios"
	"parley/web"
)

// The desk's parts fit the agent's ports.
var (
	_ agent.Stage    = (*room.Call)(nil)
	_ agent.Reviewer = (*queue.Client)(nil)
	_ agent.Journal  = (*journal.Dir)(nil)
	_ agent.Meter    = (*metrics)(nil)
)

// agentRole holds calls: it is a worker of a LiveKit server.
type agentRole struct {
	worker  *room.Worker
	engines *engines
	memory  *memory
	metrics *metrics
	others  *neighbours
	// bookings are the seats the page gives to callers before they join.
	bookings *web.Seats
	// keepCalls is how long journals are kept; 0 is for ever.
	keepCalls time.Duration
}

func newAgentRole(
	ctx context.Context, c config, js jetstream.JetStream, library *scenarios.Library,
) (*agentRole, error) {
	e, err := openEngines(ctx, c)
	if err != nil {
		return nil, err
	}
	a, err := newAgentRoleWith(ctx, e, c, js, library)
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	return a, nil
}

// newAgentRoleWith is an agent whose calls share e, which it closes.
func newAgentRoleWith(
	ctx context.Context, e *engines, c config, js jetstream.JetStream, library *scenarios.Library,
) (*agentRole, error) {
	scene, err := defaultScene(c, library)
	if err != nil {
		return nil, err
	}
	a := &agentRole{engines: e, keepCalls: c.keepCalls, metrics: newMetrics()}
	a.metrics.engines.of(e)
	if a.memory, err = openMemory(ctx, c, js); err != nil {
		return nil, err
	}
	d := &desk{
		library: library, engines: a.engines, queue: js,
		memory: a.memory, metrics: a.metrics,
		scene: scene, wheel: playout.NewWheel(), log: slog.Default(),
	}
	a.bookings = web.NewSeats(cmp.Or(c.maxCalls, room.DefaultMaxJobs), c.page.share)
	a.worker = &room.Worker{
		URL: c.livekit.url, Key: c.livekit.key, Secret: c.livekit.secret,
		AgentName: c.livekit.agentName(), MaxJobs: c.maxCalls, Run: a.seated(d.hold), Refuse: d.busy,
		Registered: func(id string) {
			slog.Info("agent registered", "worker", id, "livekit", c.livekit.url)
		},
	}
	a.metrics.registry.MustRegister(seatMetrics(a.seats)...)
	if a.others, err = meetNeighbours(js.Conn(), c.livekit, a.free); err != nil {
		return nil, errors.Join(err, a.memory.calls.Close())
	}
	a.worker.Elsewhere = a.others.haveSeat
	return a, nil
}

// defaultScene is the scenario of dispatches that name none: the one configured,
// else the first of the easiest.
func defaultScene(c config, library *scenarios.Library) (string, error) {
	if c.scene == "" {
		return library.List()[0].ID, nil // there are the embedded ones at least
	}
	if _, ok := library.Get(c.scene); !ok {
		return "", setupError{fmt.Errorf("--scene %s: there is no such scenario", c.scene)}
	}
	return c.scene, nil
}

// seats is how many more calls the agent takes and how many it holds at once.
// It is safe for concurrent use.
func (a *agentRole) seats() (free, all int) { return a.worker.Seats() }

func (a *agentRole) free() int {
	free, _ := a.seats()
	return free
}

// seated does a job in the seat that is kept for its room.
func (a *agentRole) seated(hold func(context.Context, *room.Job) error) func(context.Context, *room.Job) error {
	return func(ctx context.Context, job *room.Job) error {
		a.bookings.Begin(job.Room)
		defer a.bookings.End(job.Room)
		return hold(ctx, job)
	}
}

// run takes calls until ctx ends; the calls are then told and ended first.
func (a *agentRole) run(ctx context.Context) error {
	giveBack()
	pruning, stop := context.WithCancel(ctx)
	var pruned sync.WaitGroup
	pruned.Go(func() { a.memory.prune(pruning, a.keepCalls) })
	defer pruned.Wait()
	defer stop()
	return a.worker.Serve(ctx)
}

// ready is nil while rooms get their agent, else why not.
func (a *agentRole) ready() error {
	err := a.worker.Ready()
	switch {
	case err == nil:
		return nil
	case errors.Is(err, room.ErrRefused):
		return errKey
	case errors.Is(err, room.ErrDraining):
		return errStopping
	}
	return errNoLiveKit
}

func (a *agentRole) close() error {
	return errors.Join(a.others.close(), a.engines.close(), a.memory.calls.Close())
}

// checkerRole judges exchanges.
type checkerRole struct {
	*queue.Worker
	judges  *judges
	metrics *checkerMetrics
}

func newCheckerRole(ctx context.Context, c config, js jetstream.JetStream, library *scenarios.Library) (*checkerRole, error) {
	j, err := openJudges(ctx, c)
	if err != nil {
		return nil, err
	}
	m := newCheckerMetrics(js)
	return &checkerRole{&queue.Worker{JS: js, Library: library, Judge: j.of, Observer: m, Log: slog.Default()}, j, m}, nil
}

func (c *checkerRole) close() error { return c.judges.close() }

// How soon a NATS server that is back, or one that hangs, is noticed.
const (
	natsReconnect = 250 * time.Millisecond
	natsPing      = 5 * time.Second // two unanswered mean that it hangs
)

// connectNATS reaches an external NATS server and sets the streams up.
func connectNATS(ctx context.Context, url string) (*nats.Conn, jetstream.JetStream, error) {
	nc, err := nats.Connect(url, nats.Name(agentName), nats.MaxReconnects(-1),
		nats.ReconnectWait(natsReconnect), nats.ReconnectJitter(natsReconnect/2, natsReconnect/2),
		nats.PingInterval(natsPing), nats.MaxPingsOutstanding(2))
	if err != nil {
		return nil, nil, setupError{fmt.Errorf("cannot reach NATS at %s: %w; is it running?", url, err)}
	}
	js, err := setupStreams(ctx, nc)
	if err != nil {
		nc.Close()
		return nil, nil, err
	}
	return nc, js, nil
}

func setupStreams(ctx context.Context, nc *nats.Conn) (jetstream.JetStream, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	if err := queue.Setup(ctx, js); err != nil {
		return nil, setupError{fmt.Errorf("set up the checker's streams (is JetStream on?): %w", err)}
	}
	return js, nil
}
