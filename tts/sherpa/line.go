package sherpa

import (
	"context"
	"errors"
	"sync"
)

// errEnded means that the context of a line's user ended.
var errEnded = errors.New("the context ended")

// line carries the audio of one Speak from the goroutine that makes it to the
// one that emits it. It holds what was made ahead of the listener: the maker
// waits for room before it begins a part, never within one, where it would keep
// others from the model.
type line struct {
	ahead int // samples that may wait when a part is begun

	mu      sync.Mutex
	waiting [][]float32
	samples int
	over    bool
	err     error
	changed chan struct{} // closed and made anew at every change
}

func newLine(ahead int) *line { return &line{ahead: ahead, changed: make(chan struct{})} }

// change wakes all who wait. It needs l.mu.
func (l *line) change() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// put adds audio, which the line keeps.
func (l *line) put(samples []float32) {
	if len(samples) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, samples)
	l.samples += len(samples)
	l.change()
}

// end says that no more audio comes, because of err if that is not nil.
func (l *line) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over, l.err = true, err
	l.change()
}

// room waits until no more than ahead waits, and reports false if ctx ended
// first.
func (l *line) room(ctx context.Context) bool {
	for {
		l.mu.Lock()
		free, wait := l.samples <= l.ahead, l.changed
		l.mu.Unlock()
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

// take waits for the next audio. It is nil at the end, with what ended the line,
// or errEnded when ctx did.
func (l *line) take(ctx context.Context) ([]float32, error) {
	for {
		l.mu.Lock()
		if ctx.Err() != nil {
			l.mu.Unlock()
			return nil, errEnded
		}
		if len(l.waiting) > 0 {
			samples := l.waiting[0]
			l.waiting = l.waiting[1:]
			l.samples -= len(samples)
			l.change()
			l.mu.Unlock()
			return samples, nil
		}
		over, err, wait := l.over, l.err, l.changed
		l.mu.Unlock()
		if over {
			return nil, err
		}
		select {
		case <-wait:
		case <-ctx.Done():
		}
	}
}
