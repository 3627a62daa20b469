package llmtest

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/llm"
)

// testCloseEarly gives answers up after their first words.
func testCloseEarly(t testing.TB, k *kit) {
	e := k.open(t)
	enginetest.Prompt(t, "Close", func() enginetest.Lapse {
		s := k.begin(t.Context(), t, e)
		clock := enginetest.Start()
		k.wait(t, "Close", func() {
			if err := s.Close(); err != nil {
				t.Errorf("Close = %v", err)
			}
		})
		took := clock.Lapse()
		k.wait(t, "what follows Close", func() {
			if d, err := s.Next(); err == nil || errors.Is(err, io.EOF) || d != (llm.Delta{}) {
				t.Errorf("Next after Close = %+v, %v, want an error other than io.EOF", d, err)
			}
			if err := s.Close(); err != nil {
				t.Errorf("second Close = %v", err)
			}
		})
		return took
	})
}

func testEndedContext(t testing.TB, k *kit) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := k.open(t)
	k.wait(t, "Chat with an ended context", func() {
		if a := hear(ctx, t, e, ask(question(1))); !errors.Is(a.err, context.Canceled) || a.text != "" {
			t.Errorf("with an ended context: %q, %v, want %v alone", a.text, a.err, context.Canceled)
		}
	})
}

// testCancelBetween ends the context while nobody waits.
func testCancelBetween(t testing.TB, k *kit) {
	e := k.open(t)
	enginetest.Prompt(t, "Next after its context ended", func() enginetest.Lapse {
		ctx, cancel := context.WithCancel(t.Context())
		s := k.begin(ctx, t, e)
		clock := enginetest.Start()
		cancel()
		for range 2 {
			k.wait(t, "Next after its context ended", func() {
				if d, err := s.Next(); !errors.Is(err, context.Canceled) || d != (llm.Delta{}) {
					t.Errorf("Next after its context ended = %+v, %v, want %v alone", d, err, context.Canceled)
				}
			})
		}
		took := clock.Lapse()
		if err := s.Close(); err != nil {
			t.Errorf("Close after the context ended = %v", err)
		}
		return took
	})
}

// testAbandon ends the contexts of answers nobody reads or closes: they may
// leave nothing behind.
func testAbandon(t testing.TB, k *kit) {
	e := k.open(t)
	for range k.Answers {
		ctx, cancel := context.WithCancel(t.Context())
		k.begin(ctx, t, e)
		cancel()
	}
	k.wait(t, "the answer after all that", func() {
		r := ask(question(1))
		k.expect(t, hear(t.Context(), t, e, r), r)
	})
}

// testCancelWaiting ends the context while Chat or Next waits for a word that
// will not come.
func testCancelWaiting(t testing.TB, k *kit, open opener) {
	e := open(t)
	enginetest.Prompt(t, "the wait after its context ended", func() enginetest.Lapse {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan enginetest.Clock, 1)
		time.AfterFunc(enginetest.Promptly, func() {
			ended <- enginetest.Start()
			cancel()
		})
		var a answer
		k.wait(t, "the end after a cancelled wait", func() { a = hear(ctx, t, e, ask(question(1))) })
		if !errors.Is(a.err, context.Canceled) {
			t.Fatalf("cancelled while waiting: %v, want %v", a.err, context.Canceled)
		}
		took := (<-ended).Lapse()
		if a.stream != nil {
			_ = a.stream.Close()
		}
		return took
	})
}

// testFault asks an engine that has the fault f, and again where it has failed.
func testFault(t testing.TB, k *kit, f Fault) {
	f.Hides = append(f.Hides, question(1))
	f.Test(t, k.Patience, func(ctx context.Context, e llm.Engine) (midway bool, err error) {
		a := hear(ctx, t, e, ask(question(1)))
		if s := a.stream; s != nil && a.err != nil {
			if _, err := s.Next(); !errors.Is(err, a.err) {
				t.Errorf("Next after the error %v = %v, want it again", a.err, err)
			}
			for range 2 {
				if err := s.Close(); err != nil {
					t.Errorf("Close after the error = %v", err)
				}
			}
		}
		return a.text != "", a.err
	})
}
