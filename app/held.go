package app

import (
	"context"
	"sync"

	"parley"
	"parley/agent"
	"parley/room/worker"
)

// stopping is what callers are told whose call ends because the process does.
const stopping = "The server is shutting down; please call again in a moment."

// heldCalls are the jobs of this process. It is safe for concurrent use.
type heldCalls struct {
	mu      sync.Mutex
	all     map[*heldCall]bool
	parting bool
}

// heldCall is a job: it waits for its user, and then holds a call.
type heldCall struct {
	room   string
	giveUp context.CancelCauseFunc
	// session is nil while the user is waited for.
	session *agent.Session
}

// enter notes a job; giveUp ends it while it has no session.
func (h *heldCalls) enter(room string, giveUp context.CancelCauseFunc) *heldCall {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := &heldCall{room: room, giveUp: giveUp}
	if h.all == nil {
		h.all = map[*heldCall]bool{}
	}
	h.all[c] = true
	if h.parting {
		giveUp(worker.ErrDraining)
	}
	return c
}

// begin notes that a job holds a call now.
func (h *heldCalls) begin(c *heldCall, s *agent.Session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.session = s
	if h.parting {
		s.Part(parley.Failed, stopping)
	}
}

// leave notes that a job is over.
func (h *heldCalls) leave(c *heldCall) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.all, c)
}

// part has every call, and each that begins later, end as soon as neither side
// speaks, and gives up the jobs that wait for their user.
func (h *heldCalls) part() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.parting = true
	for c := range h.all {
		if c.session == nil {
			c.giveUp(worker.ErrDraining)
			continue
		}
		c.session.Part(parley.Failed, stopping)
	}
}

// holds reports whether a call is held in room.
func (h *heldCalls) holds(room string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.all {
		if c.room == room && c.session != nil {
			return true
		}
	}
	return false
}
