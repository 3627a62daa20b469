package queue_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/embedded/embeddedtest"
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
			Ledger checker.Ledger `json:"ledger"` // the verdict's own is filled by the client only
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
	js := embeddedtest.Connect(t, server(t))
	theirs := exchange(1, parley.Turn{Number: 1, Role: parley.User, Text: "I am the other agent's."})
	publish(t, js, exchange(1))
	publish(t, js, theirs)                                                 // known by its id
	raw(t, js, "check.call_a", map[string]any{"v": 1, "exchange": theirs}) // not known, as after two minutes
	seen := &counts{}
	for range 2 {
		workAs(t, &queue.Worker{JS: js, Observer: seen, Parallel: 1}, found)
	}
	emptied(t, js)
	raw(t, js, "check.call_a", map[string]any{"v": 1, "exchange": theirs}) // when all is over
	emptied(t, js)
	if numbers, _ := published(t, js, "call_a"); !slices.Equal(numbers, []int{1}) {
		t.Errorf("verdicts on %v, want one", numbers)
	}
	if got := of(seen, func(c *counts) int { return c.duplicates }); got != 2 {
		t.Errorf("%d duplicates counted, want 2", got)
	}
	for range 2 { // either agent goes on with that verdict
		follow(t, js, "call_a").told(1)
	}
}

// TestAnotherWorkerIsFirst has the verdict appear while the judge thinks, as when
// the worker hung so long that its exchange went to another one.
func TestAnotherWorkerIsFirst(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		if e.Number == 5 {
			data, err := json.Marshal(ruledOn(e.Call, 5))
			if err == nil {
				_, err = js.Publish(ctx, "verdict.call_a", data, jetstream.WithMsgID("call_a:5"))
			}
			if err != nil {
				t.Error(err)
			}
		}
		return found(ctx, e)
	})
	call := follow(t, js, "call_a")
	call.submit(5)
	call.told(5)
	call.submit(6)
	if v := call.next(); v.Exchange != 6 || v.Previous != 1 {
		t.Errorf("verdict %+v, want one on 6 that goes on from the other worker's, progress 1", v)
	}
	if numbers, last := published(t, js, "call_a"); !slices.Equal(numbers, []int{5, 6}) || last.Exchange != 6 {
		t.Errorf("verdicts on %v, ledger %+v; want one each", numbers, last)
	}
}

// knowing is a judge that tells which ledger it was given.
type knowing chan string

func (k knowing) Name() string { return "knowing" }

func (k knowing) Judge(_ context.Context, c checker.Case) (checker.Opinion, error) {
	k <- fmt.Sprint(c.Exchange.Number, c.Known.Exchange)
	return checker.Opinion{Finding: checker.Finding{Progress: 3}}, nil
}

// TestLedgerGoesOn: each exchange is judged with the ledger of the verdict before
// it, whichever worker that was; so it is if the agent's client is a new one.
func TestLedgerGoesOn(t *testing.T) {
	n := server(t)
	js := embeddedtest.Connect(t, n)
	known := make(knowing, 16)
	for range 2 {
		w := &queue.Worker{JS: embeddedtest.Connect(t, n), Parallel: 1}
		start(t, w, known)
	}
	call := follow(t, js, "call_a")
	for n := 1; n <= 6; n++ {
		call.submit(n)
		if got, want := next(t, known), fmt.Sprint(n, n-1); got != want {
			t.Errorf("exchange and ledger %s, want %s", got, want)
		}
		call.told(n)
	}
	late := follow(t, js, "call_a")
	late.told(6)
	late.submit(7)
	if got, want := next(t, known), fmt.Sprint(7, 6); got != want {
		t.Errorf("exchange and ledger of a new client %s, want %s", got, want)
	}
	late.told(7)
	if numbers, last := published(t, js, "call_a"); !slices.Equal(numbers, []int{1, 2, 3, 4, 5, 6, 7}) || last.Exchange != 7 {
		t.Errorf("verdicts on %v, ledger %+v", numbers, last)
	}
}
