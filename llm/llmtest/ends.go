package llmtest

import (
	"context"
	"errors"
	"io"
	"testing"

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
		return enginetest.Cancelled(t, enginetest.Promptly, func(ctx context.Context, soon func()) error {
			soon()
			var a answer
			k.wait(t, "the end after a cancelled wait", func() { a = hear(ctx, t, e, ask(question(1))) })
			if a.stream != nil {
				_ = a.stream.Close()
			}
			return a.err
		})
	})
}

// use asks, and again where that has failed.
func use(ctx context.Context, t testing.TB, e llm.Engine) (began bool, err error) {
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
}
