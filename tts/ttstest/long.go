package ttstest

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"parley/media"
	"parley/tts"
)

// testHour has a text of an hour spoken, 9,000 words, of which Options.Hour is
// taken: it must begin soon and hold no more than it must.
func testHour(t testing.TB, k *kit) {
	e := k.open(t)
	text := strings.Repeat(sentence+" "+second+" ", 9000/19)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before, start := heap(), time.Now()
	peak, heard, last := before, 0, start
	var first, pause time.Duration
	err := e.Speak(ctx, text, k.Voice, func(c tts.Chunk) error {
		if heard == 0 {
			first = time.Since(start)
		}
		pause = max(pause, time.Since(last))
		if heard/media.Samples(time.Minute/4) != (heard+len(c.PCM))/media.Samples(time.Minute/4) {
			peak = max(peak, heap())
		}
		if heard += len(c.PCM); media.Duration(heard) >= k.Hour {
			cancel()
		}
		last = time.Now()
		return nil
	})
	ended := time.Since(last)
	t.Logf("%v of speech in %v, the first after %v, longest pause %v, heap +%d MiB",
		media.Duration(heard), time.Since(start), first, pause, (peak-before)>>20)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("Speak of an hour = %v", err)
	}
	if media.Duration(heard) < min(k.Hour, 40*time.Minute) {
		t.Errorf("%v of speech, want %v", media.Duration(heard), k.Hour)
	}
	if pause > k.Patience || ended > patiently {
		t.Errorf("the longest pause was %v, the end took %v; want at most %v and %v", pause, ended, k.Patience, patiently)
	}
	if peak-before > k.Memory {
		t.Errorf("the heap grew by %d MiB, want at most %d", (peak-before)>>20, k.Memory>>20)
	}
}

// heap is what lives on the Go heap; C memory is the engine's own concern.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// testFault has the failing engine speak.
func testFault(t testing.TB, k *kit, f Fault) {
	within := f.Within
	if within == 0 {
		within = k.Patience
	}
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	s, start := newSpoken(t, sentence), time.Now()
	err := f.Open(t).Speak(ctx, sentence, k.Voice, s.emit)
	s.done()
	switch {
	case err == nil:
		t.Fatalf("spoken through it, want an error")
	case ctx.Err() != nil:
		t.Fatalf("no error within %v", within)
	case f.Want != nil && !errors.Is(err, f.Want):
		t.Errorf("error %v, want %v", err, f.Want)
	}
	t.Logf("after %v and %v of speech: %v", time.Since(start).Round(time.Millisecond), s.duration(), err)
	if !f.Spoken && len(s.chunks) > 0 {
		t.Errorf("%v of speech before the error, want none", s.duration())
	}
	for _, say := range f.Says {
		if !strings.Contains(err.Error(), say) {
			t.Errorf("error %q does not say %q", err, say)
		}
	}
	for _, hide := range f.Hides {
		if strings.Contains(err.Error(), hide) {
			t.Errorf("the error says what it must hide (%d bytes)", len(hide))
		}
	}
}
