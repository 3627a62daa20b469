package sphinx

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"parley/stt"
)

func TestEventsInterimGivesWay(t *testing.T) {
	q := newEvents()
	for _, e := range []stt.Event{
		{Utterance: 1, Text: "a"}, {Utterance: 1, Text: "a b"}, {Utterance: 1, Text: "a b c", Final: true},
		{Utterance: 2, Text: "d"}, {Utterance: 2, Text: "d e"},
	} {
		if !q.put(e) {
			t.Fatalf("put(%+v) = false", e)
		}
	}
	for _, want := range []string{"a b c", "d e"} {
		if e, err := q.next(t.Context()); e.Text != want || err != nil {
			t.Errorf("next = %q, %v; want %q", e.Text, err, want)
		}
	}
}

func TestEventsHoldTheDecoderBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newEvents()
		const all = maxEvents + 10
		put := 0
		go func() {
			for id := range uint64(all) {
				q.put(stt.Event{Utterance: id, Final: true})
				put++
			}
		}()
		synctest.Wait()
		if put != maxEvents {
			t.Errorf("%d finals put with nobody reading, want %d", put, maxEvents)
		}
		for id := range uint64(all) {
			if e, err := q.next(t.Context()); e.Utterance != id || err != nil {
				t.Fatalf("next = %d, %v; want %d", e.Utterance, err, id)
			}
		}
	})
}

func TestEventsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newEvents()
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			synctest.Wait()
			cancel()
		}()
		if _, err := q.next(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("next = %v, want %v", err, context.Canceled)
		}
		broken := errors.New("broken")
		q.put(stt.Event{Text: "last", Final: true})
		q.fail(broken)
		if e, err := q.next(t.Context()); e.Text != "last" || err != nil {
			t.Errorf("next = %+v, %v; want the last event first", e, err)
		}
		for range 2 {
			if _, err := q.next(t.Context()); !errors.Is(err, broken) {
				t.Errorf("next = %v, want %v", err, broken)
			}
		}
		q.close()
		if _, err := q.next(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("next after close = %v, want EOF", err)
		}
		if q.put(stt.Event{}) {
			t.Error("put after close = true")
		}
	})
}

func TestEventsCloseFreesTheDecoder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newEvents()
		for range maxEvents {
			q.put(stt.Event{Final: true})
		}
		go func() {
			if q.put(stt.Event{Final: true}) {
				t.Error("put on a full, closed queue = true")
			}
		}()
		synctest.Wait()
		q.close()
	})
}
