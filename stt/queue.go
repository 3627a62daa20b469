package stt

import (
	"context"
	"io"
	"sync"
)

// maxEvents is how many finals may wait to be read before the recogniser waits
// for the reader; its audio then queues in turn.
const maxEvents = 64

// Queue holds the events of a stream between its engine and Next. An interim
// gives way to the next event of its utterance; a final is never dropped. It is
// safe for concurrent use and needs NewQueue.
type Queue struct {
	mu      sync.Mutex
	events  []Event
	failed  error
	closed  bool
	changed chan struct{} // closed and made anew at every change
}

// NewQueue returns an empty Queue.
func NewQueue() *Queue { return &Queue{changed: make(chan struct{})} }

// change wakes all who wait. It needs q.mu.
func (q *Queue) change() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// Put waits while 64 finals are unread; after Close it does nothing.
func (q *Queue) Put(e Event) {
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

// Next is Stream.Next: it waits for an event until ctx ends, and returns io.EOF
// after Close.
func (q *Queue) Next(ctx context.Context) (Event, error) {
	for {
		if err := ctx.Err(); err != nil {
			return Event{}, err
		}
		e, wait, err := q.take()
		if wait == nil {
			return e, err
		}
		select {
		case <-wait:
		case <-ctx.Done():
		}
	}
}

// take is the next event, or what to wait for.
func (q *Queue) take() (Event, <-chan struct{}, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return Event{}, nil, io.EOF
	case len(q.events) > 0:
		e := q.events[0]
		q.events = q.events[1:]
		q.change()
		return e, nil, nil
	case q.failed != nil:
		return Event{}, nil, q.failed
	}
	return Event{}, q.changed, nil
}

// Fail makes Next return err once what waits is read: the stream is broken.
func (q *Queue) Fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.failed = err
	q.change()
}

// Close ends Next and Put; what waits is dropped. It may be called twice.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.change()
}
