package timer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/streams"
)

const (
	// Patience bounds one call of a fire function: its context ends then.
	Patience = 30 * time.Second
	// maxTries is how often a timer is fired at most.
	maxTries = 5
	// firstPause follows the first call that failed, each pause eight times as long
	// as the one before: the last call is ten minutes after the first.
	firstPause = time.Second
	// fetchWait is how long one pull waits at the server, returnWait that of the first
	// one after it was away. A server that does not beat for two fetchBeats is away: a
	// cluster takes as long to elect another, and a starved machine may be as late.
	fetchWait  = 20 * time.Second
	returnWait = time.Second
	fetchBeat  = 2 * time.Second
	// retryPause spaces the tries to reach a server that is away, askBudget bounds
	// one.
	retryPause = 200 * time.Millisecond
	askBudget  = 2 * time.Second
	// lookEvery is how often the server is made to look at its clock. Its timer for
	// the next that is due stands still while the machine sleeps, and holds up all
	// that are set later; an update of the stream, to what it is, sets it right
	// (nats-server 2.15, resetTimer in scheduler.go, UpdateConfig in filestore.go).
	lookEvery = 30 * time.Second
)

// errPanicked means a fire function that panicked.
var errPanicked = errors.New("panicked")

// runner is one Run.
type runner struct {
	*Timers
	fire    func(ctx context.Context, owner, name string, due time.Time) error
	places  chan struct{}  // one for each timer that may be fired now
	started sync.WaitGroup // all that Run started
}

// Run fires timers until ctx ends; it then waits for the calls of fire under way
// and returns nil. Any number of processes may run and share the timers. It rides
// out any absence of the server, and makes the stream anew for one that lost its
// disk. What came due while the machine slept is fired within half a minute of its
// waking. An error wraps ErrUnavailable: the connection was closed.
//
// fire is called with the very time that was set, for up to Config.Parallel timers
// at once, also of one owner. Its context ends with ctx and after Patience. It is
// called at least once: again when it returned an error or panicked, after 1 s,
// 8 s, 64 s and 8.5 min, or when its process died. The fifth call of a timer is the
// last; if it fails, the timer is dropped with a log line. So fire must do
// something twice without harm. It may set and cancel timers; one that it sets
// anew or cancels is not fired again for the old time, whatever it returns. Its
// error is logged, so nothing a user said may be in it.
func (t *Timers) Run(ctx context.Context, fire func(ctx context.Context, owner, name string, due time.Time) error) error {
	r := &runner{Timers: t, fire: fire, places: make(chan struct{}, t.cfg.Parallel)}
	r.free(t.cfg.Parallel)
	ticking, stop := context.WithCancel(ctx)
	r.started.Go(func() { r.tick(ticking) })
	err := r.run(ctx)
	stop()
	r.started.Wait()
	_ = t.js.Conn().FlushTimeout(time.Second) // what does not get out is fired again
	return err
}

func (r *runner) run(ctx context.Context) error {
	away := false
	for ctx.Err() == nil {
		wait := fetchWait
		if away {
			wait = returnWait
		}
		err := r.take(ctx, wait)
		switch {
		case err == nil || errors.Is(err, context.DeadlineExceeded): // none came due
			if away {
				r.log.Info("timers are in reach again", "stream", r.cfg.Name)
			}
			away = false
		case ctx.Err() != nil:
		case r.js.Conn().IsClosed():
			return fmt.Errorf("fire timers: %w: %w", ErrUnavailable, err)
		default:
			if !away { // once an outage
				r.log.Warn("timers are out of reach, reminders come late: see that NATS runs and has processor time and disk",
					"stream", r.cfg.Name, "err", err)
			}
			away = true
			r.reach(ctx)
		}
	}
	return nil
}

// reach pauses and makes what the server may have come back without. If that
// fails, take does too and tells.
func (r *runner) reach(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(retryPause):
		r.ask(ctx, func(ctx context.Context) { _, _, _ = r.setUp(ctx) })
	}
}

// tick makes the server look at its clock, see lookEvery, until ctx ends.
func (r *runner) tick(ctx context.Context) {
	tick := time.NewTicker(r.look)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			r.ask(ctx, func(ctx context.Context) { _ = streams.Touch(ctx, r.js, r.cfg.Name) })
		}
	}
}

// ask asks something of the server, if it is there.
func (r *runner) ask(ctx context.Context, f func(context.Context)) {
	if !r.js.Conn().IsConnected() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askBudget)
	defer cancel()
	f(ctx)
}

// take fires the timers that are due or come due soon, as many as there are places
// free; it waits for the first one. It returns before they are fired.
func (r *runner) take(ctx context.Context, wait time.Duration) error {
	if !r.js.Conn().IsConnected() {
		return fmt.Errorf("wait for timers: %w", nats.ErrDisconnected)
	}
	n, err := r.claim(ctx)
	if err != nil {
		return err
	}
	defer func() { r.free(n) }()
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	batch, err := r.consumer.Fetch(n, jetstream.FetchContext(waiting), jetstream.FetchHeartbeat(min(fetchBeat, wait/4)))
	if err != nil {
		return fmt.Errorf("wait for timers: %w", err)
	}
	for msg := range batch.Messages() {
		n--
		r.started.Go(func() {
			defer r.free(1)
			r.handle(ctx, msg)
		})
	}
	return batch.Error()
}

// claim takes the places that are free, at least one.
func (r *runner) claim(ctx context.Context) (n int, err error) {
	select {
	case <-r.places:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	for n = 1; ; n++ {
		select {
		case <-r.places:
		default:
			return n, nil
		}
	}
}

func (r *runner) free(n int) {
	for range n {
		r.places <- struct{}{}
	}
}
