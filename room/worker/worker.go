// Package worker offers this process to a LiveKit server as an agent and runs a
// job for each call. It speaks LiveKit's worker protocol
// (github.com/livekit/protocol, protobufs/livekit_agent.proto) over a websocket.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	// DefaultGrace is how long jobs may take to end when their worker ends:
	// inside the 5 s in which `parley serve` promises to be gone.
	DefaultGrace = 4 * time.Second
	// DefaultMaxJobs is how many calls one worker holds at once.
	DefaultMaxJobs = 100
)

// Causes a job's context ends with (context.Cause).
var (
	// ErrTerminated: the server ended the job: the dispatch was deleted or the
	// agent was removed from the room.
	ErrTerminated = errors.New("the server ended the job")
	// ErrDraining: the worker is ending and its jobs with it.
	ErrDraining = errors.New("the worker is shutting down")
)

// ErrRefused is wrapped by the errors of Serve and Ready when the server does
// not take the worker's key, ErrOffline by Ready's while there is no connection.
var (
	ErrRefused = errors.New("livekit refuses the worker")
	ErrOffline = errors.New("no connection to livekit")
)

// Worker offers this process to a LiveKit server as an agent: it registers
// under AgentName and runs a job for every room that asks for that name. Rooms
// that ask for no name are left alone, unless AgentName is empty. A worker
// whose connection is lost keeps its jobs and registers again. Set the fields,
// then call Serve once.
type Worker struct {
	// URL is the server's, ws:// or wss://; http and https are taken as those.
	URL string
	// Key and Secret sign the worker's token.
	Key, Secret string
	// AgentName is what rooms ask for. Empty takes the rooms that ask for nobody
	// by name: LiveKit's automatic dispatch.
	AgentName string
	// MaxJobs is how many jobs run at once, the worker's seats. 0 means
	// DefaultMaxJobs.
	MaxJobs int
	// Grace is how long jobs get to end when Serve's context ends; 0 means
	// DefaultGrace.
	Grace time.Duration
	// Run does one job and returns when it is over; an error or a panic marks
	// it failed. Each job has a goroutine of its own. ctx ends with ErrTerminated
	// or ErrDraining as its cause; Run then has to end its call and return. A job
	// whose Run returns ErrNobody has not failed.
	Run func(ctx context.Context, j *Job) error
	// Refuse, if set, does a job for which there is no seat: it tells the caller
	// so and returns. LiveKit offers a job once to each worker, so a job that all
	// decline is a caller who waits in silence. ctx and the outcome are as Run's.
	// At most 64 such jobs are taken, 16 at work and the others waiting for them;
	// without Refuse, or beyond that, a job without a seat is declined.
	Refuse func(ctx context.Context, j *Job) error
	// Elsewhere, if set, reports whether another worker has a seat free; it may
	// take until ctx ends, a second. A job that Refuse would do is declined then, for
	// LiveKit to offer it to the others.
	Elsewhere func(ctx context.Context) bool
	// Registered, if set, is called with the worker's id after each
	// registration, when rooms that ask for AgentName get it. It must not block.
	Registered func(id string)
	// Log takes what goes wrong; nil means slog.Default.
	Log *slog.Logger

	mu             sync.Mutex
	conn           *conn // nil while there is no connection
	silence        time.Duration
	pending        map[string]offer // jobs accepted, until their assignment comes
	jobs           map[string]*running
	asking         sync.WaitGroup // for Elsewhere
	refusing       chan struct{}  // holds one for each job that Refuse works on
	retired        bool
	draining       bool
	everRegistered bool
	// registered says that the server offers jobs to the worker, lost why it does
	// not, if it ever answered.
	registered bool
	lost       error
}

// Ready is nil while the server sends this worker the jobs of rooms that ask for
// AgentName, and else says why it does not: an error that wraps ErrOffline, or
// ErrRefused when the server does not take the key, or ErrDraining. A connection
// that has gone silent counts as lost within 10 s.
func (w *Worker) Ready() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.draining, w.retired:
		return ErrDraining
	case w.registered:
		return nil
	case errors.Is(w.lost, ErrRefused):
		return w.lost
	case w.lost != nil:
		return fmt.Errorf("%w: %w", ErrOffline, w.lost)
	}
	return ErrOffline
}

// setRegistered notes whether the server offers jobs to the worker; if not, why.
func (w *Worker) setRegistered(registered bool, why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.registered, w.lost = registered, why
}

// Serve connects, registers and runs jobs until ctx ends, connecting again with
// growing pauses (0.2 to 10 s, with jitter) whenever the connection is lost. It
// returns nil when ctx has ended and every job is done, ErrRefused if the server
// never took the key, and an error naming how many jobs did not end in Grace.
func (w *Worker) Serve(ctx context.Context) error {
	w.init()
	live, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	refused := make(chan error, 1)
	go func() { refused <- w.connect(live) }()
	select {
	case err := <-refused:
		w.asking.Wait()
		return err
	case <-ctx.Done():
	}
	err := w.drain()
	stop()
	<-refused
	w.asking.Wait()
	return err
}

// init prepares the worker. Seats may be asked for meanwhile.
func (w *Worker) init() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.Grace == 0 {
		w.Grace = DefaultGrace
	}
	if w.Log == nil {
		w.Log = slog.Default()
	}
	if w.silence == 0 {
		w.silence = silence
	}
	w.pending = map[string]offer{}
	w.refusing = make(chan struct{}, maxRefusing)
	w.jobs = map[string]*running{}
}

// connect holds one connection after the other until ctx ends.
func (w *Worker) connect(ctx context.Context) error {
	for attempt := 0; ; attempt++ {
		registered, err := w.hold(ctx)
		w.setRegistered(false, err)
		switch {
		case ctx.Err() != nil:
			return nil //nolint:nilerr // the connection was ended on purpose
		case errors.Is(err, ErrRefused) && !w.everRegistered:
			return err
		case registered:
			attempt = 0
		}
		pause := backoff(attempt)
		w.Log.Warn("no connection to livekit", "err", err, "retry_in", pause)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// backoff doubles from 0.2 s to 10 s and takes off up to half, so that many
// workers do not return to a restarted server in the same instant.
func backoff(attempt int) time.Duration {
	d := min(200*time.Millisecond<<min(attempt, 6), 10*time.Second)
	return d - rand.N(d/2)
}

// retirePoll is how often Retire counts the jobs that are left.
const retirePoll = 100 * time.Millisecond

// Retire takes no more jobs but those about rooms that have one here, says so to
// the server at once, and returns when none is left or ctx ends, and whether none
// is. progress is told how many are left, at first and whenever that has changed. A
// caller who is sent here all the same is declined if another worker has a seat, else
// met by Refuse. It may be called again.
func (w *Worker) Retire(ctx context.Context, progress func(left int)) bool {
	w.mu.Lock()
	w.retired = true
	w.mu.Unlock()
	w.sendStatus()
	tick := time.NewTicker(retirePoll)
	defer tick.Stop()
	for told := -1; told != 0; {
		if left := w.left(); left != told {
			progress(left)
			told = left
			continue
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// left is how many jobs are under way, those accepted among them.
func (w *Worker) left() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire()
	return len(w.pending) + len(w.jobs)
}

// drain takes no more jobs, tells the running ones to end and waits for them.
func (w *Worker) drain() error {
	w.mu.Lock()
	w.draining = true
	jobs := make([]*running, 0, len(w.jobs))
	for _, j := range w.jobs {
		jobs = append(jobs, j)
	}
	w.mu.Unlock()
	w.sendStatus()
	for _, j := range jobs {
		j.cancel(ErrDraining)
	}
	grace := time.NewTimer(w.Grace)
	defer grace.Stop()
	for i, j := range jobs {
		select {
		case <-j.done:
		case <-grace.C:
			return fmt.Errorf("stop worker: %d of %d jobs still run after %v", len(jobs)-i, len(jobs), w.Grace)
		}
	}
	return nil
}
