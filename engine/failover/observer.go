package failover

import (
	"sync"

	"parley"
)

// Observer is told what the engines do for one call. Its methods are called
// from several goroutines, at times while a request waits: they must not block
// or call the ladder.
type Observer interface {
	// Switched is called when another rung serves the call than before.
	Switched(Switch)
	// Used is called with what has been added since the last time for that
	// engine. Retries are requests made because another was late or failed,
	// here or at another rung. Characters and tokens of a request that was
	// cancelled for another are counted, as services do, and estimated.
	Used(parley.Usage)
}

// Switch is a change of the rung that serves a call.
type Switch struct {
	Role string
	// From and To are names of engines.
	From, To string
	// Err is why From was left, nil on the way back.
	Err error
	// Back is set when To stands before From in the list.
	Back bool
}

// caller is what a ladder knows of one call. A nil caller is none.
type caller struct {
	observer Observer
	mu       sync.Mutex
	at       int             // rung that served last
	strikes  map[int]strikes // by rung
}

func newCaller(o Observer) *caller {
	if o == nil {
		return nil
	}
	return &caller{observer: o}
}

// served tells the observer if rung to is another than before. why are the
// rungs' failures where there were any just now.
func (c *caller) served(l *list, to int, why []error) {
	if c == nil {
		return
	}
	c.mu.Lock()
	from := c.at
	c.at = to
	c.mu.Unlock()
	if from == to {
		return
	}
	s := Switch{Role: l.role, From: l.rungs[from].name(), To: l.rungs[to].name(), Err: why[from], Back: to < from}
	if s.Back {
		s.Err = nil
	} else if s.Err == nil {
		s.Err = l.rungs[from].breaker.failure()
	}
	c.observer.Switched(s)
}

// failed notes that a rung failed the call. What it refuses it refuses at once,
// and the call's next request may be a better one.
func (c *caller) failed(rung int, err error) {
	if c == nil || !shared(err) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.strikes == nil {
		c.strikes = map[int]strikes{}
	}
	c.strikes[rung] = c.strikes[rung].add(1)
}

// avoids reports whether the call asks others first, whatever they do.
func (c *caller) avoids(l *list, rung int) bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.strikes[rung].out(&l.rungs[rung].breaker)
}

// used tells the observer of what rung has done.
func (c *caller) used(l *list, rung int, u parley.Usage) {
	if c == nil {
		return
	}
	u.Role, u.Engine = l.role, l.rungs[rung].name()
	c.observer.Used(u)
}
