package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"parley/agent"
	"parley/app/embedded/scrub"
	"parley/app/metrics"
	"parley/checker/queue"
	"parley/journal"
	"parley/media/playout"
	"parley/room"
	"parley/room/worker"
	"parley/scenarios"
	"parley/web"
)

// The parts of a call fit the agent's ports.
var (
	_ agent.Stage    = (*room.Call)(nil)
	_ agent.Reviewer = (*queue.Client)(nil)
	_ agent.Journal  = (*journal.Dir)(nil)
	_ agent.Meter    = (*metrics.Metrics)(nil)
)

// Agent is the agent role: a worker of a LiveKit server that holds calls.
type Agent struct {
	worker  *worker.Worker
	engines *Engines
	store   *userStore
	metrics *metrics.Metrics
	others  *neighbours
	// assistants serve those who talk to an assistant, in calls and over HTTP.
	assistants *assistants
	// bookings are the seats the page gives to callers before they join.
	bookings *web.Seats
	// keepCalls is how long journals are kept; 0 is for ever.
	keepCalls time.Duration
	// rewind is set if the store has lost timers.
	rewind bool
}

// RunAgent runs the agent role alone until ctx ends. What keeps it from starting
// is a SetupError.
func RunAgent(ctx context.Context, c Config) error {
	if err := c.checkServers(true); err != nil {
		return err
	}
	if err := makeData(c.Data); err != nil {
		return err
	}
	library, err := OpenScenarios(c.Scenarios)
	if err != nil {
		return err
	}
	l, err := openOps(c.Ops)
	if err != nil {
		return err
	}
	if l != nil {
		defer func() { _ = l.Close() }() // closed already, if it was served
	}
	nc, js, err := awaitNATS(ctx, c, l)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	defer nc.Close()
	a, err := openAgent(ctx, c, js, library)
	if err != nil {
		return err
	}
	return errors.Join(withOps(ctx, l, a.metrics, a.Run), a.Close())
}

// openAgent is an agent with the engines of the configuration.
func openAgent(ctx context.Context, c Config, js jetstream.JetStream, library *scenarios.Library) (*Agent, error) {
	e, err := openEngines(ctx, c)
	if err != nil {
		return nil, err
	}
	a, err := NewAgent(ctx, e, c, js, library)
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return a, nil
}

// NewAgent is an agent whose calls share e, which its Close closes. Of c it reads
// the data folder, LiveKit, and what bounds the calls.
func NewAgent(
	ctx context.Context, e *Engines, c Config, js jetstream.JetStream, library *scenarios.Library,
) (*Agent, error) {
	scene, err := defaultScene(c, library)
	if err != nil {
		return nil, err
	}
	a := &Agent{engines: e, keepCalls: c.KeepCalls, metrics: metrics.New()}
	e.watchedBy(a.metrics)
	if a.store, err = openUserStore(ctx, c, js); err != nil {
		return nil, err
	}
	if a.assistants, err = openAssistants(ctx, c, js, e, library, a.store.key, a.metrics.Damaged); err != nil {
		return nil, errors.Join(err, a.store.calls.Close())
	}
	a.store.assistants = a.assistants.host
	m := &callManager{
		experience: openExperience(c.Data, e.hearing.Name(), &e.marks),
		library:    library, engines: a.engines, queue: js, assistants: a.assistants,
		store: a.store, metrics: a.metrics,
		secret: c.LiveKit.Secret, scene: scene, wheel: playout.NewWheel(), log: slog.Default(),
	}
	a.bookings = web.NewSeats(cmp.Or(c.MaxCalls, worker.DefaultMaxJobs), c.Page.Share)
	a.worker = &worker.Worker{
		URL: c.LiveKit.URL, Key: c.LiveKit.Key, Secret: c.LiveKit.Secret,
		AgentName: c.LiveKit.AgentName(), MaxJobs: c.MaxCalls, Run: a.seated(m.handle), Refuse: m.refuseBusy,
		Registered: func(id string) {
			slog.Info("agent registered", "worker", id, "livekit", c.LiveKit.URL)
		},
	}
	a.metrics.WatchSeats(a.Seats)
	if a.others, err = meetNeighbours(js.Conn(), c.LiveKit, a.free); err != nil {
		return nil, errors.Join(err, a.assistants.close(), a.store.calls.Close())
	}
	a.worker.Elsewhere = a.others.haveSeat
	return a, nil
}

// lost takes word of what of the store was damaged. It is for before Run.
func (a *Agent) lost(all []scrub.Damage) {
	for _, d := range all {
		a.metrics.Damaged(metrics.FileDamaged)
		a.rewind = a.rewind || d.Lost && d.Stream == timersStream
	}
}

// OnRegistered has f called, in place of a line in the log, whenever LiveKit has
// taken the agent; f must not block. It is for before Run.
func (a *Agent) OnRegistered(f func()) { a.worker.Registered = func(string) { f() } }

// Metrics are what the agent counts.
func (a *Agent) Metrics() *metrics.Metrics { return a.metrics }

// Seats is how many more calls the agent takes and how many it holds at once.
// It is safe for concurrent use.
func (a *Agent) Seats() (free, all int) { return a.worker.Seats() }

func (a *Agent) free() int {
	free, _ := a.Seats()
	return free
}

// seated does a job in the seat that is kept for its room.
func (a *Agent) seated(handle func(context.Context, *worker.Job) error) func(context.Context, *worker.Job) error {
	return func(ctx context.Context, job *worker.Job) error {
		a.bookings.Begin(job.Room)
		defer a.bookings.End(job.Room)
		return handle(ctx, job)
	}
}

// Run takes calls until ctx ends; the calls are then told and ended first.
func (a *Agent) Run(ctx context.Context) error {
	giveBack()
	beside, stop := context.WithCancel(context.WithoutCancel(ctx))
	var rest errgroup.Group
	rest.Go(func() error {
		a.store.check(beside, a.metrics.Damaged)
		a.store.prune(beside, a.keepCalls)
		return nil
	})
	rest.Go(func() error { return a.assistants.host.Run(beside) })
	if a.rewind {
		rest.Go(func() error {
			if err := a.assistants.host.Rewind(beside); err != nil {
				slog.Error("reminders may not come", "err", err)
			}
			return nil
		})
	}
	err := a.worker.Serve(ctx)
	stop()
	return errors.Join(err, rest.Wait())
}

// Ready is nil while rooms get their agent, else why not, in words for users and
// operators.
func (a *Agent) Ready() error {
	err := a.worker.Ready()
	switch {
	case err == nil:
		return nil
	case errors.Is(err, worker.ErrRefused):
		return errKey
	case errors.Is(err, worker.ErrDraining):
		return errStopping
	}
	return errNoLiveKit
}

// Close frees the engines and files. Run must have returned.
func (a *Agent) Close() error {
	return errors.Join(a.others.close(), a.assistants.close(), a.engines.Close(), a.store.calls.Close())
}

// neighbours asks the other agents of the same LiveKit, with whom this one
// shares a NATS, whether they have a seat free. LiveKit offers a full agent jobs
// as long as it refuses callers in words, and does not know that another could
// hold them. Agents with the same name and API key are taken to serve the same
// LiveKit.
type neighbours struct {
	nc      *nats.Conn
	subject string
	sub     *nats.Subscription
}

// meetNeighbours answers others as long as free gives more than 0.
func meetNeighbours(nc *nats.Conn, l LiveKitConfig, free func() int) (*neighbours, error) {
	// The key goes nowhere; its hash keeps agents of different servers apart.
	who := sha256.Sum256([]byte(l.AgentName() + "\x00" + l.Key))
	n := &neighbours{nc: nc, subject: "parley.seats." + hex.EncodeToString(who[:8])}
	var err error
	n.sub, err = nc.Subscribe(n.subject, func(m *nats.Msg) {
		if free() > 0 {
			_ = m.Respond(nil) // unheard, the caller is refused
		}
	})
	if err != nil {
		return nil, fmt.Errorf("listen for other agents: %w", err)
	}
	return n, nil
}

// haveSeat reports whether another agent has a seat. It waits for the first who
// has, or for ctx's end: those without do not answer.
func (n *neighbours) haveSeat(ctx context.Context) bool {
	_, err := n.nc.RequestWithContext(ctx, n.subject, nil)
	return err == nil
}

func (n *neighbours) close() error { return n.sub.Unsubscribe() }
