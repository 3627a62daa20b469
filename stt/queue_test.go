package stt_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"parley/stt"
)

// unread is how many finals wait at most.
const unread = 64

func TestQueueInterimGivesWay(t *testing.T) {
	q := stt.NewQueue()
	for _, e := range []stt.Event{
		{Utterance: 1, Text: "a"}, {Utterance: 1, Text: "a b"}, {Utterance: 1, Text: "a b c", Final: true},
		{Utterance: 2, Text: "d"}, {Utterance: 2, Text: "d e"},
	} {
		q.Put(e)
	}
	for _, want := range []string{"a b c", "d e"} {
		if e, err := q.Next(t.Context()); e.Text != want || err != nil {
			t.Errorf("next = %q, %v; want %q", e.Text, err, want)
		}
	}
}

func TestQueueHoldTheEngineBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := stt.NewQueue()
		const all = unread + 10
		put := 0
		go func() {
			for id := range uint64(all) {
				q.Put(stt.Event{Utterance: id, Final: true})
				put++
			}
		}()
		synctest.Wait()
		if put != unread {
			t.Errorf("%d finals put with nobody reading, want %d", put, unread)
		}
		for id := range uint64(all) {
			if e, err := q.Next(t.Context()); e.Utterance != id || err != nil {
				t.Fatalf("next = %d, %v; want %d", e.Utterance, err, id)
			}
		}
	})
}

func TestQueueEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := stt.NewQueue()
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			synctest.Wait()
			cancel()
		}()
		if _, err := q.Next(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("next = %v, want %v", err, context.Canceled)
		}
		broken := errors.New("broken")
		q.Put(stt.Event{Text: "last", Final: true})
		q.Fail(broken)
		if e, err := q.Next(t.Context()); e.Text != "last" || err != nil {
			t.Errorf("next = %+v, %v; want the last event first", e, err)
		}
		for range 2 {
			if _, err := q.Next(t.Context()); !errors.Is(err, broken) {
				t.Errorf("next = %v, want %v", err, broken)
			}
		}
		q.Close()
		if _, err := q.Next(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("next after close = %v, want EOF", err)
		}
		q.Put(stt.Event{}) // does nothing
		q.Close()
	})
}

func TestQueueCloseFreesTheEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := stt.NewQueue()
		for range unread {
			q.Put(stt.Event{Final: true})
		}
		freed := false
		go func() {
			q.Put(stt.Event{Final: true})
			freed = true
		}()
		synctest.Wait()
		if freed {
			t.Error("Put on a full queue did not wait")
		}
		q.Close()
		synctest.Wait()
		if !freed {
			t.Error("Put waits on a closed queue")
		}
	})
}
