package ttstest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/media"
	"parley/tts"
)

var errFull = errors.New("the listener has had enough")

// testEmitFails has the first and a later chunk refused.
func testEmitFails(t testing.TB, k *kit) {
	e := k.open(t)
	for _, last := range []int{1, 3} {
		enginetest.Prompt(t, "Speak after emit failed", func() enginetest.Lapse {
			var failed enginetest.Clock
			s := newEmitted(t, sentence)
			err := e.Speak(t.Context(), strings.Repeat(sentence+" ", 20), k.Voice, func(c tts.Chunk) error {
				if len(s.chunks) == last {
					t.Errorf("emit was called again after it failed")
				}
				if err := s.emit(c); err != nil || len(s.chunks) < last {
					return err
				}
				failed = enginetest.Start()
				return errFull
			})
			took := failed.Lapse()
			if !errors.Is(err, errFull) {
				t.Errorf("Speak = %v, want %v", err, errFull)
			}
			s.done()
			return took
		})
	}
}

// testEmitBlocks lets the listener be slow: nothing may be lost or come twice.
func testEmitBlocks(t testing.TB, k *kit) {
	e := k.open(t)
	s := newEmitted(t, sentence)
	if err := e.Speak(t.Context(), sentence, k.Voice, func(c tts.Chunk) error {
		if n := len(s.chunks); n == 1 || n == 4 {
			<-time.After(200 * time.Millisecond)
		}
		return s.emit(c)
	}); err != nil {
		t.Errorf("Speak to a slow listener = %v", err)
	}
	s.done()
	enginetest.Understood(t, "a slow listener hears", sentence, k.Hear(t, s.pcm()))
}

// testCancel ends the context before the first chunk and after the third.
func testCancel(t testing.TB, k *kit) {
	e := k.open(t)
	long := strings.Repeat(sentence+" "+second+" ", 40)
	for name, chunks := range map[string]int{"at once": 0, "while it speaks": 3} {
		enginetest.Prompt(t, "Speak cancelled "+name, func() enginetest.Lapse {
			return enginetest.Cancelled(t, 5*time.Millisecond, func(ctx context.Context, soon func()) error {
				if chunks == 0 {
					soon()
				}
				n := 0
				return e.Speak(ctx, long, k.Voice, func(tts.Chunk) error {
					if n++; n == chunks {
						soon()
					}
					<-time.After(time.Millisecond) // or the fastest engines are done before
					return nil
				})
			})
		})
	}
}

// testHour has a text of an hour spoken, 9,000 words, of which Options.Hour is
// taken: it must begin soon and hold no more than it must.
func testHour(t testing.TB, k *kit) {
	e := k.open(t)
	text := strings.Repeat(sentence+" "+second+" ", 9000/19)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var heap enginetest.Growth
	heap.Grow()
	start := time.Now()
	heard, last := 0, start
	var first, pause time.Duration
	err := e.Speak(ctx, text, k.Voice, func(c tts.Chunk) error {
		if heard == 0 {
			first = time.Since(start)
		}
		pause = max(pause, time.Since(last))
		if heard/media.Samples(time.Minute/4) != (heard+len(c.PCM))/media.Samples(time.Minute/4) {
			heap.Grow()
		}
		if heard += len(c.PCM); media.Duration(heard) >= k.Hour {
			cancel()
		}
		last = time.Now()
		return nil
	})
	t.Logf("%v of speech in %v, the first after %v, longest pause %v", media.Duration(heard), time.Since(start), first, pause)
	heap.Bound(t, k.Memory)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("Speak of an hour = %v", err)
	}
	if media.Duration(heard) < min(k.Hour, 40*time.Minute) {
		t.Errorf("%v of speech, want %v", media.Duration(heard), k.Hour)
	}
	if ended := time.Since(last); pause > k.Patience || ended > k.Patience {
		t.Errorf("the longest pause was %v, the end took %v; want at most %v", pause, ended, k.Patience)
	}
}
