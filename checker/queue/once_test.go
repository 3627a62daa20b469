package queue_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker"
	"parley/checker/queue"
)

// published are the exchanges of the verdicts on a call's stream, in order, and
// the ledger of the last.
func published(t *testing.T, js jetstream.JetStream, call parley.CallID) (numbers []int, last checker.Ledger) {
	t.Helper()
	stream, err := js.Stream(t.Context(), queue.VerdictsStream)
	if err != nil {
		t.Fatal(err)
	}
	for from := uint64(1); ; {
		msg, err := stream.GetMsg(t.Context(), from, jetstream.WithGetMsgSubject("verdict."+string(call)))
		if err != nil {
			return numbers, last
		}
		var v struct {
			parley.Verdict
			Ledger checker.Ledger
		}
		if err := json.Unmarshal(msg.Data, &v); err != nil {
			t.Fatal(err)
		}
		numbers, last, from = append(numbers, v.Exchange), v.Ledger, msg.Sequence+1
	}
}

// TestTwoAgentsClaimOneCall: of two exchanges with one number the first counts,
// whether the second comes before its verdict or after.
func TestTwoAgentsClaimOneCall(t *testing.T) {
	js := connect(t, server(t))
	theirs := exchange(1, parley.Turn{Number: 1, Role: parley.User, Text: "I am the other agent's."})
	submit(t, js, exchange(1))
	submit(t, js, theirs)                       // known by its id
	publish(t, js, "check.call_a", theirs)      // not known, as after two minutes
	publish(t, js, "check.call_a", theirs)      // and again
	publish(t, js, "check.call_a", exchange(1)) // and the first one's agent, too
	var judged atomic.Int32
	seen := &counts{}
	for range 2 {
		workAs(t, &queue.Worker{JS: js, Observer: seen}, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
			judged.Add(1)
			if len(e.Turns) != len(exchange(1).Turns) {
				t.Errorf("judged %+v, want the first agent's", e.Turns)
			}
			return found(ctx, e)
		})
	}
	emptied(t, js)
	publish(t, js, "check.call_a", theirs) // when all is over
	emptied(t, js)
	if numbers, _ := published(t, js, "call_a"); !slices.Equal(numbers, []int{1}) || judged.Load() != 1 {
		t.Errorf("verdicts on %v after %d judgements, want one of each", numbers, judged.Load())
	}
	if got := of(seen, func(c *counts) int { return c.duplicates }); got != 4 {
		t.Errorf("%d duplicates counted, want 4", got)
	}
}

// TestAnotherWorkerIsFirst has verdicts appear while the judge thinks, as when
// the worker hung so long that its exchange went to another one.
func TestAnotherWorkerIsFirst(t *testing.T) {
	js := connect(t, server(t))
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		first := ruled{parley.Verdict{Call: e.Call, Exchange: e.Number}, checker.Ledger{Exchange: e.Number, Progress: 1}}
		if e.Call == "call_b" { // the exchange before it gets its verdict late
			first.Exchange, first.Ledger.Exchange = e.Number-1, e.Number-1
		}
		publish(t, js, "verdict."+string(e.Call), first)
		return found(ctx, e)
	})
	for _, call := range []parley.CallID{"call_a", "call_b"} {
		e := exchange(5)
		e.Call, e.Previous = call, 2
		submit(t, js, e)
	}
	emptied(t, js)
	if numbers, last := published(t, js, "call_a"); !slices.Equal(numbers, []int{5}) || last.Progress != 1 {
		t.Errorf("verdicts on %v, ledger %+v; want the other worker's alone", numbers, last)
	}
	if numbers, last := published(t, js, "call_b"); !slices.Equal(numbers, []int{4, 5}) || last.Exchange != 5 {
		t.Errorf("verdicts on %v, ledger %+v; want both", numbers, last)
	}
	verdicts := follow(t, js, "call_b")
	next(t, verdicts)
	if v := next(t, verdicts); v.Previous != 1 {
		t.Errorf("decided on %+v, want the progress of the verdict before, 1", v)
	}
}

// ruled is a message of the verdicts stream.
type ruled struct {
	parley.Verdict
	Ledger checker.Ledger `json:"ledger"`
}

// TestLedgerGoesOn: each exchange is judged with the ledger of the verdict
// before it, whichever worker that was, and verdicts after a call's end are made
// like any other.
func TestLedgerGoesOn(t *testing.T) {
	n := server(t)
	js := connect(t, n)
	known := make(chan string, 16)
	for range 2 {
		workAs(t, &queue.Worker{JS: connect(t, n), Parallel: 1}, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
			_, last := published(t, js, "call_a")
			known <- fmt.Sprint(e.Number, last.Exchange)
			return found(ctx, e)
		})
	}
	for n := 1; n <= 6; n++ { // nobody follows the verdicts: the call has ended
		submit(t, js, exchange(n))
		if got, want := next(t, known), fmt.Sprint(n, n-1); got != want {
			t.Errorf("exchange and ledger %s, want %s", got, want)
		}
		emptied(t, js)
	}
	if numbers, last := published(t, js, "call_a"); !slices.Equal(numbers, []int{1, 2, 3, 4, 5, 6}) || last.Exchange != 6 {
		t.Errorf("verdicts on %v, ledger %+v", numbers, last)
	}
	if got := next(t, follow(t, js, "call_a")).Exchange; got != 1 {
		t.Errorf("the first verdict of a follower who comes late is on %d, want 1", got)
	}
}
