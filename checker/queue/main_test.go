package queue_test

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"parley"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
	"parley/scenarios"
	"parley/streams"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// deadline bounds what a test waits for; nothing comes near it.
const deadline = 2 * time.Minute

func scene() scenarios.Scenario {
	return scenarios.Scenario{
		ID: "scene", Goal: "Get his approval.", Botname: "Sterling", Opening: "So, this project... Bold...",
		BadEndings: []scenarios.BadEnding{{ID: "left", When: "Sterling leaves the room."}},
	}
}

func exchange(number int, turns ...parley.Turn) parley.Exchange {
	if len(turns) == 0 {
		turns = []parley.Turn{
			{Number: 1, Role: parley.Character, Text: "So, this project... Bold..."},
			{Number: 2, Role: parley.User, Text: "It returns twelve percent."},
			{Number: 3, Role: parley.Character, Text: "Hmm, and the risk?"},
		}
	}
	return parley.Exchange{
		Call: "call_a", Number: number, Turns: turns, Previous: 2,
		Dispatch: parley.Dispatch{Scenario: "scene", Username: "Ana"},
	}
}

// one is a library of one scenario.
type one struct{ scenarios.Scenario }

func (o one) Get(id string) (scenarios.Scenario, bool) { return o.Scenario, id == o.ID }

// judgeFunc is a judge made of a function.
type judgeFunc func(context.Context, parley.Exchange) (checker.Finding, error)

var _ checker.Judge = judgeFunc(nil)

func (f judgeFunc) Name() string { return "scripted" }

func (f judgeFunc) Judge(ctx context.Context, c checker.Case) (checker.Opinion, error) {
	found, err := f(ctx, c.Exchange)
	return checker.Opinion{Finding: found, Judge: f.Name()}, err
}

// found is the finding of a judge that always finds progress 3.
func found(context.Context, parley.Exchange) (checker.Finding, error) {
	return checker.Finding{Progress: 3}, nil
}

// server is a real NATS server with the checker's streams.
func server(t testing.TB) *embedded.NATS {
	t.Helper()
	n := embeddedtest.StartNATS(t, t.TempDir())
	for range 2 { // idempotent
		if err := queue.Setup(t.Context(), embeddedtest.Connect(t, n), streams.Config{}); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// work runs a worker until the test ends or stop is called.
func work(t testing.TB, js jetstream.JetStream, judge judgeFunc) (stop func()) {
	t.Helper()
	return workAs(t, &queue.Worker{JS: js}, judge)
}

// workAs is work for a worker that is set up further.
func workAs(t testing.TB, w *queue.Worker, judge judgeFunc) (stop func()) {
	t.Helper()
	return start(t, w, judge)
}

// start runs a worker with any judge.
func start(t testing.TB, w *queue.Worker, judge checker.Judge) (stop func()) {
	t.Helper()
	w.Library, w.AckWait = one{scene()}, cmp.Or(w.AckWait, time.Second)
	w.Judge = func(scenarios.Scenario) checker.Judge { return judge }
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run = %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// caller is the client of a call.
type caller struct {
	*queue.Client
	t        testing.TB
	verdicts chan parley.Verdict
}

// follow is the client of a call, until the test ends.
func follow(t testing.TB, js jetstream.JetStream, call parley.CallID) *caller {
	t.Helper()
	c := &caller{queue.NewClient(js, call, slog.New(slog.DiscardHandler)), t, make(chan parley.Verdict, 64)}
	c.run()
	return c
}

func (c *caller) run() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx, func(v parley.Verdict) { c.verdicts <- v }) }()
	c.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			c.t.Errorf("Run = %v", err)
		}
	})
}

// submit submits exchanges of the call.
func (c *caller) submit(numbers ...int) {
	c.t.Helper()
	for _, n := range numbers {
		e := exchange(n)
		e.Call = c.Call()
		if err := c.Submit(c.t.Context(), e); err != nil {
			c.t.Fatalf("Submit(%d) = %v", n, err)
		}
	}
}

// next is the next verdict.
func (c *caller) next() parley.Verdict {
	c.t.Helper()
	return next(c.t, c.verdicts)
}

// told fails the test unless the next verdicts are on these exchanges.
func (c *caller) told(numbers ...int) {
	c.t.Helper()
	for _, want := range numbers {
		if got := c.next(); got.Exchange != want || got.Call != c.Call() {
			c.t.Errorf("verdict on exchange %d of %s, want %d of %s", got.Exchange, got.Call, want, c.Call())
		}
	}
}

func next[T any](t testing.TB, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(deadline):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

// publish puts a check on the queue, past any client.
func publish(t testing.TB, js jetstream.JetStream, e parley.Exchange) {
	t.Helper()
	if err := queue.Publish(t.Context(), js, checker.Case{Exchange: e}); err != nil {
		t.Fatal(err)
	}
}
