package agent

import (
	"errors"
	"sync/atomic"
	"time"

	"parley"
	"parley/agent/turn"
)

// ErrNoTime is returned by Session.MoreTime where there is no time limit, or where more
// time was given already.
var ErrNoTime = errors.New("no more time to give")

// errForgotten means that the user did not come back to a pause.
var errForgotten = errors.New("paused for long")

// leastMore is the least time that is given: two or three exchanges.
const leastMore = time.Minute

// clocks is what of the two clocks the user's goroutines touch. The clocks themselves
// are turn-taking's.
type clocks struct {
	// deaf is set while the microphone is not heard, spare the time in ns that may be
	// added once.
	deaf  atomic.Bool
	spare atomic.Int64
}

// timeLimit is how long the scene lets a call take, 0 for no limit.
func (c Config) timeLimit() time.Duration { return time.Duration(c.Scenario.TimeLimitS) * time.Second }

// moreTime is by how much that may be extended, once: a third, at least leastMore.
func (c Config) moreTime() time.Duration {
	if c.timeLimit() == 0 {
		return 0
	}
	return max((c.timeLimit() / 3).Round(time.Second), leastMore)
}

// StillHere says that the user is there, though nothing is heard of them.
func (s *Session) StillHere() { s.inbox.put(turn.SignOfLife{Said: true}) }

// Pause stops both clocks, or has them go on: the character's patience and all that a
// silence asks for, and the time limit. The microphone is not heard meanwhile, what the
// character is saying stops, and the rest of it is said afterwards. Typing and Press end
// a pause; after Timing.Recess it ends by itself, of which the user is told.
func (s *Session) Pause(on bool) { s.inbox.put(turn.Recess{On: on}) }

// MoreTime adds a third to the scene's time limit, at least a minute, and returns how
// much that is. It returns ErrNoTime if there is no limit, or when called again, and
// ErrTooMuch if it did not.
func (s *Session) MoreTime() (time.Duration, error) {
	more := time.Duration(s.clocks.spare.Swap(0))
	if more == 0 {
		return 0, ErrNoTime
	}
	if !s.inbox.put(turn.MoreTime{For: more}) {
		s.clocks.spare.Store(int64(more))
		return 0, ErrTooMuch
	}
	return more, nil
}

// NoLimit takes the time limit away for the rest of the call. There is then no more
// time to give.
func (s *Session) NoLimit() {
	s.clocks.spare.Store(0)
	s.inbox.put(turn.NoLimit{})
}

// showRecess shows a pause, or its end, and has the ear hear or not.
func (s *Session) showRecess(f turn.ShowRecess) {
	s.clocks.deaf.Store(f.On)
	s.stage.Paused(f.On)
	if !f.On {
		s.record.note(parley.Paused{Start: f.Start, End: f.End})
	}
	if f.Forgotten {
		s.trouble("call", errForgotten)
	}
}

// showLimit shows how the time limit stands.
func (s *Session) showLimit(f turn.ShowLimit) {
	var ends time.Time
	if f.At > 0 {
		ends = s.began.Add(f.At)
	}
	s.stage.TimeLimit(ends, f.Left)
}

// noteChoice keeps what the user has chosen, if it changes anything.
func (s *Session) noteChoice(e turn.Event) {
	if p, ok := e.(turn.Patience); ok && p.For != s.state.Timing.Patience {
		s.record.note(parley.PatienceSet(p))
	}
}
