package ttstest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"parley/tts"
)

// patiently bounds an end that is measured once.
const patiently = 4 * promptly

var errFull = errors.New("the listener has had enough")

// testEmitFails has the first and a later chunk refused.
func testEmitFails(t testing.TB, k *kit) {
	e := k.open(t)
	for _, last := range []int{1, 3} {
		var failed time.Time
		s := newSpoken(t, sentence)
		err := e.Speak(t.Context(), strings.Repeat(sentence+" ", 20), k.Voice, func(c tts.Chunk) error {
			if len(s.chunks) == last {
				t.Errorf("emit was called again after it failed")
			}
			if err := s.emit(c); err != nil || len(s.chunks) < last {
				return err
			}
			failed = time.Now()
			return errFull
		})
		if took := time.Since(failed); !errors.Is(err, errFull) || took > patiently {
			t.Errorf("Speak = %v, %v after emit failed; want %v within %v", err, took, errFull, patiently)
		}
		s.done()
	}
}

// testEmitBlocks lets the listener be slow: nothing may be lost or come twice.
func testEmitBlocks(t testing.TB, k *kit) {
	e := k.open(t)
	s := newSpoken(t, sentence)
	if err := e.Speak(t.Context(), sentence, k.Voice, func(c tts.Chunk) error {
		if n := len(s.chunks); n == 1 || n == 4 {
			<-time.After(200 * time.Millisecond)
		}
		return s.emit(c)
	}); err != nil {
		t.Errorf("Speak to a slow listener = %v", err)
	}
	s.done()
	if wrong, words := wordErrors(sentence, k.Hear(t, s.pcm())); wrong*2 > words {
		t.Errorf("a slow listener hears %d of %d words wrong", wrong, words)
	}
}

func testEndedContext(t testing.TB, k *kit) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := k.open(t).Speak(ctx, sentence, k.Voice, func(tts.Chunk) error {
		t.Errorf("emit was called with an ended context")
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Speak with an ended context = %v, want %v", err, context.Canceled)
	}
}

// testCancel ends the context before the first chunk and after the third.
func testCancel(t testing.TB, k *kit) {
	e := k.open(t)
	long := strings.Repeat(sentence+" "+second+" ", 40)
	for name, chunks := range map[string]int{"at once": 0, "while it speaks": 3} {
		best := time.Hour
		for n := 0; n < tries && best > promptly; n++ {
			best = min(best, k.cancelled(t, e, long, chunks))
		}
		if best > promptly {
			t.Errorf("cancelled %s, Speak returned after %v, want at most %v", name, best, promptly)
		}
	}
}

// cancelled is how long Speak goes on after its context ended, a moment after
// the given number of chunks.
func (k *kit) cancelled(t testing.TB, e tts.Engine, text string, chunks int) time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	at := make(chan time.Time, 1)
	end := func() {
		time.AfterFunc(5*time.Millisecond, func() { at <- time.Now(); cancel() })
	}
	if chunks == 0 {
		end()
	}
	n := 0
	err := e.Speak(ctx, text, k.Voice, func(tts.Chunk) error {
		if n++; n == chunks {
			end()
		}
		<-time.After(time.Millisecond) // or the fastest engines are done before
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Speak, cancelled after %d chunks, = %v; want %v", chunks, err, context.Canceled)
		return 0
	}
	return time.Since(<-at)
}
