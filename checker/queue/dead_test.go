package queue_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
	"parley/engine"
)

func letters(t *testing.T, d queue.DeadLetters, call parley.CallID) []queue.DeadLetter {
	t.Helper()
	all, err := d.List(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestDeadLetters(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	var well atomic.Bool
	seen := &counts{}
	workAs(t, &queue.Worker{JS: js, Observer: seen}, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		switch {
		case well.Load():
			return found(ctx, e)
		case e.Call == "call_b":
			return checker.Finding{}, engine.ErrService
		case e.Number == 2:
			panic("a bug")
		}
		return checker.Finding{}, checker.ErrUnjudged
	})
	begun := time.Now().Add(-time.Second)
	raw(t, js, "check.call_a", []byte(strings.Repeat("x", 10<<10)))
	emptied(t, js)
	for n := 1; n <= 2; n++ {
		publish(t, js, exchange(n))
		emptied(t, js)
	}
	other := exchange(1)
	other.Call = "call_b"
	publish(t, js, other)
	emptied(t, js)
	dead := queue.DeadLetters{JS: js}
	all := letters(t, dead, "")
	want := []queue.DeadLetter{
		{Call: "call_a", Exchange: 0, Attempts: 1, Reason: queue.Malformed},
		{Call: "call_a", Exchange: 1, Attempts: 1, Reason: queue.Unjudged},
		{Call: "call_a", Exchange: 2, Attempts: 1, Reason: queue.Panicked},
		{Call: "call_b", Exchange: 1, Attempts: 4, Reason: queue.Service},
	}
	if len(all) != len(want) {
		t.Fatalf("dead letters %+v, want %d", all, len(want))
	}
	for i, l := range all {
		if l.At.Before(begun) || l.At.After(time.Now()) {
			t.Errorf("letter %d is of %v", i, l.At)
		}
		l.At, l.Sequence = time.Time{}, 0
		if l != want[i] {
			t.Errorf("letter %d = %+v, want %+v", i, l, want[i])
		}
	}
	if got := of(seen, func(c *counts) int { return c.failed[queue.Service] }); got != 4 {
		t.Errorf("%d failures of the service counted, want 4", got)
	}
	if b, err := queue.LookAtBacklog(t.Context(), js); err != nil || b.Dead != 4 || b.Exchanges != 0 {
		t.Errorf("backlog %+v, %v; want 4 dead letters", b, err)
	}
	well.Store(true)
	retryEach(t, dead, all)
	if numbers, _ := published(t, js, "call_a"); len(numbers) != 1 || numbers[0] != 2 {
		t.Errorf("verdicts on %v after the retry, want 2", numbers)
	}
	if left := letters(t, dead, "call_a"); len(left) != 2 {
		t.Errorf("left: %+v, want the malformed and the one that was passed", left)
	}
	for _, call := range []parley.CallID{"call_a", ""} {
		if err := dead.Purge(t.Context(), call); err != nil {
			t.Fatal(err)
		}
		if left := letters(t, dead, call); len(left) != 0 {
			t.Errorf("left after the purge of %q: %+v", call, left)
		}
	}
}

// retryEach retries the letters of TestDeadLetters, in an order that lets a call
// go on past one of them.
func retryEach(t *testing.T, dead queue.DeadLetters, all []queue.DeadLetter) {
	t.Helper()
	malformed, first, second, other := all[0], all[1], all[2], all[3]
	if err := dead.Retry(t.Context(), malformed); !errors.Is(err, queue.ErrExchange) {
		t.Errorf("retry of what is malformed: %v, want ErrExchange", err)
	}
	call := follow(t, dead.JS, "call_a")
	if err := dead.Retry(t.Context(), second); err != nil {
		t.Error(err)
	}
	call.told(2)
	if err := dead.Retry(t.Context(), second); !errors.Is(err, queue.ErrGone) {
		t.Errorf("second retry: %v, want ErrGone", err)
	}
	if err := dead.Retry(t.Context(), first); !errors.Is(err, queue.ErrPassed) {
		t.Errorf("retry of what the call has passed: %v, want ErrPassed", err)
	}
	call = follow(t, dead.JS, other.Call)
	if err := dead.Retry(t.Context(), other); err != nil {
		t.Error(err)
	}
	call.told(1)
}

func TestListOfManyDeadLetters(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	const many = 250
	for range many {
		raw(t, js, "dead.call_a", []byte("x"))
	}
	if all := letters(t, queue.DeadLetters{JS: js}, ""); len(all) != many {
		t.Errorf("%d letters, want %d", len(all), many)
	}
	if _, err := (queue.DeadLetters{JS: js}).List(t.Context(), "call.>"); !errors.Is(err, queue.ErrExchange) {
		t.Errorf("List(call.>) = %v, want ErrExchange", err)
	}
}

// TestExchangeThatKillsWorkersIsBuried: an exchange that never comes back from
// its workers is not given out for ever.
func TestExchangeThatKillsWorkersIsBuried(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	publish(t, js, exchange(1))
	for range 50 { // workers that die give it back by silence; this is faster
		for _, msg := range take(t, js, 1) {
			if err := msg.Nak(); err != nil {
				t.Fatal(err)
			}
		}
	}
	work(t, js, found)
	emptied(t, js)
	all := letters(t, queue.DeadLetters{JS: js}, "call_a")
	if len(all) != 1 || all[0].Reason != queue.Deliveries || all[0].Attempts != 51 {
		t.Errorf("dead letters %+v, want one after 51 deliveries", all)
	}
}
