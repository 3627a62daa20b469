package sherpa

import (
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/media"
	"parley/tts"
)

// say is all that a text sounds like.
func say(tb testing.TB, e *Engine, text string, v tts.Voice) []int16 {
	tb.Helper()
	said, err := tts.Whole(tb.Context(), e, text, v)
	if err != nil {
		tb.Fatal(err)
	}
	return said.PCM
}

func TestRateAndVoiceReachTheModel(t *testing.T) {
	e := open(t, letters(t))
	text := "hello there"
	plain := say(t, e, text, tts.Voice{})
	if want := media.Samples(time.Duration(len(text)) * 40 * time.Millisecond); len(plain) < want-40 || len(plain) > want+40 {
		t.Errorf("%d samples, want about %d", len(plain), want)
	}
	if fast := say(t, e, text, tts.Voice{Rate: 2}); len(fast) < len(plain)/2-40 || len(fast) > len(plain)/2+40 {
		t.Errorf("%d samples at twice the speed, want half of %d", len(fast), len(plain))
	}
	soft := say(t, e, text, tts.Voice{Name: "1"})
	if a, b := media.Level(plain), media.Level(soft); b < a+5 || b > a+7 {
		t.Errorf("speaker 1 is at -%d dB, speaker 0 at -%d; want 6 dB less", b, a)
	}
}

// TestNothingIsLeft speaks hundreds of sentences and
// opens engine after engine: what C holds must not grow.
func TestNothingIsLeft(t *testing.T) {
	o := letters(t)
	rounds := func(n int) {
		for range n {
			e, err := Open(o)
			if err != nil {
				t.Fatal(err)
			}
			for range 10 {
				say(t, e, "we plan", tts.Voice{})
			}
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	rounds(10)
	before := enginetest.Resident(t)
	rounds(30)
	if grown := enginetest.Resident(t) - before; grown > 16<<20 {
		t.Errorf("300 sentences of 30 engines left %d MiB", grown>>20)
	}
}
