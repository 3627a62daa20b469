package queue_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker"
	"parley/checker/queue"
	"parley/engine"
)

// publish puts raw bytes on a subject, past the client.
func publish(t *testing.T, js jetstream.JetStream, subject string, v any) {
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
	js := connect(t, server(t))
	unknown, other := exchange(1), exchange(1)
	unknown.Scenario, other.Call = "noSuchScene", "call_b"
	for _, v := range []any{
		[]byte("not json"), []byte(""), []byte("[]"), map[string]any{"call": "call_a", "number": 1}, unknown, other,
		exchange(1, make([]parley.Turn, parley.ContextWindow+1)...),
	} {
		publish(t, js, "check.call_a", v)
	}
	work(t, js, found)
	emptied(t, js)
	submit(t, js, exchange(7))
	if got := next(t, follow(t, js, "call_a")).Exchange; got != 7 {
		t.Errorf("verdict on exchange %d, want 7 alone", got)
	}
}

func TestPanickingJudgeIsSurvived(t *testing.T) {
	js := connect(t, server(t))
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		if e.Number == 1 {
			panic("a bug")
		}
		return found(ctx, e)
	})
	submit(t, js, exchange(1))
	submit(t, js, exchange(2))
	if got := next(t, follow(t, js, "call_a")).Exchange; got != 2 {
		t.Errorf("verdict on exchange %d, want 2", got)
	}
	emptied(t, js)
}

func TestFailingServiceIsTriedAgainAndThenGivenUp(t *testing.T) {
	js := connect(t, server(t))
	tries := make(chan int, 16)
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		tries <- e.Number
		if e.Number == 2 && len(tries) > 2 {
			return found(ctx, e)
		}
		return checker.Finding{}, engine.ErrBusy
	})
	submit(t, js, exchange(1))
	emptied(t, js)
	if got := len(tries); got != 4 {
		t.Errorf("a failing exchange was tried %d times, want 4", got)
	}
	submit(t, js, exchange(2))
	if got := next(t, follow(t, js, "call_a")).Exchange; got != 2 {
		t.Errorf("verdict on exchange %d, want 2", got)
	}
}

// TestSlowJudgementIsMadeOnce: a judgement that takes much longer than the ack
// wait is not begun by another worker.
func TestSlowJudgementIsMadeOnce(t *testing.T) {
	js := connect(t, server(t))
	begun := make(chan struct{}, 4)
	for range 2 {
		work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
			begun <- struct{}{}
			select {
			case <-time.After(2500 * time.Millisecond): // of an ack wait of 1 s
			case <-ctx.Done():
			}
			return found(ctx, e)
		})
	}
	verdicts := follow(t, js, "call_a")
	submit(t, js, exchange(1))
	next(t, verdicts)
	emptied(t, js)
	if got := len(begun); got != 1 {
		t.Errorf("%d judgements, want 1", got)
	}
}

func TestHangingJudgeIsGivenUp(t *testing.T) {
	js := connect(t, server(t))
	seen := &counts{}
	workAs(t, &queue.Worker{JS: js, Observer: seen, Patience: 50 * time.Millisecond},
		func(ctx context.Context, _ parley.Exchange) (checker.Finding, error) {
			<-ctx.Done()
			return checker.Finding{}, ctx.Err()
		})
	submit(t, js, exchange(1))
	emptied(t, js)
	if got := of(seen, func(c *counts) int { return c.failed[queue.Slow] }); got != 4 {
		t.Errorf("%d slow tries, want 4", got)
	}
	if got := of(seen, func(c *counts) int { return c.buried[queue.Slow] }); got != 1 {
		t.Errorf("%d dead letters, want 1", got)
	}
}

func TestStaleAndForeignVerdictsAreDropped(t *testing.T) {
	js := connect(t, server(t))
	verdicts := follow(t, js, "call_a")
	for _, number := range []int{1, 3, 2, 3, 4} {
		publish(t, js, "verdict.call_a", parley.Verdict{Call: "call_a", Exchange: number})
	}
	publish(t, js, "verdict.call_a", []byte("junk"))
	publish(t, js, "verdict.call_a", parley.Verdict{Call: "call_b", Exchange: 9})
	publish(t, js, "verdict.call_a", parley.Verdict{Call: "call_a", Exchange: 5})
	for _, want := range []int{1, 3, 4, 5} {
		if got := next(t, verdicts).Exchange; got != want {
			t.Errorf("verdict on exchange %d, want %d", got, want)
		}
	}
}
