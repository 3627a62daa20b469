package sandbox

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// fair is how long a machine computes before it gives way: to any that enters, and to
// those like it in their turn.
const fair = 5 * time.Millisecond

// processors are those that all machines of the process compute on: all but one, which
// is left to what plays and hears calls. See "What one costs another" in
// ../../docs/codefirst.md.
var processors = sync.OnceValue(func() *queue { return &queue{free: max(1, runtime.GOMAXPROCS(0)-1)} })

// lane is where a machine waits for a processor: those that enter go before those that
// have computed for long.
type lane int

const (
	entering lane = iota
	long
	lanes
)

// queue is a number of processors and who waits for one, in the order they came.
type queue struct {
	mu      sync.Mutex
	free    int
	waiting [lanes][]chan struct{}
}

// take waits for a processor until ctx ends, whose error it returns without one.
func (q *queue) take(ctx context.Context, at lane) error {
	q.mu.Lock()
	if q.free > 0 { // nobody waits then
		q.free--
		q.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	q.waiting[at] = append(q.waiting[at], turn)
	q.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting[at], turn)
	if i < 0 {
		return nil // it was its turn meanwhile
	}
	q.waiting[at] = slices.Delete(q.waiting[at], i, i+1)
	return ctx.Err()
}

// leave gives a processor to the next.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, waiting := range q.waiting {
		if len(waiting) > 0 {
			close(waiting[0])
			q.waiting[i] = waiting[1:]
			return
		}
	}
	q.free++
}

// wanted reports whether one waits in a lane.
func (q *queue) wanted(at lane) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting[at]) > 0
}

// share is a machine's share of the processors. Its methods are called by the goroutine
// that enters the machine, but for computed.
type share struct {
	ctx   context.Context //nolint:containedctx // of the newest enter
	at    lane
	holds bool

	mu    sync.Mutex
	since time.Time     // when it had the processor that it holds, else zero
	spent time.Duration // on those that it held before
}

// enter waits for a processor, until ctx ends. What it holds it gives back before, for
// one that waited with it would wait for itself.
func (s *share) enter(ctx context.Context) error {
	s.leave()
	s.ctx, s.at = ctx, entering
	return s.take()
}

func (s *share) take() error {
	err := processors().take(s.ctx, s.at)
	s.holds = err == nil
	if s.holds {
		s.mu.Lock()
		s.since = time.Now()
		s.mu.Unlock()
	}
	return err
}

// leave gives the processor back, if it has one.
func (s *share) leave() {
	if !s.holds {
		return
	}
	s.holds = false
	s.mu.Lock()
	s.spent, s.since = s.spent+time.Since(s.since), time.Time{}
	s.mu.Unlock()
	processors().leave()
}

// pass gives way to others, if it is to. It reports whether the machine is to go on: not
// when the context of enter has ended meanwhile.
func (s *share) pass() bool {
	if !s.holds {
		return true
	}
	over := time.Since(s.since) >= fair
	if over {
		s.at = long
	}
	if q := processors(); s.at == long && q.wanted(entering) || over && q.wanted(long) {
		s.leave()
		return s.take() == nil
	}
	return true
}

// computed is how long the machine has computed in all. It may be called from any
// goroutine.
func (s *share) computed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.since.IsZero() {
		return s.spent
	}
	return s.spent + time.Since(s.since)
}
