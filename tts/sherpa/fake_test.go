package sherpa

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"parley/media"
	"parley/tts"
)

// fake is a model that says each word as a constant of a tenth of a second, once
// for each value that it takes from gate, if that is set.
type fake struct {
	gate  chan struct{}
	panic bool

	busy, most atomic.Int32 // speak calls under way, and the most there were
	freed      atomic.Bool
	mu         sync.Mutex
	said       []string
}

var _ model = (*fake)(nil)

func (*fake) rate() int { return media.SampleRate }

func (f *fake) speak(text string, _ int, _ float64, emit func([]float32) bool) {
	if f.panic {
		panic("broken")
	}
	now := f.busy.Add(1)
	defer f.busy.Add(-1)
	f.most.Store(max(f.most.Load(), now))
	f.mu.Lock()
	f.said = append(f.said, text)
	f.mu.Unlock()
	for range strings.Fields(text) {
		if f.gate != nil {
			<-f.gate
		}
		pcm := make([]float32, media.SampleRate/10)
		for i := range pcm {
			pcm[i] = 0.25
		}
		if !emit(pcm) {
			return
		}
	}
}

func (f *fake) free() { f.freed.Store(true) }

// speaking starts Speak; the channel gives what it returns.
func speaking(ctx context.Context, e *Engine, text string, emit func(tts.Chunk) error) chan error {
	done := make(chan error, 1)
	go func() { done <- e.Speak(ctx, text, tts.Voice{}, emit) }()
	return done
}

func ignore(tts.Chunk) error { return nil }

// fakeEngine closes with the test.
func fakeEngine(t *testing.T, f *fake, workers, waiting int) *Engine {
	t.Helper()
	e := newEngine(f, workers, waiting)
	t.Cleanup(func() {
		if err := e.Close(); err != nil || !f.freed.Load() {
			t.Errorf("Close = %v, the model is freed: %v", err, f.freed.Load())
		}
	})
	return e
}
