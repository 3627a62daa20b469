package queue_test

import (
	"context"
	"encoding/json"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
	"parley/engine"
)

// raw puts bytes, or the JSON of anything else, on a subject.
func raw(t *testing.T, js jetstream.JetStream, subject string, v any) {
	t.Helper()
	data, isBytes := v.([]byte)
	if !isBytes {
		var err error
		if data, err = json.Marshal(v); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := js.Publish(t.Context(), subject, data); err != nil {
		t.Fatal(err)
	}
}

// emptied waits until no message is left in the queue.
func emptied(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	stream, err := js.Stream(t.Context(), queue.ChecksStream)
	if err != nil {
		t.Fatal(err)
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	over := time.After(deadline)
	for {
		info, err := stream.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if info.State.Msgs == 0 {
			return
		}
		select {
		case <-tick.C:
		case <-over:
			t.Fatalf("%d messages left in the queue", info.State.Msgs)
		}
	}
}

func TestMalformedMessagesAreGivenUp(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	type object = map[string]any
	unknown, other := exchange(1), exchange(1)
	unknown.Scenario, other.Call = "noSuchScene", "call_b"
	behind := checker.Ledger{Exchange: 1}
	for _, v := range []any{
		[]byte("not json"), []byte(""), []byte("[]"), object{"call": "call_a", "number": 1}, object{"v": 2, "exchange": "of a later version"},
		object{"v": 1, "exchange": unknown}, object{"v": 1, "exchange": other}, object{"v": 1, "exchange": exchange(1), "ledger": behind},
		object{"v": 1, "exchange": exchange(1, make([]parley.Turn, parley.ContextWindow+1)...)},
	} {
		raw(t, js, "check.call_a", v)
	}
	seen := &counts{}
	workAs(t, &queue.Worker{JS: js, Observer: seen}, found)
	emptied(t, js)
	if got := of(seen, func(c *counts) map[queue.Reason]int { return maps.Clone(c.buried) }); !maps.Equal(got, map[queue.Reason]int{
		queue.Malformed: 7, queue.NoScene: 1, queue.Version: 1,
	}) {
		t.Errorf("buried %v", got)
	}
	call := follow(t, js, "call_a")
	call.submit(7)
	call.told(7)
}

func TestPanickingJudgeIsSurvived(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		if e.Number == 1 {
			panic("a bug")
		}
		return found(ctx, e)
	})
	call := follow(t, js, "call_a")
	call.submit(1, 2)
	call.told(2)
	emptied(t, js)
}

func TestFailingServiceIsTriedAgainAndThenGivenUp(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	var tries atomic.Int32
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		if e.Number == 1 {
			tries.Add(1)
			return checker.Finding{}, engine.ErrBusy
		}
		return found(ctx, e)
	})
	call := follow(t, js, "call_a")
	call.submit(1, 2)
	call.told(2)
	if got := tries.Load(); got != 4 {
		t.Errorf("a failing exchange was tried %d times, want 4", got)
	}
}

func TestHangingJudgeIsGivenUp(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	seen := &counts{}
	workAs(t, &queue.Worker{JS: js, Observer: seen, Patience: 50 * time.Millisecond},
		func(ctx context.Context, _ parley.Exchange) (checker.Finding, error) {
			<-ctx.Done()
			return checker.Finding{}, ctx.Err()
		})
	publish(t, js, exchange(1))
	emptied(t, js)
	if got := of(seen, func(c *counts) int { return c.failed[queue.Slow] }); got != 4 {
		t.Errorf("%d slow tries, want 4", got)
	}
	if got := of(seen, func(c *counts) int { return c.buried[queue.Slow] }); got != 1 {
		t.Errorf("%d dead letters, want 1", got)
	}
}

func TestStaleAndForeignVerdictsAreDropped(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	call := follow(t, js, "call_a")
	raw(t, js, "verdict.call_a", ruledOn("call_a", 1))
	call.told(1)
	for _, number := range []int{1, 3, 2, 3, 4} {
		raw(t, js, "verdict.call_a", ruledOn("call_a", number))
	}
	later, torn := ruledOn("call_a", 8), ruledOn("call_a", 9)
	later.V, torn.Ledger.Exchange = 2, 8
	for _, junk := range []any{[]byte("junk"), ruledOn("call_b", 9), parley.Verdict{Call: "call_a", Exchange: 9}, later, torn} {
		raw(t, js, "verdict.call_a", junk)
	}
	raw(t, js, "verdict.call_a", ruledOn("call_a", 5))
	call.told(3, 4, 5)
}

// ruled is a message of the verdicts stream.
type ruled struct {
	V int `json:"v"`
	parley.Verdict
	Ledger checker.Ledger `json:"ledger"`
}

func ruledOn(call parley.CallID, exchange int) ruled {
	return ruled{1, parley.Verdict{Call: call, Exchange: exchange, Progress: 1}, checker.Ledger{Exchange: exchange, Progress: 1}}
}
