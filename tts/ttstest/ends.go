package ttstest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/language"
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
	if wrong, words := language.Misheard(sentence, k.Hear(t, s.pcm())); wrong*2 > words {
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
		enginetest.Prompt(t, "Speak cancelled "+name, func() enginetest.Lapse { return k.cancelled(t, e, long, chunks) })
	}
}

// cancelled is how long Speak goes on after its context ended, a moment after
// the given number of chunks.
func (k *kit) cancelled(t testing.TB, e tts.Engine, text string, chunks int) enginetest.Lapse {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	at := make(chan enginetest.Clock, 1)
	end := func() {
		time.AfterFunc(5*time.Millisecond, func() { at <- enginetest.Start(); cancel() })
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
		return enginetest.Lapse{}
	}
	return (<-at).Lapse()
}

// testHour has a text of an hour spoken, 9,000 words, of which Options.Hour is
// taken: it must begin soon and hold no more than it must.
func testHour(t testing.TB, k *kit) {
	e := k.open(t)
	text := strings.Repeat(sentence+" "+second+" ", 9000/19)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before, start := enginetest.Heap(), time.Now()
	peak, heard, last := before, 0, start
	var first, pause time.Duration
	err := e.Speak(ctx, text, k.Voice, func(c tts.Chunk) error {
		if heard == 0 {
			first = time.Since(start)
		}
		pause = max(pause, time.Since(last))
		if heard/media.Samples(time.Minute/4) != (heard+len(c.PCM))/media.Samples(time.Minute/4) {
			peak = max(peak, enginetest.Heap())
		}
		if heard += len(c.PCM); media.Duration(heard) >= k.Hour {
			cancel()
		}
		last = time.Now()
		return nil
	})
	t.Logf("%v of speech in %v, the first after %v, longest pause %v, heap +%d MiB",
		media.Duration(heard), time.Since(start), first, pause, (peak-before)>>20)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("Speak of an hour = %v", err)
	}
	if media.Duration(heard) < min(k.Hour, 40*time.Minute) {
		t.Errorf("%v of speech, want %v", media.Duration(heard), k.Hour)
	}
	if ended := time.Since(last); pause > k.Patience || ended > k.Patience {
		t.Errorf("the longest pause was %v, the end took %v; want at most %v", pause, ended, k.Patience)
	}
	if peak-before > k.Memory {
		t.Errorf("the heap grew by %d MiB, want at most %d", (peak-before)>>20, k.Memory>>20)
	}
}

// testFault has the failing engine speak.
func testFault(t testing.TB, k *kit, f Fault) {
	f.Test(t, k.Patience, func(ctx context.Context, e tts.Engine) (midway bool, err error) {
		s := newEmitted(t, sentence)
		err = e.Speak(ctx, sentence, k.Voice, s.emit)
		s.done()
		return len(s.chunks) > 0, err
	})
}
