package queue_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"parley"
	"parley/checker"
	"parley/checker/queue"
	"parley/cmd/parley/embedded"
)

func TestRoundTrip(t *testing.T) {
	js := connect(t, server(t))
	asked := make(chan parley.Exchange, 1)
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		asked <- e
		return found(ctx, e)
	})
	verdicts := follow(t, js, "call_a")
	submit(t, js, exchange(1))
	if got, want := fmt.Sprint(next(t, asked)), fmt.Sprint(exchange(1)); got != want {
		t.Errorf("judged %s, want %s", got, want)
	}
	got := next(t, verdicts)
	if got.Took <= 0 {
		t.Errorf("the judge took %v", got.Took)
	}
	got.Took = 0
	c := checker.Case{Exchange: exchange(1)}
	want, _ := checker.Decide(c, scene(), opinion(t, c))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("verdict = %+v, want %+v", got, want)
	}
}

func TestSameExchangeIsJudgedOnce(t *testing.T) {
	js := connect(t, server(t))
	var judged atomic.Int32
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		judged.Add(1)
		return found(ctx, e)
	})
	verdicts := follow(t, js, "call_a")
	for want := 1; want <= 2; want++ {
		for range 3 {
			submit(t, js, exchange(want))
		}
		if got := next(t, verdicts).Exchange; got != want {
			t.Errorf("verdict on exchange %d, want %d", got, want)
		}
		submit(t, js, exchange(want))
	}
	emptied(t, js)
	if got := judged.Load(); got != 2 {
		t.Errorf("%d judgments, want 2", got)
	}
}

func TestWorkersShareTheQueue(t *testing.T) {
	n := server(t)
	const calls = 20
	// Each judgment waits until both workers have one, so neither can do all.
	both := make(chan struct{})
	var arrived [2]atomic.Bool
	for i := range 2 {
		work(t, connect(t, n), func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
			if !arrived[i].Swap(true) && arrived[1-i].Load() {
				close(both)
			}
			select {
			case <-both:
			case <-ctx.Done():
				return checker.Finding{}, ctx.Err()
			}
			return found(ctx, e)
		})
	}
	js := connect(t, n)
	for c := range calls {
		e := exchange(1)
		e.Call = parley.CallID(fmt.Sprintf("call_%d", c))
		submit(t, js, e)
	}
	for c := range calls {
		call := parley.CallID(fmt.Sprintf("call_%d", c))
		if got := next(t, follow(t, js, call)); got.Call != call {
			t.Errorf("verdict of %s for %s", got.Call, call)
		}
	}
}

func TestDeadWorkersExchangeIsJudgedByAnother(t *testing.T) {
	n := server(t)
	dying, js := connect(t, n), connect(t, n)
	judging := make(chan struct{})
	stop := work(t, dying, func(ctx context.Context, _ parley.Exchange) (checker.Finding, error) {
		close(judging)
		<-ctx.Done()
		return checker.Finding{}, ctx.Err()
	})
	submit(t, js, exchange(1))
	next(t, judging)
	dying.Conn().Close() // as a process that died: it can give nothing back
	stop()
	work(t, js, found)
	if got := next(t, follow(t, js, "call_a")).Exchange; got != 1 {
		t.Errorf("verdict on exchange %d, want 1", got)
	}
}

func TestStoppedWorkerGivesBackAtOnce(t *testing.T) {
	n := server(t)
	js := connect(t, n)
	judging := make(chan struct{})
	stop := work(t, js, func(ctx context.Context, _ parley.Exchange) (checker.Finding, error) {
		close(judging)
		<-ctx.Done()
		return checker.Finding{}, ctx.Err()
	})
	submit(t, js, exchange(1))
	next(t, judging)
	stop()
	work(t, js, found)
	if got := next(t, follow(t, js, "call_a")).Exchange; got != 1 {
		t.Errorf("verdict on exchange %d, want 1", got)
	}
}

func TestSubmitRefuses(t *testing.T) {
	c := queue.Client{JS: connect(t, server(t))}
	long := exchange(1, parley.Turn{Number: 1, Role: parley.User, Text: strings.Repeat("x", queue.MaxExchangeBytes)})
	wild, none, nobody := exchange(1), exchange(0), exchange(1, parley.Turn{Number: 1, Role: "judge", Text: "10"})
	wild.Call = "call.*"
	for name, e := range map[string]parley.Exchange{"long": long, "wild": wild, "none": none, "nobody": nobody} {
		if err := c.Submit(t.Context(), e); !errors.Is(err, queue.ErrExchange) {
			t.Errorf("Submit(%s) = %v, want ErrExchange", name, err)
		}
	}
	if err := c.Verdicts(t.Context(), "call.>", nil); !errors.Is(err, queue.ErrExchange) {
		t.Errorf("Verdicts(call.>) = %v, want ErrExchange", err)
	}
}

func TestSubmitWithoutServerReturns(t *testing.T) {
	n, err := embedded.StartNATS(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	js := connect(t, n)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := (queue.Client{JS: js}).Submit(t.Context(), exchange(1)); err == nil {
		t.Error("Submit = nil without a server")
	}
}
