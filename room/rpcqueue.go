package room

import (
	"context"
	"sync"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

// rpcQueue holds the RPCs to the user that wait for the one before to be answered: the
// newest verdict and a few reactions.
type rpcQueue struct {
	wake chan struct{}

	mu        sync.Mutex
	verdict   string // the newest, as payload
	pending   bool   // the verdict is yet to be sent
	reactions []call
	busy      bool
	giveUp    context.CancelFunc // the call under way
	quiet     chan struct{}      // closed when nothing waits any more; nil if nobody asked
}

type call struct{ method, payload string }

func newRPCQueue() *rpcQueue { return &rpcQueue{wake: make(chan struct{}, 1)} }

func (q *rpcQueue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *rpcQueue) setVerdict(v parley.Verdict) {
	payload, err := rpc.Encode(rpc.CheckerFrom(v))
	if err != nil {
		return // numbers and a few words always fit
	}
	q.mu.Lock()
	q.verdict, q.pending = payload, true
	q.mu.Unlock()
	q.poke()
}

// again sends the last verdict once more, if there was one. The call under way
// is given up: its answer may have been lost with the connection, and the
// verdict must not wait for that.
func (q *rpcQueue) again() {
	q.mu.Lock()
	q.pending = q.verdict != ""
	giveUp := q.giveUp
	q.mu.Unlock()
	if giveUp != nil {
		giveUp()
	}
	q.poke()
}

// begun says how to give up the call that next returned.
func (q *rpcQueue) begun(giveUp context.CancelFunc) {
	q.mu.Lock()
	q.giveUp = giveUp
	q.mu.Unlock()
}

// add queues a call, or returns ErrFull.
func (q *rpcQueue) add(method, payload string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.reactions) >= maxReactions {
		return lk.ErrFull
	}
	q.reactions = append(q.reactions, call{method, payload})
	q.poke()
	return nil
}

// next waits for a call to make; done must follow it. It is false when ctx has
// ended.
func (q *rpcQueue) next(ctx context.Context) (method, payload string, ok bool) {
	for {
		if method, payload, ok = q.take(); ok {
			return method, payload, ctx.Err() == nil
		}
		select {
		case <-q.wake:
		case <-ctx.Done():
			return "", "", false
		}
	}
}

func (q *rpcQueue) take() (method, payload string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.pending:
		q.pending, q.busy = false, true
		return rpc.MethodChecker, q.verdict, true
	case len(q.reactions) > 0:
		first := q.reactions[0]
		q.reactions, q.busy = q.reactions[1:], true
		return first.method, first.payload, true
	}
	return "", "", false
}

func (q *rpcQueue) done() {
	q.mu.Lock()
	q.busy, q.giveUp = false, nil
	if !q.pending && len(q.reactions) == 0 && q.quiet != nil {
		close(q.quiet)
		q.quiet = nil
	}
	q.mu.Unlock()
}

// idle is closed when nothing waits or is under way.
func (q *rpcQueue) idle() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.busy && !q.pending && len(q.reactions) == 0 {
		closed := make(chan struct{})
		close(closed)
		return closed
	}
	if q.quiet == nil {
		q.quiet = make(chan struct{})
	}
	return q.quiet
}
