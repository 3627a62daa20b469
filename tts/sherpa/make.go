package sherpa

import (
	"context"
	"errors"
	"fmt"

	"parley/tts"
)

var (
	errPanic = errors.New("the voice model panicked")
	// errSilent means that the model made nothing of a text.
	errSilent = errors.New("the voice model knows nothing of the text")
)

// makeAll makes the parts one after another, each in a worker's place, until
// ctx ends.
func (e *Engine) makeAll(ctx context.Context, ps []string, v tts.Voice, l *line) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("speak with sherpa: %w: %T", errPanic, r)
		}
	}()
	voice, rate := e.voices.pick(v), speed(v)
	made := false
	for _, p := range ps {
		if !e.reader.reads(p) {
			continue
		}
		if !l.room(ctx) || !e.enter(ctx) {
			return errEnded
		}
		e.make(ctx, p, voice, rate, func(samples []float32) {
			made = made || len(samples) > 0
			l.put(samples)
		})
	}
	if !made {
		return fmt.Errorf("speak with sherpa: %w", errSilent)
	}
	return nil
}

// enter waits for a worker's place.
func (e *Engine) enter(ctx context.Context) bool {
	select {
	case e.workers <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// make makes one part in the place that enter gave, and leaves it. A part of
// which the model makes nothing, such as one in a script it does not know, is
// left out.
func (e *Engine) make(ctx context.Context, text string, voice int, rate float64, put func([]float32)) {
	defer func() { <-e.workers }()
	e.model.speak(text, voice, rate, func(samples []float32) bool {
		put(samples)
		return ctx.Err() == nil
	})
}
