package flite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/tts"
)

func TestSpeakStopsWhenEmitFails(t *testing.T) {
	errFull := errors.New("full")
	calls := 0
	err := open(t).Speak(t.Context(), "So, this project is bold.", tts.Voice{}, func(tts.Chunk) error {
		if calls++; calls == 3 {
			return errFull
		}
		return nil
	})
	if !errors.Is(err, errFull) || calls != 3 {
		t.Errorf("Speak = %v after %d emits, want %v after 3", err, calls, errFull)
	}
}

// TestSpeakStopsWithContext ends the context at different points of a long
// text: in the analysis of a part and while it streams.
func TestSpeakStopsWithContext(t *testing.T) {
	e := open(t)
	long := strings.Repeat("the budget is far too high for this quarter and I want numbers ", 160) // 2,080 words
	for _, after := range []time.Duration{0, 5 * time.Millisecond, 20 * time.Millisecond, 110 * time.Millisecond} {
		enginetest.Prompt(t, fmt.Sprintf("Speak, its context ended after %v,", after), func() enginetest.Lapse {
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan enginetest.Clock, 1)
			time.AfterFunc(after, func() {
				ended <- enginetest.Start()
				cancel()
			})
			if err := e.Speak(ctx, long, tts.Voice{}, func(tts.Chunk) error { return nil }); !errors.Is(err, context.Canceled) {
				t.Fatalf("Speak = %v, want %v", err, context.Canceled)
			}
			return (<-ended).Lapse()
		})
	}
}

func TestSpeakWithEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := open(t).Speak(ctx, "Hello.", tts.Voice{}, func(tts.Chunk) error {
		t.Error("emit was called")
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Speak = %v, want %v", err, context.Canceled)
	}
}

func TestSpeakConcurrently(t *testing.T) {
	e := open(t)
	const text = "The numbers are very clear to me."
	alone := len(speak(t, text, tts.Voice{}).pcm)
	got := make(chan int)
	for range 8 {
		go func() {
			var s speech
			if err := e.Speak(t.Context(), text, tts.Voice{}, s.emit); err != nil {
				t.Error(err)
			}
			got <- len(s.pcm)
		}()
	}
	for range 8 {
		// The lead-in's noise is random, so where it is cut may differ.
		if n := <-got; n < alone-3*window || n > alone+3*window {
			t.Errorf("%d samples beside others, %d alone", n, alone)
		}
	}
}
