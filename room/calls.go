package room

import (
	"context"
	"sync"

	"parley"
	"parley/rpc"
)

// calls are the RPC calls that wait for the one before to be answered: the
// newest verdict and a few reactions.
type calls struct {
	wake chan struct{}

	mu        sync.Mutex
	verdict   string // the newest, as payload
	pending   bool   // the verdict is yet to be sent
	reactions []call
	busy      bool
	giveUp    context.CancelFunc // the call under way
	quiet     signal
}

type call struct{ method, payload string }

func newCalls() *calls { return &calls{wake: make(chan struct{}, 1)} }

func (c *calls) poke() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *calls) setVerdict(v parley.Verdict) {
	payload, err := rpc.Encode(rpc.CheckerFrom(v))
	if err != nil {
		return // numbers and a few words always fit
	}
	c.mu.Lock()
	c.verdict, c.pending = payload, true
	c.mu.Unlock()
	c.poke()
}

// again sends the last verdict once more, if there was one. The call under way
// is given up: its answer may have been lost with the connection, and the
// verdict must not wait for that.
func (c *calls) again() {
	c.mu.Lock()
	c.pending = c.verdict != ""
	giveUp := c.giveUp
	c.mu.Unlock()
	if giveUp != nil {
		giveUp()
	}
	c.poke()
}

// begun says how to give up the call that next returned.
func (c *calls) begun(giveUp context.CancelFunc) {
	c.mu.Lock()
	c.giveUp = giveUp
	c.mu.Unlock()
}

// add queues a call, or returns ErrFull.
func (c *calls) add(method, payload string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.reactions) >= maxReactions {
		return ErrFull
	}
	c.reactions = append(c.reactions, call{method, payload})
	c.poke()
	return nil
}

// next waits for a call to make; done must follow it. It is false when ctx has
// ended.
func (c *calls) next(ctx context.Context) (method, payload string, ok bool) {
	for {
		if method, payload, ok = c.take(); ok {
			return method, payload, ctx.Err() == nil
		}
		select {
		case <-c.wake:
		case <-ctx.Done():
			return "", "", false
		}
	}
}

func (c *calls) take() (method, payload string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.pending:
		c.pending, c.busy = false, true
		return rpc.MethodChecker, c.verdict, true
	case len(c.reactions) > 0:
		first := c.reactions[0]
		c.reactions, c.busy = c.reactions[1:], true
		return first.method, first.payload, true
	}
	return "", "", false
}

func (c *calls) done() {
	c.mu.Lock()
	c.busy, c.giveUp = false, nil
	idle := !c.pending && len(c.reactions) == 0
	c.mu.Unlock()
	if idle {
		c.quiet.changed()
	}
}

// idle is closed when nothing waits or is under way.
func (c *calls) idle() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.busy && !c.pending && len(c.reactions) == 0 {
		closed := make(chan struct{})
		close(closed)
		return closed
	}
	return c.quiet.next()
}
