package queue_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"parley/checker/queue"
)

func TestOutboxKeepsExchangesWhileTheServerIsAway(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	box := queue.NewOutbox(queue.Client{JS: js})
	t.Cleanup(box.Close)
	give := func(numbers ...int) {
		t.Helper()
		for _, n := range numbers {
			if err := box.Submit(t.Context(), exchange(n)); err != nil {
				t.Fatalf("Submit(%d) = %v", n, err)
			}
		}
	}
	give(1)
	f.stop()
	begun := time.Now()
	give(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	if took := time.Since(begun); took > 3*time.Second {
		t.Errorf("11 submissions took %v without a server", took)
	}
	if err := box.Submit(t.Context(), exchange(0)); !errors.Is(err, queue.ErrExchange) {
		t.Errorf("Submit(0) = %v, want ErrExchange", err)
	}
	f.start()
	// One that was under way when the server went is sent, too; of the rest the
	// newest eight.
	want := []int{1, 5, 6, 7, 8, 9, 10, 11, 12}
	var got []int
	fetched := raw(t, f.dial(), len(want))
	for _, msg := range fetched {
		got = append(got, number(t, msg))
	}
	if !slices.Equal(got, want) {
		t.Errorf("queued after the restart: %v, want %v", got, want)
	}
}
