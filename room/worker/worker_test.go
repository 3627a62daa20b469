package worker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"parley/room/roomtest"
	"parley/room/worker"
)

// TestMain runs the tests with a LiveKit server.
func TestMain(m *testing.M) { os.Exit(roomtest.Main(m)) }

// jobRun is a job under way in a test: ended ends it with the error sent.
type jobRun struct {
	*worker.Job
	ctx   context.Context
	ended chan error
}

// serve runs a worker until the test ends and gives its jobs.
func serve(t *testing.T, w *worker.Worker) (jobs chan jobRun, registered chan string) {
	t.Helper()
	jobs, registered = make(chan jobRun, 8), make(chan string, 8)
	if w.URL == "" {
		w.URL, w.Key, w.Secret = roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret
	}
	if w.Log == nil { // what goes wrong here does so on purpose
		w.Log = slog.New(slog.DiscardHandler)
	}
	w.Registered = func(id string) { registered <- id }
	if w.Run == nil {
		w.Run = func(ctx context.Context, j *worker.Job) error {
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
	if id := roomtest.Receive(t, registered); id == "" {
		t.Error("registered without an id")
	}
	return jobs, registered
}

func TestTokenDispatchesJob(t *testing.T) {
	t.Parallel()
	jobs, _ := serve(t, &worker.Worker{AgentName: "dispatched"})
	roomtest.JoinWith(t, roomtest.Token(t, "dispatch", "ana", "dispatched", "bribery"))
	job := roomtest.Receive(t, jobs)
	if job.Room != "dispatch" || job.Metadata != "bribery" || job.ID == "" {
		t.Errorf("job %q is for room %q with metadata %q, want dispatch with bribery", job.ID, job.Room, job.Metadata)
	}
	agent := roomtest.JoinWith(t, job.Token)
	roomtest.Await(t, agent, func(j roomtest.Joined) bool { return j.Who == "ana" })
}

func TestAutomaticJobIsNotTaken(t *testing.T) {
	t.Parallel()
	jobs, _ := serve(t, &worker.Worker{AgentName: "explicit"})
	roomtest.Join(t, "automatic", "ana")
	// A room that asks by name is served after it: the automatic job, had it
	// been offered, would have come first.
	roomtest.JoinWith(t, roomtest.Token(t, "named", "ben", "explicit", ""))
	if job := roomtest.Receive(t, jobs); job.Room != "named" {
		t.Errorf("a job for room %q was taken, want named alone", job.Room)
	}
}

func TestTwoRoomsAtOnceAndNoThird(t *testing.T) {
	t.Parallel()
	jobs, _ := serve(t, &worker.Worker{AgentName: "twice", MaxJobs: 2})
	rooms := map[string]jobRun{}
	for _, name := range []string{"one", "two"} {
		roomtest.JoinWith(t, roomtest.Token(t, name, "ana", "twice", ""))
		job := roomtest.Receive(t, jobs)
		rooms[job.Room] = job
	}
	if len(rooms) != 2 {
		t.Fatalf("jobs for %d rooms, want 2", len(rooms))
	}
	roomtest.JoinWith(t, roomtest.Token(t, "three", "ana", "twice", ""))
	rooms["one"].ended <- nil
	// LiveKit offers a job once; until the worker has said that it has room
	// again, rooms get no agent.
	for n := 0; ; n++ {
		name := fmt.Sprintf("later-%d", n)
		roomtest.JoinWith(t, roomtest.Token(t, name, "ana", "twice", ""))
		select {
		case job := <-jobs:
			if job.Room == "three" {
				t.Error("a full worker took a third job")
			}
			return
		case <-time.After(300 * time.Millisecond):
		}
		if n == 100 {
			t.Fatal("the worker takes no job though one has ended")
		}
	}
}

func TestPanicEndsItsJobAlone(t *testing.T) {
	t.Parallel()
	started := make(chan string, 2)
	serve(t, &worker.Worker{AgentName: "panics", Run: func(ctx context.Context, j *worker.Job) error {
		started <- j.Room
		if j.Room == "bad" {
			panic("on purpose")
		}
		<-ctx.Done()
		return nil
	}})
	for _, name := range []string{"bad", "good"} {
		roomtest.JoinWith(t, roomtest.Token(t, name, "ana", "panics", ""))
		if got := roomtest.Receive(t, started); got != name {
			t.Errorf("job for %q, want %q", got, name)
		}
	}
}

func TestWrongSecretIsRefused(t *testing.T) {
	t.Parallel()
	w := &worker.Worker{URL: roomtest.Server.URL, Key: roomtest.Server.Key, AgentName: "stranger",
		Secret: "not the secret of this server at all"}
	if err := w.Serve(roomtest.Context(t)); !errors.Is(err, worker.ErrRefused) {
		t.Errorf("Serve with a wrong secret: %v, want ErrRefused", err)
	}
}

func TestDrainTellsJobsAndWaits(t *testing.T) {
	t.Parallel()
	jobs, said := make(chan struct{}), make(chan error, 1)
	registered := make(chan string, 1)
	w := &worker.Worker{
		URL: roomtest.Server.URL, Key: roomtest.Server.Key, Secret: roomtest.Server.Secret, AgentName: "drains",
		Registered: func(id string) { registered <- id },
		Run: func(ctx context.Context, _ *worker.Job) error {
			close(jobs)
			<-ctx.Done()
			said <- context.Cause(ctx)
			return nil
		},
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Serve(ctx) }()
	roomtest.Receive(t, registered)
	roomtest.JoinWith(t, roomtest.Token(t, "drain", "ana", "drains", ""))
	roomtest.Receive(t, jobs)
	cancel()
	if err := roomtest.Receive(t, done); err != nil {
		t.Errorf("Serve: %v", err)
	}
	if cause := roomtest.Receive(t, said); !errors.Is(cause, worker.ErrDraining) {
		t.Errorf("the job's context ended with %v, want ErrDraining", cause)
	}
}
