package room

import (
	"time"

	"github.com/livekit/protocol/livekit"
)

const (
	// assignmentTimeout is how long an accepted job holds its place without an
	// assignment: the server picked another worker or gave up.
	assignmentTimeout = 7500 * time.Millisecond
	// reportTimeout bounds the wait for the connection to carry a job's outcome.
	reportTimeout = time.Second
	// attrAgentName is where LiveKit's own framework puts the agent's name.
	attrAgentName = "lk.agent.name"
)

// answer takes or declines an offered job at once; a full or ending worker and
// jobs that are not about a room are declined.
func (w *Worker) answer(job *livekit.Job) {
	a := &livekit.AvailabilityResponse{JobId: job.GetId()}
	w.mu.Lock()
	w.expire()
	if !w.full() && job.GetType() == livekit.JobType_JT_ROOM {
		w.pending[job.GetId()] = time.Now()
		a.Available = true
		a.ParticipantIdentity = "agent-" + job.GetId()
		a.ParticipantName = w.AgentName
		a.ParticipantAttributes = map[string]string{attrAgentName: w.AgentName}
	}
	w.mu.Unlock()
	// Unsent, the server asks another worker when this connection is gone.
	_ = w.send(outgoing{msg: &livekit.WorkerMessage{Message: &livekit.WorkerMessage_Availability{Availability: a}}})
}

// expire forgets accepted jobs whose assignment never came. Under mu.
func (w *Worker) expire() {
	for id, at := range w.pending {
		if time.Since(at) > assignmentTimeout {
			delete(w.pending, id)
		}
	}
}

// full reports whether no more jobs are taken. Under mu.
func (w *Worker) full() bool { return w.draining || len(w.jobs)+len(w.pending) >= w.MaxJobs }

// status is the worker's state. The load stays below 1: LiveKit never picks a
// worker of load 1, even an available one.
func (w *Worker) status() *livekit.WorkerMessage {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expire()
	status := livekit.WorkerStatus_WS_AVAILABLE
	if w.full() {
		status = livekit.WorkerStatus_WS_FULL
	}
	return &livekit.WorkerMessage{Message: &livekit.WorkerMessage_UpdateWorker{UpdateWorker: &livekit.UpdateWorkerStatus{
		Status: &status, JobCount: uint32(len(w.jobs)),
		Load: min(float32(len(w.jobs))/float32(w.MaxJobs), 0.99),
	}}}
}

// sendStatus tells the status at once; without a connection the next one begins
// with it.
func (w *Worker) sendStatus() { _ = w.send(outgoing{msg: w.status()}) }

// report tells the server how a job ended and waits until that is written or
// there is no connection to write it to.
func (w *Worker) report(status *livekit.UpdateJobStatus) {
	written := make(chan struct{})
	err := w.send(outgoing{&livekit.WorkerMessage{Message: &livekit.WorkerMessage_UpdateJob{UpdateJob: status}}, written})
	if err != nil {
		w.Log.Warn("job outcome not reported", "job", status.GetJobId(), "err", err)
		return
	}
	select {
	case <-written:
	case <-time.After(reportTimeout):
		w.Log.Warn("job outcome not reported", "job", status.GetJobId(), "err", ErrOffline)
	}
}

// send queues a message for the current connection and never blocks; a
// connection that takes nothing is ended.
func (w *Worker) send(o outgoing) error {
	w.mu.Lock()
	s := w.session
	w.mu.Unlock()
	if s == nil {
		return ErrOffline
	}
	select {
	case s.out <- o:
		return nil
	default:
		s.end(ErrOffline)
		return ErrOffline
	}
}

// attach makes s the current connection, or none if s is nil. A server that
// lost sight of running jobs is told of them.
func (w *Worker) attach(s *session) {
	w.mu.Lock()
	w.session = s
	ids := make([]string, 0, len(w.jobs))
	for id := range w.jobs {
		ids = append(ids, id)
	}
	w.everUp = w.everUp || s != nil
	w.mu.Unlock()
	if s != nil && len(ids) > 0 {
		s.out <- outgoing{msg: &livekit.WorkerMessage{Message: &livekit.WorkerMessage_MigrateJob{
			MigrateJob: &livekit.MigrateJobRequest{JobIds: ids}}}}
	}
}
