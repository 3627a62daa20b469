package failover

import (
	"sync"
	"time"

	"parley"
)

// Observer is told what the providers do for one call. Its methods are called from
// several goroutines, at times while a request waits: they must not block or call
// the engines of this package.
type Observer interface {
	// Switched is called when another provider serves the call than before.
	Switched(Switch)
	// Used is called with what has been added since the last time for that
	// engine. Retries are requests made because another was late or failed,
	// here or at another provider. Characters and tokens of a request that was
	// given up are counted, as services do, and estimated.
	Used(parley.Usage)
}

// Switch is a change of the provider that serves a call.
type Switch struct {
	Role string
	// From and To are names of engines.
	From, To string
	// Err is why From was left, nil on the way back.
	Err error
	// Back is set when To stands before From in the list.
	Back bool
}

const (
	// bearable is how many failures of a provider one call bears before it asks
	// others first, recent how long it remembers them.
	bearable = 2
	recent   = 30 * time.Second
)

// call is what a list knows of one call.
type call struct {
	observer Observer // nil for nobody
	mu       sync.Mutex
	at       int // provider that served last
	failures map[int]failures
}

// failures are those of one provider with one call, and count for it alone.
type failures struct {
	n    int
	last time.Time
}

func newCall(o Observer) *call { return &call{observer: o, failures: map[int]failures{}} }

// served tells the observer if provider to is another than before. why are the
// providers' failures where there were any just now.
func (c *call) served(l *list, to int, why []error) {
	c.mu.Lock()
	from := c.at
	c.at = to
	c.mu.Unlock()
	if from == to || c.observer == nil {
		return
	}
	s := Switch{Role: l.role, From: l.providers[from].name(), To: l.providers[to].name(), Err: why[from], Back: to < from}
	if s.Back {
		s.Err = nil
	} else if s.Err == nil {
		s.Err = l.providers[from].circuit.failure()
	}
	c.observer.Switched(s)
}

// failed notes that provider i failed the call, n times.
func (c *call) failed(i, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.failures[i]
	if time.Since(f.last) > recent {
		f.n = 0
	}
	c.failures[i] = failures{f.n + n, time.Now()}
}

// avoids reports whether the call asks others before provider i: for some time, or
// until its circuit was open and is closed again.
func (c *call) avoids(l *list, i int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.failures[i]
	return f.n >= bearable && time.Since(f.last) <= recent && !l.providers[i].circuit.recovered(f.last)
}

// used tells the observer of what provider i has done.
func (c *call) used(l *list, i int, u parley.Usage) {
	if c.observer == nil {
		return
	}
	u.Role, u.Engine = l.role, l.providers[i].name()
	c.observer.Used(u)
}
