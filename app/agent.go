package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"parley"
	"parley/agent"
	"parley/app/embedded/scrub"
	"parley/app/metrics"
	"parley/app/rooms"
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
	rooms   *rooms.Keeper
	// registered gets one when LiveKit has taken the worker.
	registered chan struct{}
	// assistants serve those who talk to an assistant, in calls and over HTTP.
	assistants *assistants
	// bookings are the seats the page gives to callers before they join.
	bookings *web.Seats
	// held are the jobs under way, ending is how they may end.
	held   *heldCalls
	ending Drain
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
	c, err := c.forRole("")
	if err != nil {
		return err
	}
	if err := makeData(c.Data); err != nil {
		return err
	}
	return runAlone(ctx, c, runAgent)
}

// runAgent opens an agent and runs it.
func runAgent(ctx context.Context, c Config, r alone) error {
	a, err := openAgent(ctx, c, r.js, r.library, r.told.metrics)
	if err != nil {
		return err
	}
	store := newStoreReach(r.js, queue.ChecksStream, queue.VerdictsStream, usersStream)
	r.told.ready.begin(a.part(), natsPart(r.nc), part{name: "store", well: "it answers", state: store.ready})
	return errors.Join(watching(ctx, a.Run, store), a.Close())
}

// openAgent is an agent with the engines of the configuration.
func openAgent(
	ctx context.Context, c Config, js jetstream.JetStream, library *scenarios.Library, m *metrics.Metrics,
) (*Agent, error) {
	e, err := openEngines(ctx, c)
	if err != nil {
		return nil, err
	}
	a, err := newAgent(ctx, e, c, js, library, m)
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
	return newAgent(ctx, e, c, js, library, metrics.New())
}

func newAgent(
	ctx context.Context, e *Engines, c Config, js jetstream.JetStream, library *scenarios.Library, told *metrics.Metrics,
) (*Agent, error) {
	scene, err := defaultScene(c, library)
	if err != nil {
		return nil, err
	}
	a := &Agent{engines: e, keepCalls: c.KeepCalls, metrics: told, held: &heldCalls{}, ending: c.Drain}
	a.rooms = rooms.New(c.LiveKit.URL, c.LiveKit.Key, c.LiveKit.Secret, c.LiveKit.AgentName())
	a.registered = make(chan struct{}, 1)
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
		store: a.store, metrics: a.metrics, held: a.held, rooms: a.rooms, name: c.LiveKit.AgentName(),
		secret: c.LiveKit.Secret, scene: scene, wheel: playout.NewWheel(), log: slog.Default(),
	}
	a.bookings = web.NewSeats(cmp.Or(c.MaxCalls, worker.DefaultMaxJobs), c.Page.Share)
	a.worker = &worker.Worker{
		URL: c.LiveKit.URL, Key: c.LiveKit.Key, Secret: c.LiveKit.Secret,
		AgentName: c.LiveKit.AgentName(), MaxJobs: c.MaxCalls, Run: a.seated(m.handle),
		Refuse: func(ctx context.Context, job *worker.Job) error {
			if errors.Is(a.worker.Ready(), worker.ErrDraining) {
				return m.turnAway(ctx, job, parley.EndedStopping)
			}
			return m.turnAway(ctx, job, parley.EndedFull)
		},
		Registered: func(id string) {
			slog.Info("agent registered", "worker", id, "livekit", c.LiveKit.URL)
			select {
			case a.registered <- struct{}{}:
			default: // rooms are about to be looked at
			}
		},
	}
	a.metrics.WatchSeats(a.Seats)
	if a.others, err = meetNeighbours(js.Conn(), c.LiveKit, a.free, a.held); err != nil {
		return nil, errors.Join(err, a.assistants.close(), a.store.calls.Close())
	}
	a.worker.Elsewhere, m.others = a.others.haveSeat, a.others
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

// Run takes calls until it is asked to end and its calls have (Drain), or ctx ends;
// the calls are then told and ended at once.
func (a *Agent) Run(ctx context.Context) error {
	giveBack()
	ctx, end := context.WithCancel(ctx)
	defer end()
	beside, stop := context.WithCancel(context.WithoutCancel(ctx))
	var rest errgroup.Group
	rest.Go(func() error {
		a.store.check(beside, a.metrics.Damaged)
		a.store.prune(beside, a.keepCalls)
		return nil
	})
	rest.Go(func() error { return a.assistants.host.Run(beside) })
	rest.Go(func() error {
		defer end()
		a.drain(ctx, a.ending)
		return nil
	})
	rest.Go(func() error {
		a.recall(ctx)
		return nil
	})
	if a.rewind {
		rest.Go(func() error {
			if err := a.assistants.host.Rewind(beside); err != nil {
				slog.Error("reminders may not come", "err", err)
			}
			return nil
		})
	}
	err := a.worker.Serve(ctx)
	end()
	stop()
	return errors.Join(err, rest.Wait())
}

// recall looks, whenever LiveKit has taken the worker, for people who wait in a room
// for an agent, until ctx ends.
func (a *Agent) recall(ctx context.Context) {
	for {
		select {
		case <-a.registered:
		case <-ctx.Done():
			return
		}
		n, err := a.rooms.Recall(ctx)
		if n > 0 {
			slog.Info("agents asked for in rooms that had got none", "rooms", n)
		}
		if err != nil && ctx.Err() == nil {
			slog.Warn("cannot see who waits for an agent", "err", err)
		}
	}
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
		return parley.EndedStopping
	}
	return errNoLiveKit
}

// part is what the agent needs of LiveKit.
func (a *Agent) part() part {
	return part{name: "agent", well: "registered with LiveKit", state: a.Ready, calls: true}
}

// Close frees the engines and files. Run must have returned.
func (a *Agent) Close() error {
	return errors.Join(a.others.close(), a.assistants.close(), a.engines.Close(), a.store.calls.Close())
}
