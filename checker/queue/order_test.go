package queue_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"parley"
	"parley/checker"
	"parley/checker/queue"
)

func TestExchangesOutOfOrder(t *testing.T) {
	js := connect(t, server(t))
	for _, n := range []int{2, 1, 4, 3} {
		submit(t, js, exchange(n))
	}
	for range 2 {
		work(t, js, found)
	}
	emptied(t, js)
	numbers, last := published(t, js, "call_a")
	if !slices.IsSorted(numbers) || len(slices.Compact(slices.Clone(numbers))) != len(numbers) || last.Exchange != 4 {
		t.Errorf("verdicts on %v, ledger of %d; want rising numbers and 4 in the end", numbers, last.Exchange)
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
	js := connect(t, n)
	submit(t, js, exchange(1))
	for range 2 {
		workAs(t, &queue.Worker{JS: connect(t, n), Parallel: 1}, judge)
	}
	if got := next(t, begun); got != "call_a1" {
		t.Fatalf("judged %s first", got)
	}
	submit(t, js, exchange(2))
	for c := range 3 { // they all pass the only free place
		e := exchange(1)
		e.Call = parley.CallID(fmt.Sprintf("call_%d", c))
		submit(t, js, e)
		next(t, follow(t, js, e.Call))
		if got := next(t, begun); got != fmt.Sprintf("call_%d1", c) {
			t.Errorf("judged %s", got)
		}
	}
	close(release)
	if got := next(t, begun); got != "call_a2" {
		t.Errorf("judged %s after the release, want call_a2", got)
	}
	emptied(t, js)
	if numbers, _ := published(t, js, "call_a"); !slices.Equal(numbers, []int{1, 2}) {
		t.Errorf("verdicts on %v, want 1 and 2", numbers)
	}
}

// TestWorkerThatIsBehindJudgesTheNewest: of many waiting exchanges of a call the
// last two are judged, which between them show all its last turns.
func TestWorkerThatIsBehindJudgesTheNewest(t *testing.T) {
	js := connect(t, server(t))
	const calls, waiting = 3, 30
	for n := 1; n <= waiting; n++ {
		for c := range calls {
			e := exchange(n)
			e.Call = parley.CallID(fmt.Sprintf("call_%d", c))
			submit(t, js, e)
		}
	}
	seen := &counts{}
	workAs(t, &queue.Worker{JS: js, Observer: seen}, found)
	emptied(t, js)
	for c := range calls {
		numbers, _ := published(t, js, parley.CallID(fmt.Sprintf("call_%d", c)))
		if !slices.Equal(numbers, []int{waiting - 1, waiting}) {
			t.Errorf("verdicts on %v, want %d and %d", numbers, waiting-1, waiting)
		}
	}
	if got := of(seen, func(c *counts) int { return c.coalesced }); got != calls*(waiting-2) {
		t.Errorf("%d coalesced, want %d", got, calls*(waiting-2))
	}
}
