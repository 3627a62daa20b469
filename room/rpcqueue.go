package room

import (
	"context"
	"slices"
	"sync"

	"parley/room/lk"
	"parley/rpc"
)

const (
	// maxReactions is how many reactions may wait; more are dropped.
	maxReactions = 8
	// maxCards and maxStates are how many cards and how many names of states are
	// kept for a page that comes back; of more the oldest are forgotten.
	maxCards  = 16
	maxStates = 16
)

// rpcQueue holds the RPCs to the user's side, which are sent one at a time, each
// when the one before has been answered: the newest verdict first, the rest in
// order. All methods but next are safe for concurrent use, and none but next
// blocks.
type rpcQueue struct {
	wake chan struct{}

	mu      sync.Mutex
	waiting []call
	kept    []call // the newest of each that is shown again, in the order first put
	busy    bool
	giveUp  context.CancelFunc // ends the call under way
	quiet   chan struct{}      // closed when nothing waits any more; nil if nobody asked
}

// call is an RPC. One of the same method and key replaces it; a reaction has no
// key and replaces none.
type call struct{ method, key, payload string }

func (c call) replaces(o call) bool { return c.method == o.method && c.key == o.key }

func newRPCQueue() *rpcQueue { return &rpcQueue{wake: make(chan struct{}, 1)} }

func (q *rpcQueue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// put queues a call in the place of the one that it replaces, if that still
// waits, and keeps it for again.
func (q *rpcQueue) put(c call) {
	q.mu.Lock()
	q.waiting, q.kept = insert(q.waiting, c), insert(q.kept, c)
	q.mu.Unlock()
	q.poke()
}

// insert puts c in the place of the one that it replaces, else at the end, and a
// verdict in front. The oldest of too many of a method is dropped.
func insert(calls []call, c call) []call {
	if i := slices.IndexFunc(calls, c.replaces); i >= 0 {
		calls[i] = c
		return calls
	}
	if c.method == rpc.MethodChecker {
		return slices.Insert(calls, 0, c)
	}
	calls = append(calls, c)
	if n := count(calls, c.method); c.method == rpc.MethodCard && n > maxCards || c.method == rpc.MethodState && n > maxStates {
		oldest := slices.IndexFunc(calls, func(o call) bool { return o.method == c.method })
		calls = slices.Delete(calls, oldest, oldest+1)
	}
	return calls
}

func count(calls []call, method string) (n int) {
	for _, c := range calls {
		if c.method == method {
			n++
		}
	}
	return n
}

// again queues once more what is kept. The call under way is given up: its answer
// may have been lost with the connection, and the rest must not wait for that.
func (q *rpcQueue) again() {
	q.mu.Lock()
	waiting := slices.Clone(q.kept)
	for _, c := range q.waiting {
		if c.method == rpc.MethodEmojiReaction {
			waiting = append(waiting, c)
		}
	}
	q.waiting = waiting
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

// react queues a reaction, or returns lk.ErrFull.
func (q *rpcQueue) react(payload string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if count(q.waiting, rpc.MethodEmojiReaction) >= maxReactions {
		return lk.ErrFull
	}
	q.waiting = append(q.waiting, call{method: rpc.MethodEmojiReaction, payload: payload})
	q.poke()
	return nil
}

// dropReactions drops the reactions that wait.
func (q *rpcQueue) dropReactions() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = slices.DeleteFunc(q.waiting, func(c call) bool { return c.method == rpc.MethodEmojiReaction })
	q.settle()
}

// next waits for a call to make; done must follow it. It is false when ctx has
// ended.
func (q *rpcQueue) next(ctx context.Context) (method, payload string, ok bool) {
	for {
		if c, found := q.take(); found {
			return c.method, c.payload, ctx.Err() == nil
		}
		select {
		case <-q.wake:
		case <-ctx.Done():
			return "", "", false
		}
	}
}

func (q *rpcQueue) take() (c call, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return call{}, false
	}
	c, q.waiting, q.busy = q.waiting[0], q.waiting[1:], true
	return c, true
}

func (q *rpcQueue) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy, q.giveUp = false, nil
	q.settle()
}

// settle tells who waits for it that nothing waits or is under way, if so. Under mu.
func (q *rpcQueue) settle() {
	if !q.busy && len(q.waiting) == 0 && q.quiet != nil {
		close(q.quiet)
		q.quiet = nil
	}
}

// idle is closed when nothing waits or is under way.
func (q *rpcQueue) idle() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.busy && len(q.waiting) == 0 {
		closed := make(chan struct{})
		close(closed)
		return closed
	}
	if q.quiet == nil {
		q.quiet = make(chan struct{})
	}
	return q.quiet
}
