package app

import (
	"sync"
	"sync/atomic"

	"parley"
	"parley/agent"
	"parley/app/engineconfig"
	"parley/engine/failover"
)

// usageObserver tells a call's session what the engines do for it, with what that
// costs. The engines are opened before the session is, so session is stored later;
// what is told before is dropped.
type usageObserver struct {
	prices  engineconfig.Prices
	session atomic.Pointer[agent.Session]
}

var _ failover.Observer = (*usageObserver)(nil)

// Switched implements failover.Observer.
func (o *usageObserver) Switched(s failover.Switch) {
	if session := o.session.Load(); session != nil {
		session.Switched(s.Role, s.From, s.To, s.Err, s.Back)
	}
}

// Used implements failover.Observer.
func (o *usageObserver) Used(u parley.Usage) {
	u.Cost = o.prices.Cost(u)
	if session := o.session.Load(); session != nil {
		session.Used(u)
	}
}

// usageTally adds up what engines did. It is safe for concurrent use.
type usageTally struct {
	prices engineconfig.Prices
	mu     sync.Mutex
	all    []parley.Usage
}

var _ failover.Observer = (*usageTally)(nil)

// Switched implements failover.Observer.
func (*usageTally) Switched(failover.Switch) {}

// Used implements failover.Observer.
func (t *usageTally) Used(u parley.Usage) {
	u.Cost = t.prices.Cost(u)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, u)
}

func (t *usageTally) total() []parley.Usage {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all
}
