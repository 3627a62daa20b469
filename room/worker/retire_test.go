package worker_test

import (
	"context"
	"testing"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/room/roomtest"
	"parley/room/worker"
)

// dispatch asks for one more agent in a room.
func dispatch(t *testing.T, room, agent string) {
	t.Helper()
	api := lksdk.NewAgentDispatchServiceClient(roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret)
	_, err := api.CreateDispatch(roomtest.Context(t), &livekit.CreateAgentDispatchRequest{Room: room, AgentName: agent})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRetiredWorkerFinishes: a worker that has retired is not ready and has no seats,
// refuses new rooms in words, takes what is about a room it serves, and its Retire
// returns when the last job is over.
func TestRetiredWorkerFinishes(t *testing.T) {
	t.Parallel()
	refused := make(chan string, 8)
	w := &worker.Worker{AgentName: "retires", MaxJobs: 4, Refuse: func(_ context.Context, j *worker.Job) error {
		refused <- j.Room
		return nil
	}}
	jobs, _ := serve(t, w)
	roomtest.JoinWith(t, roomtest.Token(t, "kept", "ana", "retires", ""))
	kept := roomtest.Receive(t, jobs)
	left, retired := make(chan int, 8), make(chan struct{})
	go func() {
		defer close(retired)
		w.Retire(context.Background(), func(n int) { left <- n })
	}()
	if n := roomtest.Receive(t, left); n != 1 {
		t.Errorf("%d jobs are left, want 1", n)
	}
	becomes(t, w, worker.ErrDraining)
	if free, all := w.Seats(); free != 0 || all != 4 {
		t.Errorf("%d of %d seats are free, want none of 4", free, all)
	}
	roomtest.JoinWith(t, roomtest.Token(t, "new", "ben", "retires", ""))
	if room := roomtest.Receive(t, refused); room != "new" {
		t.Errorf("refused %q, want new", room)
	}
	dispatch(t, "kept", "retires")
	again := roomtest.Receive(t, jobs)
	if again.Room != "kept" {
		t.Errorf("took a job for %q, want kept", again.Room)
	}
	again.ended <- nil
	select {
	case <-retired:
		t.Error("Retire returned with a job under way")
	default:
	}
	kept.ended <- nil
	roomtest.Receive(t, retired)
	n := -1
	for len(left) > 0 {
		n = <-left
	}
	if n != 0 {
		t.Errorf("told last that %d are left, want 0", n)
	}
}

// TestRetireOfAnIdleWorkerReturns: also before Serve, as when a signal comes at the
// start.
func TestRetireOfAnIdleWorkerReturns(t *testing.T) {
	t.Parallel()
	var told []int
	(&worker.Worker{}).Retire(t.Context(), func(n int) { told = append(told, n) })
	if len(told) != 1 || told[0] != 0 {
		t.Errorf("told %v, want 0 once", told)
	}
}

// TestSecondJobOfARoomTakesItsSeat: a server that was restarted asks for an agent
// again in every room, and must not find all seats taken by the calls of those rooms.
func TestSecondJobOfARoomTakesItsSeat(t *testing.T) {
	t.Parallel()
	w := &worker.Worker{AgentName: "one-seat", MaxJobs: 1, Refuse: func(context.Context, *worker.Job) error {
		t.Error("a job of a room that has a seat was refused")
		return nil
	}}
	jobs, _ := serve(t, w)
	roomtest.JoinWith(t, roomtest.Token(t, "shared", "ana", "one-seat", ""))
	first := roomtest.Receive(t, jobs)
	dispatch(t, "shared", "one-seat")
	second := roomtest.Receive(t, jobs)
	if free, all := w.Seats(); second.Room != "shared" || free != 0 || all != 1 {
		t.Errorf("a job for %q, %d of %d seats free; want shared, 0 of 1", second.Room, free, all)
	}
	for _, j := range []jobRun{first, second} {
		j.ended <- nil
	}
}
