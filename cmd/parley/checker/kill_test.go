package checker

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/apptest"
	"parley/checker/queue"
	"parley/cmd/cmdline"
	"parley/engine/openaihttp/openaitest"
)

const (
	killCalls   = 20
	killEach    = 10 // exchanges a call
	kills       = 50
	killWorkers = 2
)

// thinking answers after a while, and not at all to who has gone.
func thinking(wait func() time.Duration, then openaitest.Reply) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(wait()):
			then(w, r)
		case <-r.Context().Done():
		}
	}
}

// killable is a worker process, with a judge of its own so that it is known when
// it judges.
type killable struct {
	*apptest.Part
	judge   *openaitest.Server
	busy    atomic.Int32
	begun   chan struct{} // one value when a judgement begins
	started time.Time
}

func newKillable(t *testing.T, nats *apptest.NATSPart) *killable {
	t.Helper()
	k := &killable{begun: make(chan struct{}, 1), judge: openaitest.New(t)}
	answer := plainJudge(func() time.Duration { return 50*time.Millisecond + rand.N(50*time.Millisecond) })
	k.judge.Always(func(w http.ResponseWriter, r *http.Request) {
		k.busy.Add(1)
		defer k.busy.Add(-1)
		select {
		case k.begun <- struct{}{}:
		default:
		}
		answer(w, r)
	})
	k.start(t, nats)
	return k
}

func (k *killable) start(t *testing.T, nats *apptest.NATSPart) {
	t.Helper()
	select {
	case <-k.begun: // by the process that was killed
	default:
	}
	k.Part, k.started = startCheckerPart(t, nats, k.judge), time.Now()
}

// TestWorkersKilledAtRandom kills workers 50 times while 200 exchanges are
// judged: 20 calls, each with its next exchange when the last has its verdict.
func TestWorkersKilledAtRandom(t *testing.T) {
	nats := apptest.StartNATS(t)
	js := apptest.Connect(t, nats.URL)
	var workers []*killable
	for range killWorkers {
		workers = append(workers, newKillable(t, nats))
	}
	begun := time.Now()
	// A kill lets a few more exchanges go, so that kills and exchanges end together.
	tokens := make(chan struct{}, killCalls*killEach)
	release := func(n int) {
		for range n {
			tokens <- struct{}{}
		}
	}
	var calls sync.WaitGroup
	seen := make([][]int, killCalls)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for c := range killCalls {
		calls.Go(func() { seen[c] = converse(ctx, t, js, callNumber(c), tokens) })
	}
	inside := 0
	for n := range kills {
		release(killCalls * killEach / kills)
		k := judging(ctx, t, workers)
		wait(ctx, rand.N(120*time.Millisecond))
		if k.busy.Load() > 0 {
			inside++
		}
		k.Kill()
		if code := k.Command.ProcessState.ExitCode(); code >= 0 {
			t.Fatalf("kill %d: the worker had ended by itself with status %d:\n%s", n+1, code, k.Said.String())
		}
		k.start(t, nats)
	}
	calls.Wait()
	took := time.Since(begun)
	var all []int
	for i := range killEach {
		all = append(all, i+1)
	}
	for c := range killCalls {
		if !slices.Equal(seen[c], all) {
			t.Errorf("call %d was told of %v", c, seen[c])
		}
		if got := verdictsOn(t, js, callNumber(c)); !slices.Equal(got, all) {
			t.Errorf("the stream holds verdicts on %v of call %d, want 1 to %d once each and in order", got, c, killEach)
		}
	}
	asked := 0
	for _, k := range workers {
		asked += len(k.judge.Requests())
		if code := k.End(); code != cmdline.ExitOK {
			t.Errorf("a worker told to end had status %d:\n%s", code, k.Said.String())
		}
	}
	t.Logf("%d kills, %d of them with a judgement under way: %d verdicts, each once and in order, none lost; %d judgements; %v",
		kills, inside, killCalls*killEach, asked, took.Round(time.Millisecond))
}

// converse sends a call's exchanges, one after the other's verdict, and returns
// the exchanges it got verdicts on.
func converse(ctx context.Context, t *testing.T, js jetstream.JetStream, call parley.CallID, tokens <-chan struct{}) (seen []int) {
	following, stop := context.WithCancel(ctx)
	defer stop()
	verdicts := make(chan int, killEach*2)
	client := queue.NewClient(js, call, slog.New(slog.DiscardHandler))
	var follower sync.WaitGroup
	defer follower.Wait()
	defer stop()
	follower.Go(func() {
		if err := client.Run(following, func(v parley.Verdict) { verdicts <- v.Exchange }); err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	for n := 1; n <= killEach; n++ {
		select {
		case <-tokens:
		case <-ctx.Done():
			return seen
		}
		if err := client.Submit(ctx, talked(call, n)); err != nil {
			t.Errorf("Submit: %v", err)
		}
		select {
		case got := <-verdicts:
			seen = append(seen, got)
		case <-ctx.Done():
			t.Errorf("no verdict on exchange %d of %s", n, call)
			return seen
		}
	}
	return seen
}

// judging waits until a worker judges and returns it.
func judging(ctx context.Context, t *testing.T, workers []*killable) *killable {
	t.Helper()
	first, second := workers[0], workers[1]
	if rand.N(2) == 0 {
		first, second = second, first
	}
	select {
	case <-first.begun:
		return first
	case <-second.begun:
		return second
	case <-ctx.Done():
		t.Fatalf("no worker judges:\n%s\n%s", first.Said.String(), second.Said.String())
		return nil
	}
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func callNumber(n int) parley.CallID { return parley.CallID(fmt.Sprintf("call_%d", n)) }

// talked is exchange n of a call.
func talked(call parley.CallID, n int) parley.Exchange {
	var turns []parley.Turn
	for i := range 2*n + 1 {
		role := parley.Character
		if i%2 == 1 {
			role = parley.User
		}
		turns = append(turns, parley.Turn{Number: i + 1, Role: role, Text: fmt.Sprintf("This is turn %d, and the risk is known.", i+1)})
	}
	return parley.Exchange{
		Call: call, Number: n, Turns: turns, Dispatch: parley.Dispatch{Scenario: apptest.Scene, Username: "Robin"},
	}
}
