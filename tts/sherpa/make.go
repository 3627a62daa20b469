package sherpa

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"parley/tts"
)

var (
	errPanic = errors.New("the voice model panicked")
	// errSilent means that the model made nothing of a text.
	errSilent = errors.New("the voice model knows nothing of the text")
)

// makeAll makes the parts one after another, each in a worker's place, until
// ctx ends.
func (e *Engine) makeAll(ctx context.Context, ps []string, v tts.Voice, b *buffer) (err error) {
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
		if !b.room(ctx) || !e.enter(ctx) {
			return errEnded
		}
		e.make(ctx, p, voice, rate, func(samples []float32) {
			made = made || len(samples) > 0
			b.put(samples)
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

// errEnded means that the context of a buffer's user ended.
var errEnded = errors.New("the context ended")

// buffer carries the audio of one Speak from the goroutine that makes it to the
// one that emits it. It holds what was made ahead of the listener: the maker
// waits for room before it begins a part, never within one, where it would keep
// others from the model.
type buffer struct {
	ahead int // samples that may wait when a part is begun

	mu      sync.Mutex
	waiting [][]float32
	samples int
	over    bool
	err     error
	changed chan struct{} // closed and made anew at every change
}

func newBuffer(ahead int) *buffer { return &buffer{ahead: ahead, changed: make(chan struct{})} }

// change wakes all who wait. It needs b.mu.
func (b *buffer) change() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// put adds audio, which the buffer keeps.
func (b *buffer) put(samples []float32) {
	if len(samples) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, samples)
	b.samples += len(samples)
	b.change()
}

// end says that no more audio comes, because of err if that is not nil.
func (b *buffer) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over, b.err = true, err
	b.change()
}

// room waits until no more than ahead waits, and reports false if ctx ended
// first.
func (b *buffer) room(ctx context.Context) bool {
	for {
		b.mu.Lock()
		free, wait := b.samples <= b.ahead, b.changed
		b.mu.Unlock()
		if free {
			return ctx.Err() == nil
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return false
		}
	}
}

// take waits for the next audio. It is nil at the end, with what ended the buffer,
// or errEnded when ctx did.
func (b *buffer) take(ctx context.Context) ([]float32, error) {
	for {
		b.mu.Lock()
		if ctx.Err() != nil {
			b.mu.Unlock()
			return nil, errEnded
		}
		if len(b.waiting) > 0 {
			samples := b.waiting[0]
			b.waiting = b.waiting[1:]
			b.samples -= len(samples)
			b.change()
			b.mu.Unlock()
			return samples, nil
		}
		over, err, wait := b.over, b.err, b.changed
		b.mu.Unlock()
		if over {
			return nil, err
		}
		select {
		case <-wait:
		case <-ctx.Done():
		}
	}
}
