package room

import (
	"cmp"
	"errors"
	"strconv"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

// ErrRival is why a call ends without a word: another agent of the same name holds
// the room's call.
var ErrRival = errors.New("another agent holds the call")

// claim is an agent's claim to be the one who is heard in a room. Of several agents
// of one name the first stays: who has spoken more often, as it knows the
// conversation; of those who have as often who has begun; then who joined first, by the
// server's clock, which may be one whose connection was longer in the making; then the
// lower identity. Turns only grow and what has begun has, so that two agents never both
// give way.
type claim struct {
	turns    int
	begun    bool
	joined   int64
	identity string
}

// before reports whether a stays where both are.
func (a claim) before(b claim) bool {
	if a.turns == b.turns && a.begun != b.begun {
		return a.begun
	}
	return cmp.Or(cmp.Compare(b.turns, a.turns), cmp.Compare(a.joined, b.joined), cmp.Compare(a.identity, b.identity)) < 0
}

// hasBegun reports whether an agent that shows state holds a conversation.
func hasBegun(state string) bool { return state != "" && state != string(parley.Initializing) }

// meet notes another agent's claim, or that it has changed.
func (c *Call) meet(p lk.Participant) {
	if !p.Agent || p.Attributes[rpc.AttrAgentName] != c.agentName || p.Attributes[rpc.AttrCall] == "" {
		return
	}
	c.rivals[p.Identity] = claim{
		turnsOf(p.Attributes[rpc.AttrTurns]), hasBegun(p.Attributes[rpc.AttrState]), p.Joined, p.Identity,
	}
	c.compare()
}

// met notes what has changed of an agent met before.
func (c *Call) met(identity string, changed map[string]string) {
	rival, known := c.rivals[identity]
	if !known {
		return
	}
	if turns, told := changed[rpc.AttrTurns]; told {
		rival.turns = turnsOf(turns)
	}
	rival.begun = rival.begun || hasBegun(changed[rpc.AttrState])
	c.rivals[identity] = rival
	c.compare()
}

// compare gives way to a rival with the better claim.
func (c *Call) compare() {
	shown := c.shown.now()
	own := claim{shown.turns, hasBegun(string(shown.state)), c.room.Joined(), c.room.Identity()}
	for _, rival := range c.rivals {
		if rival.before(own) {
			c.log.Info("another agent holds the call", "agent", rival.identity, "its_turns", rival.turns, "own_turns", own.turns)
			c.Yield()
			return
		}
	}
}

func turnsOf(attribute string) int {
	n, err := strconv.Atoi(attribute)
	if err != nil {
		return 0 // that is none
	}
	return max(n, 0)
}

// Yield has the call give way to another agent: from now on it is not heard, and
// nobody is told when it ends. It may be called more than once.
func (c *Call) Yield() { c.yieldOnce.Do(func() { close(c.yielded) }) }

// Yielded is closed when the call has given way to another agent.
func (c *Call) Yielded() <-chan struct{} { return c.yielded }

// HasYielded reports whether Yielded is closed.
func (c *Call) HasYielded() bool {
	select {
	case <-c.yielded:
		return true
	default:
		return false
	}
}
