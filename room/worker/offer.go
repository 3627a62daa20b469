package worker

import (
	"cmp"
	"context"
	"time"

	"github.com/livekit/protocol/livekit"
)

const (
	// assignmentTimeout is how long an accepted job holds its place without an
	// assignment: the server picked another worker or gave up.
	assignmentTimeout = 7500 * time.Millisecond
	// attrAgentName is where LiveKit's own framework puts the agent's name.
	attrAgentName = "lk.agent.name"
)

// What LiveKit makes of a worker's load (v1.13, pkg/service/agentservice.go): a
// node is offered no job once max(0, target_load - load), summed over its
// available workers, is 0; target_load is 0.7 unless the server's configuration
// says otherwise. Among the node's available workers one is picked at random,
// weighted by 1 - load, and when it declines another.
const (
	// lastSeat is just above the load of a worker with one seat left, so that
	// every seat is offered, and far enough from 0 that the fuller of two workers
	// is picked less often.
	lastSeat = 0.65
	// noSeat is the load of a full worker that refuses callers itself: still
	// offered jobs, after all that have seats.
	noSeat = 0.69
)

const (
	// maxRefusals is how many jobs without a seat are taken at once, enough for a
	// school class that calls at the same moment, and maxRefusing how many of them
	// are worked on: each holds a connection to a room, for about a second or for as
	// long as the refusal takes to read.
	maxRefusals = 64
	maxRefusing = 16
	// elsewhereTimeout is how long the other workers may take to say that they
	// have a seat.
	elsewhereTimeout = time.Second
)

// offer is a job accepted whose assignment has not come.
type offer struct {
	at     time.Time
	room   string
	refuse bool
}

// answer takes or declines an offered job without waiting: jobs about a room
// while there is a seat, and those without one for Refuse, unless another worker
// has a seat.
func (w *Worker) answer(job *livekit.Job) {
	switch {
	case job.GetType() != livekit.JobType_JT_ROOM:
		w.reply(job, false)
	case w.reserve(job, false):
		w.reply(job, true)
	case w.Refuse == nil:
		w.reply(job, false)
	default:
		w.asking.Go(func() { w.reply(job, !w.elsewhere() && w.reserveAny(job)) })
	}
}

// elsewhere reports whether another worker has a seat.
func (w *Worker) elsewhere() (free bool) {
	if w.Elsewhere == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), elsewhereTimeout)
	defer cancel()
	err := w.guarded(func() error { free = w.Elsewhere(ctx); return nil })
	if err != nil {
		w.Log.Error("ask other workers for a seat", "err", err)
	}
	return free
}

// reserveAny takes a seat that has become free meanwhile, or a place among those
// to be refused.
func (w *Worker) reserveAny(job *livekit.Job) bool {
	return w.reserve(job, false) || w.reserve(job, true)
}

// reserve takes a seat for a job or, if refuse is set, a place among those to be
// refused; it reports whether there was one. A job for a room that has a seat here
// takes that: a server that was restarted asks for an agent again where one is.
func (w *Worker) reserve(job *livekit.Job, refuse bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire()
	room := job.GetRoom().GetName()
	rooms, refused := w.count()
	full := !rooms[room] && (w.retired || len(rooms) >= w.seats())
	if w.draining || !refuse && full || refuse && refused >= maxRefusals {
		return false
	}
	w.pending[job.GetId()] = offer{time.Now(), room, refuse}
	return true
}

// reply tells the server whether a job is taken. Unsent, the server asks another
// worker when this connection is gone.
func (w *Worker) reply(job *livekit.Job, available bool) {
	a := &livekit.AvailabilityResponse{JobId: job.GetId(), Available: available}
	if available {
		a.ParticipantIdentity = "agent-" + job.GetId()
		a.ParticipantName = cmp.Or(w.AgentName, "agent")
		a.ParticipantAttributes = map[string]string{attrAgentName: w.AgentName}
	}
	_ = w.send(outgoing{msg: &livekit.WorkerMessage{Message: &livekit.WorkerMessage_Availability{Availability: a}}})
}

// expire forgets accepted jobs whose assignment never came. Under mu.
func (w *Worker) expire() {
	for id, o := range w.pending {
		if time.Since(o.at) > assignmentTimeout {
			delete(w.pending, id)
		}
	}
}

// seats is how many jobs run at once.
func (w *Worker) seats() int { return cmp.Or(w.MaxJobs, DefaultMaxJobs) }

// count is which rooms have a seat and how many jobs are there to be refused, those
// accepted among them. Under mu.
func (w *Worker) count() (rooms map[string]bool, refused int) {
	rooms = map[string]bool{}
	for _, o := range w.pending {
		if o.refuse {
			refused++
			continue
		}
		rooms[o.room] = true
	}
	for _, j := range w.jobs {
		switch {
		case j.over:
		case j.refuse:
			refused++
		default:
			rooms[j.room] = true
		}
	}
	return rooms, refused
}

// Seats is how many more jobs the worker takes and how many it holds at once.
// A job that is accepted has its seat. A worker that is ending has none free.
func (w *Worker) Seats() (free, all int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire()
	all = w.seats()
	if rooms, _ := w.count(); !w.draining && !w.retired {
		free = max(0, all-len(rooms))
	}
	return free, all
}

// status is the worker's state as LiveKit chooses by it.
func (w *Worker) status() *livekit.WorkerMessage {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire()
	rooms, refused := w.count()
	status, load := livekit.WorkerStatus_WS_AVAILABLE, lastSeat*float32(len(rooms))/float32(w.seats())
	if w.retired || len(rooms) >= w.seats() {
		load = noSeat
		if w.Refuse == nil || refused >= maxRefusals {
			status = livekit.WorkerStatus_WS_FULL
		}
	}
	if w.draining {
		status = livekit.WorkerStatus_WS_FULL
	}
	return &livekit.WorkerMessage{Message: &livekit.WorkerMessage_UpdateWorker{UpdateWorker: &livekit.UpdateWorkerStatus{
		Status: &status, JobCount: uint32(len(w.jobs)), Load: load,
	}}}
}
