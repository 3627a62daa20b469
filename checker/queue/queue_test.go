package queue_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
)

func TestRoundTrip(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	asked := make(chan parley.Exchange, 1)
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		asked <- e
		return found(ctx, e)
	})
	call := follow(t, js, "call_a")
	call.submit(1)
	if got, want := fmt.Sprint(next(t, asked)), fmt.Sprint(exchange(1)); got != want {
		t.Errorf("judged %s, want %s", got, want)
	}
	got := call.next()
	if got.Took <= 0 {
		t.Errorf("the judge took %v", got.Took)
	}
	got.Took = 0
	c := checker.Case{Exchange: exchange(1)}
	finding, err := found(t.Context(), c.Exchange)
	if err != nil {
		t.Fatal(err)
	}
	want, ledger := checker.Decide(c, scene(), checker.Opinion{Finding: finding, Judge: "scripted"})
	if want.Ledger, err = json.Marshal(ledger); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("verdict = %+v, want %+v", got, want)
	}
}

func TestSameExchangeIsJudgedOnce(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	var judged atomic.Int32
	work(t, js, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		judged.Add(1)
		return found(ctx, e)
	})
	call := follow(t, js, "call_a")
	for n := 1; n <= 2; n++ {
		call.submit(n, n, n)
		call.told(n)
		call.submit(n)
		publish(t, js, exchange(n)) // known to the queue by its id
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
	var both sync.WaitGroup
	both.Add(2)
	released := make(chan struct{})
	go func() {
		both.Wait()
		close(released)
	}()
	for range 2 {
		arrived := sync.OnceFunc(both.Done)
		work(t, embeddedtest.Connect(t, n), func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
			arrived()
			select {
			case <-released:
			case <-ctx.Done():
				return checker.Finding{}, ctx.Err()
			}
			return found(ctx, e)
		})
	}
	js := embeddedtest.Connect(t, n)
	for c := range calls {
		e := exchange(1)
		e.Call = parley.CallID(fmt.Sprintf("call_%d", c))
		publish(t, js, e)
	}
	for c := range calls {
		call := parley.CallID(fmt.Sprintf("call_%d", c))
		follow(t, js, call).told(1)
	}
}

func TestDeadWorkersExchangeIsJudgedByAnother(t *testing.T) {
	n := server(t)
	dying, js := embeddedtest.Connect(t, n), embeddedtest.Connect(t, n)
	judging := make(chan struct{})
	stop := work(t, dying, func(ctx context.Context, _ parley.Exchange) (checker.Finding, error) {
		close(judging)
		<-ctx.Done()
		return checker.Finding{}, ctx.Err()
	})
	publish(t, js, exchange(1))
	next(t, judging)
	dying.Conn().Close() // as a process that died: it can give nothing back
	stop()
	work(t, js, found)
	follow(t, js, "call_a").told(1)
}

func TestStoppedWorkerGivesBackAtOnce(t *testing.T) {
	n := server(t)
	js := embeddedtest.Connect(t, n)
	judging := make(chan struct{})
	stop := work(t, js, func(ctx context.Context, _ parley.Exchange) (checker.Finding, error) {
		close(judging)
		<-ctx.Done()
		return checker.Finding{}, ctx.Err()
	})
	publish(t, js, exchange(1))
	next(t, judging)
	stop()
	work(t, js, found)
	follow(t, js, "call_a").told(1)
}

func TestSubmitRefuses(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	long := exchange(1, parley.Turn{Number: 1, Role: parley.User, Text: strings.Repeat("x", queue.MaxExchangeBytes)})
	wild, other, none, nobody := exchange(1), exchange(1), exchange(0), exchange(1, parley.Turn{Number: 1, Role: "judge", Text: "10"})
	wild.Call, other.Call = "call.*", "call_b"
	client := queue.NewClient(js, "call_a", slog.New(slog.DiscardHandler))
	for name, e := range map[string]parley.Exchange{"long": long, "wild": wild, "other": other, "none": none, "nobody": nobody} {
		if err := client.Submit(t.Context(), e); !errors.Is(err, queue.ErrExchange) {
			t.Errorf("Submit(%s) = %v, want ErrExchange", name, err)
		}
		if err := queue.Publish(t.Context(), js, checker.Case{Exchange: e}); name != "other" && !errors.Is(err, queue.ErrExchange) {
			t.Errorf("Publish(%s) = %v, want ErrExchange", name, err)
		}
	}
	client = queue.NewClient(js, "call.>", slog.New(slog.DiscardHandler))
	if err := client.Run(t.Context(), nil); !errors.Is(err, queue.ErrExchange) {
		t.Errorf("Run of call.> = %v, want ErrExchange", err)
	}
}

func TestRunEndsWithTheConnection(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	client := queue.NewClient(js, "call_a", slog.New(slog.DiscardHandler))
	done := make(chan error, 1)
	go func() { done <- client.Run(t.Context(), nil) }()
	js.Conn().Close()
	if err := next(t, done); err == nil {
		t.Error("Run = nil after its connection was closed")
	}
}
