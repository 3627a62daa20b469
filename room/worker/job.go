package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/livekit/protocol/livekit"
)

// Job is one call for this worker to hold.
type Job struct {
	// ID is the server's id of the job.
	ID string
	// Room is the room's name and Metadata what the dispatch carries, which may
	// be anything at all.
	Room, Metadata string
	// URL and Token let the agent join the room, which it does once.
	URL, Token string

	after []func()
}

// AfterReport has f run once the job's outcome has been told to the server. The
// agent must leave its room there and not before: the server takes a job whose
// agent has left before for failed (livekit-server v1.13, pkg/agent/worker.go).
// The last f given runs first. Only Run may call AfterReport, on its own
// goroutine.
func (j *Job) AfterReport(f func()) { j.after = append(j.after, f) }

// ErrNobody is what Run returns when the room ended before a user came: a job
// without a call, which has not failed.
var ErrNobody = errors.New("nobody came")

// running is a job with its handles.
type running struct {
	cancel context.CancelCauseFunc
	done   chan struct{}
	// Under the worker's mu: refuse is set if the job never had a seat, over when
	// it holds its seat no more.
	refuse, over bool
	room         string
}

// start runs the assigned job on a goroutine of its own.
func (w *Worker) start(a *livekit.JobAssignment) {
	id := a.GetJob().GetId()
	j := &Job{
		ID: id, Room: a.GetJob().GetRoom().GetName(), Metadata: a.GetJob().GetMetadata(),
		URL: a.GetUrl(), Token: a.GetToken(),
	}
	if j.URL == "" {
		j.URL = w.URL
	}
	w.mu.Lock()
	accepted, ok := w.pending[id]
	delete(w.pending, id)
	if !ok || w.draining || w.jobs[id] != nil {
		w.mu.Unlock()
		w.Log.Warn("unexpected job assignment ignored", "job", id)
		return
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	r := &running{cancel: cancel, done: make(chan struct{}), refuse: accepted.refuse, room: accepted.room}
	w.jobs[id] = r
	w.mu.Unlock()
	w.sendStatus()
	go func() {
		defer close(r.done)
		defer cancel(nil)
		do := w.Run
		if r.refuse {
			do = w.refuse
		}
		w.run(ctx, j, do)
	}()
}

// refuse has Refuse do a job when its turn comes.
func (w *Worker) refuse(ctx context.Context, j *Job) error {
	select {
	case w.refusing <- struct{}{}:
		defer func() { <-w.refusing }()
		return w.Refuse(ctx, j)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// run does the job, reports its outcome and only then leaves the room. A job to
// which nobody came, or that ends because it was ended, has not failed.
func (w *Worker) run(ctx context.Context, j *Job, do func(context.Context, *Job) error) {
	status := &livekit.UpdateJobStatus{JobId: j.ID, Status: livekit.JobStatus_JS_SUCCESS}
	err := w.guarded(func() error { return do(ctx, j) })
	switch {
	case err == nil:
	case errors.Is(err, ErrNobody), errors.Is(err, ErrTerminated), errors.Is(err, ErrDraining):
		w.Log.Info("job ended without a call", "job", j.ID, "room", j.Room, "reason", err)
	default:
		w.Log.Error("job failed", "job", j.ID, "room", j.Room, "err", err)
		status.Status, status.Error = livekit.JobStatus_JS_FAILED, "the agent failed"
	}
	w.freeSeat(j.ID)
	w.report(status)
	for i := len(j.after) - 1; i >= 0; i-- {
		if err := w.guarded(func() error { j.after[i](); return nil }); err != nil {
			w.Log.Error("leave room", "job", j.ID, "err", err)
		}
	}
	w.mu.Lock()
	delete(w.jobs, j.ID)
	w.mu.Unlock()
	w.sendStatus()
}

// freeSeat frees the seat of a job that has only to tell the server and to leave
// the room.
func (w *Worker) freeSeat(id string) {
	w.mu.Lock()
	if r := w.jobs[id]; r != nil {
		r.over = true
	}
	w.mu.Unlock()
	w.sendStatus()
}

// guarded turns a panic of f into an error, so that it ends this job alone.
func (w *Worker) guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %T\n%s", p, debug.Stack())
		}
	}()
	return f()
}

// terminate ends a job the server has given up.
func (w *Worker) terminate(id string) {
	w.mu.Lock()
	r := w.jobs[id]
	w.mu.Unlock()
	if r != nil {
		r.cancel(ErrTerminated)
	}
}
