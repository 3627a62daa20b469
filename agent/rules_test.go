package agent

import (
	"time"

	"parley"
)

// rules are what holds whatever happens.
type rules struct {
	fail func(format string, args ...any)

	// reply is the one in progress, 0 for none; it is held back, heard, paused
	// or being cut.
	reply                        uint64
	held, heard, paused, cutting bool
	// answers is set when the one in progress answers the user.
	answers bool
	ledger  finished
	shown   parley.State
	ended   bool

	// wanted are the words the user said, lost those that need not be kept; kept
	// are the turns in the history.
	wanted, kept []string
	lost         map[string]bool
	number       int
}

// happens notes an event that step is told of.
func (r *rules) happens(e event) {
	switch e := e.(type) {
	case audible:
		if e.reply == r.reply {
			if r.heard = true; r.held {
				r.held, r.paused = false, true // the playout waits all the same
			}
		}
	case finished:
		r.ledger = e
	}
}

// obey checks what step wants.
func (r *rules) obey(s state, effects []effect, now time.Duration) {
	for _, f := range effects {
		if r.ended {
			r.fail("%T after the end", f)
		}
		switch f := f.(type) {
		case think:
			r.begins(f.reply, f.held)
			r.answers = true
		case recite:
			r.begins(f.reply, f.held)
		case prod:
			r.begins(f.reply, false)
		case excuse:
			r.begins(f.reply, false)
		case nod:
			if r.reply != 0 && r.reply != r.ledger.reply {
				r.fail("a nod while reply %d is in progress", r.reply)
			}
		case recordUser:
			r.kept = append(r.kept, f.text)
		case amendUser:
			r.kept[f.turn-1] = f.text
		case recordCharacter:
			if f.heard != r.ledger.heard || f.reply != r.ledger.reply || f.interrupted == r.ledger.complete || f.end < f.start {
				r.fail("history has %+v, the ledger %+v", f, r.ledger)
			}
		case show:
			if f.state == r.shown || f.state == parley.Initializing {
				r.fail("state %q after %q", f.state, r.shown)
			}
			r.shown = f.state
		case end:
			r.ended = true
		default:
			r.voice(f)
		}
	}
	if s.reply.id == 0 {
		r.reply = 0
	}
	r.consistent(s, now)
}

// begins checks that there are never two voices.
func (r *rules) begins(id uint64, held bool) {
	if r.reply != 0 && r.reply != r.ledger.reply {
		r.fail("reply %d begins in the middle of %d", id, r.reply)
	}
	r.reply, r.held, r.heard, r.paused, r.cutting, r.answers = id, held, false, false, false, false
}

// voice checks what is done with the reply in progress.
func (r *rules) voice(f effect) {
	var id uint64
	var legal bool
	switch f := f.(type) {
	case keep:
		id, legal, r.held = f.reply, !r.held && !r.heard, true
	case let:
		id, legal, r.held = f.reply, r.held, false
	case pause:
		id, legal, r.paused = f.reply, r.heard && !r.paused, true
	case resume:
		id, legal, r.paused = f.reply, r.heard && r.paused, false
	case duck:
		id, legal = f.reply, r.heard
	case fill:
		id, legal = f.reply, !r.heard && !r.held
	case cut:
		id, legal = f.reply, !r.cutting
	default:
		return
	}
	if id != r.reply || !legal || r.cutting {
		r.fail("%T%+v with reply %d held %v, heard %v, paused %v, cut %v", f, f, r.reply, r.held, r.heard, r.paused, r.cutting)
	}
	if _, ok := f.(cut); ok {
		r.cutting = true
	}
}

// consistent checks the state against what is heard.
func (r *rules) consistent(s state, now time.Duration) {
	want := parley.Listening
	switch {
	case r.reply == 0 || r.cutting || r.paused:
	case r.heard:
		want = parley.Speaking
	case !r.held || !r.answers:
		want = parley.Thinking
	}
	if r.shown != want && !r.ended {
		r.fail("%q is shown, it is %q", r.shown, want)
	}
	if s.wake != 0 && s.wake <= now {
		r.fail("wakes at %v, now %v", s.wake, now)
	}
}

// harmless checks what a doubled event brings about.
func (r *rules) harmless(e event, effects []effect) {
	for _, f := range effects {
		switch f.(type) {
		case recordUser, recordCharacter, amendUser, review, forward, think, end, overlapped, speculated:
			r.fail("a doubled %T brings %T%+v", e, f, f)
		}
	}
}
