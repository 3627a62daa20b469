package app

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"parley"
	"parley/agent"
	"parley/room"
	"parley/room/worker"
)

// heldCalls are the jobs of this process. It is safe for concurrent use.
type heldCalls struct {
	mu      sync.Mutex
	all     map[*heldCall]bool
	parting bool
}

// heldCall is a job: it waits for its user, and then holds a call.
type heldCall struct {
	// id is that of the call to be. Of several jobs that wait in one room the one with the
	// lowest holds its call.
	id     parley.CallID
	room   string
	giveUp context.CancelCauseFunc
	// claimed is set when the job is about to hold the call, outbid when one that goes
	// first has asked for it before.
	claimed, outbid bool
	// session and stage are nil while the user is waited for.
	session *agent.Session
	stage   *room.Call
}

// refusing is the id of a job that only tells its user why there is no call: it goes after
// all others, whose ids begin with a letter.
const refusing parley.CallID = "~"

// enter notes a job; giveUp ends it while it has no session.
func (h *heldCalls) enter(id parley.CallID, room string, giveUp context.CancelCauseFunc) *heldCall {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := &heldCall{id: id, room: room, giveUp: giveUp}
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
	c.session, c.stage, c.claimed = s, stage, true
	if h.parting {
		s.Part(parley.Failed, parley.EndedStopping)
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
		c.session.Part(parley.Failed, parley.EndedStopping)
	}
}

// holds reports whether a job holds the call of a room, or goes before another that asks
// for it. Those that wait there and go after that one are outbid.
func (h *heldCalls) holds(room string, asks parley.CallID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	held := false
	for c := range h.all {
		switch {
		case c.room != room || c.id == asks:
		case c.claimed || c.id < asks:
			held = true
		default:
			c.outbid = true
		}
	}
	return held
}

// claim has a job hold its room's call from now on, unless it was outbid.
func (h *heldCalls) claim(c *heldCall) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.claimed = !c.outbid
	return c.claimed
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

// neighbours asks the other agents of the same LiveKit, with whom this one shares a
// NATS, whether they have a seat free, as LiveKit offers a full agent jobs as long as
// it refuses callers in words, and whether they hold the call of a room. Agents with the
// same name and API key are taken to serve the same LiveKit.
type neighbours struct {
	nc                   *nats.Conn
	seats, holders, take string // subjects
	subs                 []*nats.Subscription
	held                 *heldCalls
	// own marks what this one says: it hears itself.
	own string
}

// holderTimeout is how long other agents may take to say that they hold a room's
// call: less than it takes to join the room, which is done meanwhile.
const holderTimeout = 100 * time.Millisecond

// meetNeighbours answers others: as long as free gives more than 0, and about the
// calls in held.
func meetNeighbours(nc *nats.Conn, l LiveKitConfig, free func() int, held *heldCalls) (*neighbours, error) {
	// The key goes nowhere; its hash keeps agents of different servers apart.
	sum := sha256.Sum256([]byte(l.AgentName() + "\x00" + l.Key))
	who := hex.EncodeToString(sum[:8])
	n := &neighbours{
		nc: nc, held: held, own: rand.Text(),
		seats: "parley.seats." + who, holders: "parley.holders." + who, take: "parley.take." + who,
	}
	answers := map[string]func(question string) bool{
		n.seats: func(string) bool { return free() > 0 },
		n.holders: func(question string) bool {
			asks, room, ok := strings.Cut(question, " ")
			return ok && held.holds(room, parley.CallID(asks))
		},
		n.take: n.given,
	}
	for subject, answer := range answers {
		sub, err := nc.Subscribe(subject, func(m *nats.Msg) {
			if answer(string(m.Data)) {
				_ = m.Respond(nil) // unheard, it counts as no
			}
		})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("listen for other agents: %w", err), n.close())
		}
		n.subs = append(n.subs, sub)
	}
	return n, nil
}

// haveSeat reports whether another agent has a seat. It waits for the first who
// has, or for ctx's end: those without do not answer.
func (n *neighbours) haveSeat(ctx context.Context) bool {
	_, err := n.nc.RequestWithContext(ctx, n.seats, nil)
	return err == nil
}

// hold reports whether another job, of this agent or one of its neighbours, holds the call
// of a job's room or goes before it. It takes holderTimeout at most.
func (n *neighbours) hold(ctx context.Context, c *heldCall) bool {
	if n.held.holds(c.room, c.id) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, holderTimeout)
	defer cancel()
	_, err := n.nc.RequestWithContext(ctx, n.holders, []byte(string(c.id)+" "+c.room))
	return err == nil
}

// takeOver has every agent that holds the call of a room give it up without a word.
// It must come before the taker's own call begins.
func (n *neighbours) takeOver(room string) {
	n.held.giveUp(room)
	_ = n.nc.Publish(n.take, []byte(n.own+" "+room)) // unheard, the one in the room with more turns stays
}

// given gives up the call of a room that another agent has taken over.
func (n *neighbours) given(by string) (answer bool) {
	if who, room, ok := strings.Cut(by, " "); ok && who != n.own {
		n.held.giveUp(room)
	}
	return false
}

func (n *neighbours) close() error {
	var errs []error
	for _, sub := range n.subs {
		errs = append(errs, sub.Unsubscribe())
	}
	return errors.Join(errs...)
}

const (
	// holderGrace is how long an agent waits, unheard, in a room whose call another
	// holds: LiveKit was restarted, and the other comes back to it in its own time.
	holderGrace = 10 * time.Second
	// holderEvery is how often it asks meanwhile whether the call is still held. After
	// holderMisses without an answer it is not: one who has little processor time
	// misses some.
	holderEvery  = 500 * time.Millisecond
	holderMisses = 6
)

// asksHolder asks at once whether the call of a job's room is held already, while the room
// is joined.
func (m *callManager) asksHolder(ctx context.Context, c *heldCall) <-chan bool {
	held := make(chan bool, 1)
	go func() { held <- m.others.hold(ctx, c) }()
	return held
}

// alone waits until the call of stage's room is this job's to hold, and reports false if it
// is another's, or ctx has ended: one who is there has the better claim, or one who held it
// has come back. inVain is set if one who held it did not.
func (m *callManager) alone(ctx context.Context, c *heldCall, stage *room.Call, held <-chan bool) (ok, inVain bool) {
	if stage.HasYielded() {
		return false, false
	}
	if !<-held && m.held.claim(c) {
		return !stage.HasYielded(), false
	}
	m.log.Info("another agent holds the call of this room; waiting for it", "room", c.room)
	late := time.After(holderGrace)
	tick := time.NewTicker(holderEvery)
	defer tick.Stop()
	for misses := 0; misses < holderMisses; {
		select {
		case <-stage.Yielded():
			return false, false
		case <-stage.Gone():
			return false, false
		case <-tick.C:
			misses++
			if m.others.hold(ctx, c) {
				misses = 0
			}
		case <-late:
			return !stage.HasYielded(), true
		case <-ctx.Done():
			return false, false
		}
	}
	return ctx.Err() == nil && !stage.HasYielded(), true
}

// mine is alone for a job that can hold the call: an agent that does not come back to
// it in time is told to give it up.
func (m *callManager) mine(ctx context.Context, c *heldCall, stage *room.Call, held <-chan bool) bool {
	ok, inVain := m.alone(ctx, c, stage, held)
	if ok && inVain {
		m.log.Info("the other agent did not come back; the call begins anew", "room", c.room)
		m.others.takeOver(c.room)
	}
	return ok
}
