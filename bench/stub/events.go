package stub

import (
	"context"
	"io"
	"slices"
	"sync"
	"time"

	"parley/stt"
)

// Events hands out a stream's transcripts when they are due: the Next and Close
// of a stt.Stream. It is safe for concurrent use.
type Events struct {
	wake   chan struct{} // room for one: something was put
	closed chan struct{}
	once   sync.Once

	mu      sync.Mutex
	pending []timed // in the order they are due
}

type timed struct {
	due   time.Time
	event stt.Event
}

// NewEvents has nothing to hand out yet.
func NewEvents() *Events {
	return &Events{wake: make(chan struct{}, 1), closed: make(chan struct{})}
}

// Put queues an event. A final one overtakes the interims of its utterance that
// are due after it, which are then of no use.
func (q *Events) Put(due time.Time, e stt.Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if e.Final {
		q.pending = slices.DeleteFunc(q.pending, func(t timed) bool { return t.event.Utterance == e.Utterance && t.due.After(due) })
	}
	i := slices.IndexFunc(q.pending, func(t timed) bool { return t.due.After(due) })
	if i < 0 {
		i = len(q.pending)
	}
	q.pending = slices.Insert(q.pending, i, timed{due, e})
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// DropEarly takes back the early transcripts of an utterance.
func (q *Events) DropEarly(utterance uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pending = slices.DeleteFunc(q.pending, func(t timed) bool { return t.event.Early && t.event.Utterance == utterance })
}

// Next implements stt.Stream.
func (q *Events) Next(ctx context.Context) (stt.Event, error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		e, wait, ready := q.take()
		if ready {
			return e, nil
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-q.wake:
		case <-q.closed:
			return stt.Event{}, io.EOF
		case <-ctx.Done():
			return stt.Event{}, context.Cause(ctx)
		}
	}
}

// idle is how long Next sleeps when nothing is due; Put wakes it.
const idle = time.Hour

// take is the next event if it is due, else how long until one may be.
func (q *Events) take() (e stt.Event, wait time.Duration, ready bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.pending) == 0 {
		return e, idle, false
	}
	if wait = time.Until(q.pending[0].due); wait > 0 {
		return e, wait, false
	}
	e = q.pending[0].event
	q.pending = q.pending[1:]
	return e, 0, true
}

// Close implements stt.Stream.
func (q *Events) Close() error {
	q.once.Do(func() { close(q.closed) })
	return nil
}
