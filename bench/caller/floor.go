package caller

import (
	"time"

	"parley"
)

// move is what the floor allows the caller to do.
type move int

const (
	hold   move = iota // the floor is taken
	speak              // the floor is free
	repeat             // the character listens but has not answered
)

// floor decides when the caller may speak. It is pure: times come from outside.
//
// The floor is free when the character has spoken since the caller's line, says
// that it is listening, and has been silent for settle.
type floor struct {
	settle, patience time.Duration

	state   parley.State
	changed time.Time // when state began
	sounded time.Time // when the character was last audible
	busy    bool      // the caller is speaking
	done    time.Time // when the caller's line ended
	// answered is set when the character has spoken since then.
	answered bool
}

// setState takes the character's state.
func (f *floor) setState(s parley.State, now time.Time) {
	f.state, f.changed = s, now
	f.answered = f.answered || s == parley.Speaking && !f.busy
}

// hear takes a frame of the character's that is more than silence.
func (f *floor) hear(now time.Time) { f.sounded = now }

// begin takes the floor for a line.
func (f *floor) begin() { f.busy, f.answered = true, false }

// end gives the floor back. What the character said meanwhile was not an answer,
// unless it is still speaking.
func (f *floor) end(now time.Time) {
	f.busy, f.done = false, now
	f.answered = f.state == parley.Speaking
}

// next is the move allowed now and, if that is hold, when to ask again even if
// nothing happens; zero is never.
func (f *floor) next(now time.Time) (move, time.Time) {
	if f.busy || f.state != parley.Listening {
		return hold, time.Time{}
	}
	allowed, due := speak, latest(f.changed, f.sounded).Add(f.settle)
	if !f.answered {
		allowed, due = repeat, latest(f.changed, f.sounded, f.done).Add(f.patience)
	}
	if now.Before(due) {
		return hold, due
	}
	return allowed, time.Time{}
}

func latest(times ...time.Time) time.Time {
	var last time.Time
	for _, t := range times {
		if t.After(last) {
			last = t
		}
	}
	return last
}
