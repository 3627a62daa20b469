package room_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"parley/room"
)

// jobRun is a job under way in a test: ended ends it with the error sent.
type jobRun struct {
	*room.Job
	ctx   context.Context
	ended chan error
}

// serve runs a worker until the test ends and gives its jobs.
func serve(t *testing.T, w *room.Worker) (jobs chan jobRun, registered chan string) {
	t.Helper()
	jobs, registered = make(chan jobRun, 8), make(chan string, 8)
	if w.URL == "" {
		w.URL, w.Key, w.Secret = server.URL, server.Key, server.Secret
	}
	if w.Log == nil { // what goes wrong here does so on purpose
		w.Log = slog.New(slog.DiscardHandler)
	}
	w.Registered = func(id string) { registered <- id }
	if w.Run == nil {
		w.Run = func(ctx context.Context, j *room.Job) error {
			run := jobRun{j, ctx, make(chan error, 1)}
			jobs <- run
			select {
			case err := <-run.ended:
				return err
			case <-ctx.Done():
				return nil
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	if id := receive(t, registered); id == "" {
		t.Error("registered without an id")
	}
	return jobs, registered
}

func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(limit):
		t.Fatalf("no %T came", c)
		panic("unreachable")
	}
}

func TestTokenDispatchesJob(t *testing.T) {
	t.Parallel()
	jobs, _ := serve(t, &room.Worker{AgentName: "dispatched"})
	joinWith(t, token(t, "dispatch", "ana", "dispatched", "bribery"))
	job := receive(t, jobs)
	if job.Room != "dispatch" || job.Metadata != "bribery" || job.ID == "" {
		t.Errorf("job %q is for room %q with metadata %q, want dispatch with bribery", job.ID, job.Room, job.Metadata)
	}
	agent := joinWith(t, job.Token)
	await(t, agent, func(j joined) bool { return j.who == "ana" })
}

func TestAutomaticJobIsNotTaken(t *testing.T) {
	t.Parallel()
	jobs, _ := serve(t, &room.Worker{AgentName: "explicit"})
	join(t, "automatic", "ana")
	// A room that asks by name is served after it: the automatic job, had it
	// been offered, would have come first.
	joinWith(t, token(t, "named", "ben", "explicit", ""))
	if job := receive(t, jobs); job.Room != "named" {
		t.Errorf("a job for room %q was taken, want named alone", job.Room)
	}
}

func TestTwoRoomsAtOnceAndNoThird(t *testing.T) {
	t.Parallel()
	jobs, _ := serve(t, &room.Worker{AgentName: "twice", MaxJobs: 2})
	rooms := map[string]jobRun{}
	for _, name := range []string{"one", "two"} {
		joinWith(t, token(t, name, "ana", "twice", ""))
		job := receive(t, jobs)
		rooms[job.Room] = job
	}
	if len(rooms) != 2 {
		t.Fatalf("jobs for %d rooms, want 2", len(rooms))
	}
	joinWith(t, token(t, "three", "ana", "twice", ""))
	rooms["one"].ended <- nil
	// LiveKit offers a job once; until the worker has said that it has room
	// again, rooms get no agent.
	for n := 0; ; n++ {
		name := fmt.Sprintf("later-%d", n)
		joinWith(t, token(t, name, "ana", "twice", ""))
		select {
		case job := <-jobs:
			if job.Room == "three" {
				t.Error("a full worker took a third job")
			}
			return
		case <-time.After(300 * time.Millisecond):
		}
		if n == 20 {
			t.Fatal("the worker takes no job though one has ended")
		}
	}
}

func TestPanicEndsItsJobAlone(t *testing.T) {
	t.Parallel()
	started := make(chan string, 2)
	serve(t, &room.Worker{AgentName: "panics", Run: func(ctx context.Context, j *room.Job) error {
		started <- j.Room
		if j.Room == "bad" {
			panic("on purpose")
		}
		<-ctx.Done()
		return nil
	}})
	for _, name := range []string{"bad", "good"} {
		joinWith(t, token(t, name, "ana", "panics", ""))
		if got := receive(t, started); got != name {
			t.Errorf("job for %q, want %q", got, name)
		}
	}
}

func TestWrongSecretIsRefused(t *testing.T) {
	t.Parallel()
	w := &room.Worker{URL: server.URL, Key: server.Key, Secret: "not the secret of this server at all", AgentName: "stranger"}
	if err := w.Serve(testContext(t)); !errors.Is(err, room.ErrRefused) {
		t.Errorf("Serve with a wrong secret: %v, want ErrRefused", err)
	}
}

func TestDrainTellsJobsAndWaits(t *testing.T) {
	t.Parallel()
	jobs, said := make(chan struct{}), make(chan error, 1)
	registered := make(chan string, 1)
	w := &room.Worker{
		URL: server.URL, Key: server.Key, Secret: server.Secret, AgentName: "drains",
		Registered: func(id string) { registered <- id },
		Run: func(ctx context.Context, _ *room.Job) error {
			close(jobs)
			<-ctx.Done()
			said <- context.Cause(ctx)
			return nil
		},
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Serve(ctx) }()
	receive(t, registered)
	joinWith(t, token(t, "drain", "ana", "drains", ""))
	receive(t, jobs)
	cancel()
	if err := receive(t, done); err != nil {
		t.Errorf("Serve: %v", err)
	}
	if cause := receive(t, said); !errors.Is(cause, room.ErrDraining) {
		t.Errorf("the job's context ended with %v, want ErrDraining", cause)
	}
}
