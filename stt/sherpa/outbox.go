package sherpa

import (
	"context"
	"io"
	"sync"

	"parley/stt"
)

// maxEvents is how many finals may wait to be read before the recogniser waits
// for the reader; its audio then queues in turn.
const maxEvents = 64

// outbox is the queue from the recogniser to Next. An interim gives way to the
// next event of its utterance; a final is never dropped.
type outbox struct {
	mu      sync.Mutex
	events  []stt.Event
	closed  bool
	changed chan struct{} // closed and made anew at every change
}

func newOutbox() *outbox { return &outbox{changed: make(chan struct{})} }

// change wakes all who wait. It needs q.mu.
func (q *outbox) change() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// put waits while the queue is full; after close it does nothing.
func (q *outbox) put(e stt.Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed {
		if n := len(q.events); n > 0 && !q.events[n-1].Final && q.events[n-1].Utterance == e.Utterance {
			q.events = q.events[:n-1]
		}
		if len(q.events) < maxEvents {
			q.events = append(q.events, e)
			q.change()
			return
		}
		wait := q.changed
		q.mu.Unlock()
		<-wait
		q.mu.Lock()
	}
}

func (q *outbox) next(ctx context.Context) (stt.Event, error) {
	for {
		if err := ctx.Err(); err != nil {
			return stt.Event{}, err
		}
		q.mu.Lock()
		if q.closed {
			q.mu.Unlock()
			return stt.Event{}, io.EOF
		}
		if len(q.events) > 0 {
			e := q.events[0]
			q.events = q.events[1:]
			q.change()
			q.mu.Unlock()
			return e, nil
		}
		wait := q.changed
		q.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
		}
	}
}

func (q *outbox) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.closed = true
		q.change()
	}
}
