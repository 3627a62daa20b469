package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"parley"
	"parley/agent"
	"parley/room"
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
	// session and stage are nil while the user is waited for.
	session *agent.Session
	stage   *room.Call
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
func (h *heldCalls) begin(c *heldCall, s *agent.Session, stage *room.Call) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.session, c.stage = s, stage
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

// giveUp ends the calls held in room without a word: another agent takes them over.
func (h *heldCalls) giveUp(room string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.all {
		if c.room == room && c.stage != nil {
			c.stage.Yield()
		}
	}
}

// Drain is how an agent ends when it is asked to: it takes no more calls, and those
// under way go on.
type Drain struct {
	// For is how long they may; then goodbye is said. 0 says it at once.
	For time.Duration
	// Steps, if set, is called when calls can be held. From then on asked is closed
	// when the process is asked to end, and hurry when it is asked again: goodbye is
	// said without waiting longer. Without Steps, and before, the context's end ends
	// everything at once.
	Steps func() (asked, hurry <-chan struct{})
}

// partLimit is how long calls may take to say goodbye once they have to: 10 s until
// neither side speaks, and what it takes to tell the user.
const partLimit = 15 * time.Second

// drain waits until the agent is asked to end, and then for its calls. It returns
// when none is left, those that are left take too long to say goodbye, or ctx ends.
func (a *Agent) drain(ctx context.Context, d Drain) {
	var asked, hurry <-chan struct{}
	if d.Steps != nil {
		asked, hurry = d.Steps()
	}
	select {
	case <-asked:
	case <-ctx.Done():
		return
	}
	until := time.Now().Add(d.For)
	finishing, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	go func() {
		select {
		case <-hurry:
			cancel()
		case <-finishing.Done():
		}
	}()
	if d.For > 0 && a.worker.Retire(finishing, func(left int) {
		if left > 0 {
			slog.Info("draining", "calls", left, "up_to", time.Until(until).Round(time.Second),
				"then", "a second signal (Ctrl-C) says goodbye, a third ends at once")
		}
	}) {
		return
	}
	a.held.part()
	parting, cancelParting := context.WithTimeout(ctx, partLimit)
	defer cancelParting()
	a.worker.Retire(parting, func(left int) {
		if left > 0 {
			slog.Info("saying goodbye", "calls", left, "up_to", partLimit, "then", "another signal ends at once")
		}
	})
}
