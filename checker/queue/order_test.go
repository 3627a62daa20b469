package queue_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
)

func TestExchangesOutOfOrder(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	for range 2 {
		work(t, js, found)
	}
	call := follow(t, js, "call_a")
	call.submit(2, 1, 4, 3)
	call.told(2, 4)
	emptied(t, js)
	if numbers, last := published(t, js, "call_a"); !slices.Equal(numbers, []int{2, 4}) || last.Exchange != 4 {
		t.Errorf("verdicts on %v, ledger of %d; want 2 and 4", numbers, last.Exchange)
	}
}

// TestYoungerWaitsForOlder: while one worker judges an exchange, the next of its
// call is not judged, neither there nor by another, and other calls are.
func TestYoungerWaitsForOlder(t *testing.T) {
	n := server(t)
	begun, release := make(chan string, 16), make(chan struct{})
	judge := func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		begun <- fmt.Sprint(e.Call, e.Number)
		if e.Call == "call_a" && e.Number == 1 {
			select {
			case <-release:
			case <-ctx.Done():
				return checker.Finding{}, ctx.Err()
			}
		}
		return found(ctx, e)
	}
	js := embeddedtest.Connect(t, n)
	call := follow(t, js, "call_a")
	call.submit(1)
	for range 2 {
		workAs(t, &queue.Worker{JS: embeddedtest.Connect(t, n), Parallel: 1}, judge)
	}
	if got := next(t, begun); got != "call_a1" {
		t.Fatalf("judged %s first", got)
	}
	call.submit(2)
	for c := range 3 { // they all pass the only free place
		other := follow(t, js, parley.CallID(fmt.Sprintf("call_%d", c)))
		other.submit(1)
		other.told(1)
		if got := next(t, begun); got != fmt.Sprintf("call_%d1", c) {
			t.Errorf("judged %s", got)
		}
	}
	close(release)
	if got := next(t, begun); got != "call_a2" {
		t.Errorf("judged %s after the release, want call_a2", got)
	}
	call.told(1, 2)
	emptied(t, js)
	if numbers, _ := published(t, js, "call_a"); !slices.Equal(numbers, []int{1, 2}) {
		t.Errorf("verdicts on %v, want 1 and 2", numbers)
	}
}

// TestWorkerThatIsBehindJudgesTheNewest: of many exchanges of a call that wait
// behind one the last two are judged, which between them show all its last turns.
func TestWorkerThatIsBehindJudgesTheNewest(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	const callers, waiting = 3, 30
	var leftOut atomic.Int32
	var all []*caller
	for c := range callers {
		call := &caller{
			queue.NewClient(js, parley.CallID(fmt.Sprintf("call_%d", c)), slog.New(slog.DiscardHandler)), t, make(chan parley.Verdict, 64),
		}
		call.LeftOut = func() { leftOut.Add(1) }
		call.run()
		for n := 1; n <= waiting; n++ {
			call.submit(n)
		}
		all = append(all, call)
	}
	work(t, js, found)
	for _, call := range all {
		call.told(1, waiting-1, waiting)
	}
	emptied(t, js)
	if got := leftOut.Load(); got != callers*(waiting-3) {
		t.Errorf("%d left out, want %d", got, callers*(waiting-3))
	}
}
