package main

import (
	"sync/atomic"

	"parley"
	"parley/agent"
	"parley/cmd/parley/lineup"
	"parley/engine/failover"
)

// witness tells a call's session what the engines do for it. They are opened
// before the session is, which is why it comes later.
type witness struct {
	prices  lineup.Prices
	session atomic.Pointer[agent.Session]
}

var _ failover.Observer = (*witness)(nil)

// Switched implements failover.Observer.
func (w *witness) Switched(s failover.Switch) {
	if session := w.session.Load(); session != nil {
		session.Switched(s.Role, s.From, s.To, s.Err, s.Back)
	}
}

// Used implements failover.Observer.
func (w *witness) Used(u parley.Usage) {
	u.Cost = w.prices.Cost(u)
	if session := w.session.Load(); session != nil {
		session.Used(u)
	}
}
