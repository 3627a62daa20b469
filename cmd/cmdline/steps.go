package cmdline

import (
	"context"
	"sync"
)

// asks are the requests to end that a process gets, by signals. It is safe for
// concurrent use.
type asks struct {
	end context.CancelFunc

	mu    sync.Mutex
	steps []chan struct{} // those not yet taken
	taken bool
}

// asksKey is where a context holds the asks of its process.
type asksKey struct{}

// withAsks is ctx until the asks it holds end it.
func withAsks(ctx context.Context) (context.Context, *asks) {
	ctx, end := context.WithCancel(ctx)
	a := &asks{end: end}
	return context.WithValue(ctx, asksKey{}, a), a
}

// next is one more request: it takes the next step, or ends the context.
func (a *asks) next() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.steps) == 0 {
		a.end()
		return
	}
	close(a.steps[0])
	a.steps = a.steps[1:]
}

// Steps has the process of ctx end by steps from now on: the first request to end
// closes asked, the second hurry, and the third ends ctx. Of a context that Main did
// not make, and of one whose steps somebody has taken already, they never close.
func Steps(ctx context.Context) (asked, hurry <-chan struct{}) {
	a, _ := ctx.Value(asksKey{}).(*asks)
	if a == nil {
		return nil, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.taken {
		return nil, nil
	}
	first, second := make(chan struct{}), make(chan struct{})
	a.steps, a.taken = []chan struct{}{first, second}, true
	return first, second
}
