package room

import (
	"context"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/rpc"
)

// A user who comes back: to the agent's connection made anew, or to a call that has
// waited for them, with the page loaded anew.

// catchUpEvery is the least time between two catch-ups: a page asks once, and once more
// if no answer came.
const catchUpEvery = 500 * time.Millisecond

// hearers is who can hear the agent. It is safe for concurrent use.
type hearers struct {
	mu sync.Mutex
	// down while there is no connection, missing while the user is missed.
	down, missing bool
	// comings counts the user's leaves and returns.
	comings int
}

// given are the hints given so far, and when they were last sent again. It is safe for
// concurrent use.
type given struct {
	mu     sync.Mutex
	hints  []rpc.Hint
	caught time.Time
}

func (g *given) add(h rpc.Hint) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hints = append(g.hints, h) // as many as a scene has
}

// again is the hints to send again, or false if they were a moment ago.
func (g *given) again(now time.Time) ([]rpc.Hint, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.caught.IsZero() && now.Sub(g.caught) < catchUpEvery {
		return nil, false
	}
	g.caught = now
	return slices.Clone(g.hints), true
}

// hears notes a change in who can hear the agent, and tells if nobody can, or the user
// can again.
func (c *Call) hears(change func(*hearers)) {
	h := &c.hearers
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.down || h.missing
	change(h)
	if now := h.down || h.missing; now != before && c.handlers.Alone != nil {
		c.handlers.Alone(now)
	}
}

// goodbye notes that the user ends the call, and does not come back. What they typed
// before is theirs still: it goes first.
func (c *Call) goodbye() {
	if c.bye.Swap(true) {
		return // it is on its way
	}
	c.room.Follow(func() {
		if c.handlers.EndCall != nil {
			c.handlers.EndCall()
		}
	})
}

// left has a call that waits wait for its user, and ends any other.
func (c *Call) left() {
	waits := c.waits && !c.bye.Load()
	c.hears(func(h *hearers) {
		c.forsaken.Store(h.missing || waits)
		h.missing = h.missing || waits
		h.comings++
	})
	switch {
	case !waits:
		c.end(parley.EndedLeft)
	case c.handlers.Missing != nil:
		c.handlers.Missing()
	}
}

// returned goes on with a user who came back: when their page asks for what was shown so
// far, as it then hears and shows what comes, or as soon as any page can.
func (c *Call) returned() {
	c.log.Info("user back")
	c.forsaken.Store(false)
	comings := 0
	c.hears(func(h *hearers) {
		h.comings++
		comings = h.comings
	})
	c.room.Go(func(ctx context.Context) {
		if wait(ctx, nil, mountTime) {
			c.back(comings)
		}
	})
}

// back has the call go on with a user who came back and has not left again, if it does
// not yet.
func (c *Call) back(comings int) {
	c.hears(func(h *hearers) {
		if h.missing && h.comings == comings {
			c.repeat()
			h.missing = false
		}
	})
}

// catchUpNow sends all that was shown so far. It returns rpc.ErrBusy if that was done a
// moment ago.
func (c *Call) catchUpNow() error {
	hints, ok := c.given.again(time.Now())
	if !ok {
		return rpc.ErrBusy
	}
	c.rpcs.dropReactions() // they are among the lines
	user := c.User().Identity
	for _, part := range recaps(c.captions.lines(), hints) {
		if err := c.room.PostText(rpc.TopicRecap, part, user); err != nil {
			c.log.Warn("what was shown is not sent again", "err", err)
			break
		}
	}
	c.repeat()
	c.hears(func(h *hearers) { h.missing = false })
	return nil
}

// lines are what was shown, in the order in which it began, and what of the user's waits
// to be.
func (c *captions) lines() []rpc.Line {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wait.Segment != "" {
		c.line(c.wait)
	}
	return slices.Clone(c.said)
}

// recaps are parts of at most rpc.MaxPayload bytes that tell lines and hints; at least
// one. A line that is longer by itself is left out.
func recaps(lines []rpc.Line, hints []rpc.Hint) (parts []string) {
	part := rpc.Recap{Lines: []rpc.Line{}, Hints: append([]rpc.Hint{}, hints...)}
	text, _ := rpc.Encode(part) // a scene's few hints fit
	for _, line := range lines {
		longer := part
		longer.Lines = append(longer.Lines, line)
		if fits, err := rpc.Encode(longer); err == nil {
			part, text = longer, fits
			continue
		}
		alone := rpc.Recap{Lines: []rpc.Line{line}, Hints: []rpc.Hint{}}
		if fits, err := rpc.Encode(alone); err == nil {
			parts = append(parts, text)
			part, text = alone, fits
		}
	}
	return append(parts, text)
}
