package failover

import (
	"context"
	"io"
	"sync"

	"parley/stt"
)

// maxEvents is how many events wait to be read before interims are dropped.
// Finals never are: there is one for each utterance that was asked for.
const maxEvents = 256

// events is the queue to a stream's reader. An interim gives way to the next
// event of its utterance. Its methods never block, but for next.
type events struct {
	ready chan struct{} // capacity 1: something to read, or an end

	mu     sync.Mutex
	queue  []stt.Event
	failed error
	closed bool
}

func newEvents() *events { return &events{ready: make(chan struct{}, 1)} }

func (q *events) put(e stt.Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if n := len(q.queue); n > 0 && !q.queue[n-1].Final && q.queue[n-1].Utterance == e.Utterance {
		q.queue = q.queue[:n-1]
	}
	if e.Final || len(q.queue) < maxEvents {
		q.queue = append(q.queue, e)
	}
	q.signal()
}

// fail ends the queue with err once it is read.
func (q *events) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.failed == nil {
		q.failed = err
	}
	q.signal()
}

func (q *events) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.signal()
}

func (q *events) signal() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

func (q *events) next(ctx context.Context) (stt.Event, error) {
	for {
		if err := ctx.Err(); err != nil {
			return stt.Event{}, err
		}
		if e, ok, err := q.take(); ok {
			return e, err
		}
		select {
		case <-q.ready:
		case <-ctx.Done():
		}
	}
}

func (q *events) take() (e stt.Event, ok bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return stt.Event{}, true, io.EOF
	case len(q.queue) > 0:
		e = q.queue[0]
		q.queue = q.queue[:copy(q.queue, q.queue[1:])]
		return e, true, nil
	}
	return stt.Event{}, q.failed != nil, q.failed
}
