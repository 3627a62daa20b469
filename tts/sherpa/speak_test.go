package sherpa

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"parley/engine"
	"parley/media"
	"parley/tts"
)

func TestSpeakEmitsAllInOrder(t *testing.T) {
	f := &fake{}
	e := fakeEngine(t, f, 1, 1)
	samples := 0
	if err := e.Speak(t.Context(), "One two. Three! Four five six?", tts.Voice{}, func(c tts.Chunk) error {
		samples += len(c.PCM)
		return nil
	}); err != nil {
		t.Fatalf("Speak = %v", err)
	}
	if want := 6 * media.SampleRate / 10; samples != want {
		t.Errorf("%d samples, want %d", samples, want)
	}
	if want := []string{"One two.", "Three!", "Four five six?"}; !slices.Equal(f.said, want) {
		t.Errorf("made %q, want %q", f.said, want)
	}
}

// TestCancelLeavesTheModelAlone ends the context while the model is at work:
// Speak returns, the model goes on to its next stop, and its place is free then.
func TestCancelLeavesTheModelAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{gate: make(chan struct{})}
		e := newEngine(f, 1, 4)
		ctx, cancel := context.WithCancel(t.Context())
		done := speaking(ctx, e, "one two three", ignore)
		synctest.Wait()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Speak = %v, want %v", err, context.Canceled)
		}
		second := speaking(t.Context(), e, "four", ignore)
		synctest.Wait()
		if got := f.busy.Load(); got != 1 {
			t.Errorf("%d at work, want 1: the first is not over", got)
		}
		f.gate <- struct{}{} // the first hears of the end
		f.gate <- struct{}{}
		if err := <-second; err != nil {
			t.Errorf("Speak after one that was cancelled = %v", err)
		}
		if want := []string{"one two three", "four"}; !slices.Equal(f.said, want) {
			t.Errorf("made %q, want %q", f.said, want)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestWorkersBoundTheModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{gate: make(chan struct{})}
		e := newEngine(f, 2, 3)
		var all []chan error
		for range 5 {
			all = append(all, speaking(t.Context(), e, "one", ignore))
		}
		synctest.Wait()
		if got := f.busy.Load(); got != 2 {
			t.Errorf("%d at work, want 2", got)
		}
		if err := e.Speak(t.Context(), "one too many", tts.Voice{}, ignore); !errors.Is(err, engine.ErrCapacity) {
			t.Errorf("a sixth Speak = %v, want %v", err, engine.ErrCapacity)
		}
		close(f.gate)
		for _, done := range all {
			if err := <-done; err != nil {
				t.Errorf("Speak = %v", err)
			}
		}
		if f.most.Load() > 2 {
			t.Errorf("%d were at work at once, want 2", f.most.Load())
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestTheMakerWaitsForTheListener blocks emit: of a long text only some seconds
// are made.
func TestTheMakerWaitsForTheListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{}
		e := newEngine(f, 1, 1)
		ctx, cancel := context.WithCancel(t.Context())
		slow := make(chan struct{})
		done := speaking(ctx, e, strings.Repeat("one two three four five six seven eight nine ten. ", 100), func(tts.Chunk) error {
			<-slow
			return nil
		})
		synctest.Wait()
		if n := len(f.said); n < 5 || n > 8 {
			t.Errorf("%d seconds made ahead, want 5-8", n)
		}
		if got := f.busy.Load(); got != 0 {
			t.Errorf("%d at work for a listener who waits", got)
		}
		cancel()
		close(slow)
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Speak = %v, want %v", err, context.Canceled)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestCloseEndsSpeech(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{gate: make(chan struct{})}
		e := newEngine(f, 1, 1)
		done := speaking(t.Context(), e, "one two", ignore)
		synctest.Wait()
		closed := make(chan error, 2)
		for range 2 {
			go func() { closed <- e.Close() }()
		}
		if err := <-done; !errors.Is(err, ErrClosed) {
			t.Errorf("Speak as the engine closes = %v, want %v", err, ErrClosed)
		}
		synctest.Wait()
		if f.freed.Load() {
			t.Error("the model was freed while at work")
		}
		f.gate <- struct{}{}
		for range 2 {
			if err := <-closed; err != nil {
				t.Errorf("Close = %v", err)
			}
		}
		if err := e.Speak(t.Context(), "three", tts.Voice{}, ignore); !errors.Is(err, ErrClosed) || !f.freed.Load() {
			t.Errorf("Speak after Close = %v, want %v", err, ErrClosed)
		}
	})
}

func TestPanicEndsOneSegment(t *testing.T) {
	e := fakeEngine(t, &fake{panic: true}, 1, 1)
	for range 3 { // the place is left each time
		if err := e.Speak(t.Context(), "one", tts.Voice{}, ignore); !errors.Is(err, errPanic) {
			t.Errorf("Speak = %v, want %v", err, errPanic)
		}
	}
}

func TestUnreadableTextIsAnError(t *testing.T) {
	f := &fake{}
	e := fakeEngine(t, f, 1, 1)
	e.reader = readerOf("English")
	if err := e.Speak(t.Context(), "你好。", tts.Voice{}, ignore); !errors.Is(err, errSilent) || len(f.said) > 0 {
		t.Errorf("Speak = %v with %d texts given to the model, want %v and none", err, len(f.said), errSilent)
	}
}
