package sphinx

import (
	"context"
	"io"
	"sync"

	"parley/stt"
)

// maxEvents is how many finals may wait to be read before the decoder waits for
// the reader; its audio then queues in turn.
const maxEvents = 64

// events is the queue from the decoder to Next. An interim gives way to
// the next event of its utterance; a final is never dropped.
type events struct {
	ready chan struct{} // capacity 1: something to read, or an end
	room  chan struct{} // capacity 1: something was read, or closed

	mu     sync.Mutex
	queue  []stt.Event
	failed error
	closed bool
}

func newEvents() *events {
	return &events{ready: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// put waits while the queue is full and reports false once it is closed.
func (q *events) put(e stt.Event) bool {
	for {
		q.mu.Lock()
		if q.closed {
			q.mu.Unlock()
			return false
		}
		if n := len(q.queue); n > 0 && !q.queue[n-1].Final && q.queue[n-1].Utterance == e.Utterance {
			q.queue = q.queue[:n-1]
		}
		if len(q.queue) < maxEvents {
			q.queue = append(q.queue, e)
			q.mu.Unlock()
			signal(q.ready)
			return true
		}
		q.mu.Unlock()
		<-q.room
	}
}

func (q *events) next(ctx context.Context) (stt.Event, error) {
	for {
		if err := ctx.Err(); err != nil {
			return stt.Event{}, err
		}
		e, err, ok := q.take()
		if ok {
			return e, err
		}
		select {
		case <-q.ready:
		case <-ctx.Done():
		}
	}
}

func (q *events) take() (stt.Event, error, bool) { //nolint:revive // ok comes last
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return stt.Event{}, io.EOF, true
	case len(q.queue) > 0:
		e := q.queue[0]
		q.queue = q.queue[1:]
		signal(q.room)
		return e, nil, true
	case q.failed != nil:
		return stt.Event{}, q.failed, true
	}
	return stt.Event{}, nil, false
}

// fail ends the stream with err once the queue is read.
func (q *events) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.failed = err
	signal(q.ready)
}

func (q *events) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	signal(q.ready)
	signal(q.room)
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
