package sherpa

import "context"

// workers holds how many goroutines may decode at once: each takes a place
// before it enters the model and leaves it after. Those who wait are served in
// the order they came; there is one per stream at most.
type workers chan struct{}

func newWorkers(n int) workers { return make(workers, n) }

// enter waits for a place and reports false if ctx ended first.
func (w workers) enter(ctx context.Context) bool {
	select {
	case w <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (w workers) leave() { <-w }

// idle says whether a place is free besides the caller's own.
func (w workers) idle() bool { return len(w) < cap(w) || cap(w) == 1 }
