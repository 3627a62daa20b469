package turn

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
	ledger  Finished
	shown   parley.State
	ended   bool
	// recess is set while the clocks stand still: nothing is begun and nothing said.
	recess bool

	// wanted are the words the user said, lost those that need not be kept; kept
	// are the turns in the history.
	wanted, kept []string
	lost         map[string]bool
	number       int
}

// happens notes an event that step is told of.
func (r *rules) happens(e Event) {
	switch e := e.(type) {
	case Audible:
		if e.Reply == r.reply {
			if r.heard = true; r.held {
				r.held, r.paused = false, true // the playout waits all the same
			}
		}
	case Finished:
		r.ledger = e
	}
}

// obey checks what step wants.
func (r *rules) obey(s State, effects []Effect, now time.Duration) {
	for _, f := range effects {
		if r.ended {
			r.fail("%T after the end", f)
		}
		if r.recess {
			switch f.(type) {
			case SayLine, Nudge, Nod, Bridge, Fill, Release, Resume, ShowAway:
				r.fail("%T%+v while the clocks stand still", f, f)
			}
		}
		switch f := f.(type) {
		case Answer:
			r.begins(f.Reply, f.HeldBack)
			r.answers = true
		case SayLine:
			r.begins(f.Reply, f.HeldBack)
		case Nudge:
			r.begins(f.Reply, false)
		case Excuse:
			r.begins(f.Reply, false)
		case Nod:
			if r.reply != 0 && r.reply != r.ledger.Reply {
				r.fail("a nod while reply %d is in progress", r.reply)
			}
		case RecordUser:
			r.kept = append(r.kept, f.Text)
			r.spoken(f)
		case AmendUser:
			r.kept[f.Turn-1] = f.Text
		case RecordCharacter:
			if f.Heard != r.ledger.Heard || f.Reply != r.ledger.Reply || f.Interrupted == r.ledger.Complete || f.End < f.Start {
				r.fail("history has %+v, the ledger %+v", f, r.ledger)
			}
		case Overlapped:
			if f.At < 0 || f.At > now || f.Length < 0 || f.At+f.Length > now || f.Outcome == "" {
				r.fail("at %v %+v", now, f)
			}
		case ShowRecess:
			if f.On == r.recess || !f.On && f.End < f.Start {
				r.fail("%+v with the clocks stopped: %v", f, r.recess)
			}
			r.recess = f.On
		case ShowState:
			if f.State == r.shown || f.State == parley.Initializing {
				r.fail("state %q after %q", f.State, r.shown)
			}
			r.shown = f.State
		case End:
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

// spoken checks what a turn tells of its sound.
func (r *rules) spoken(f RecordUser) {
	if f.By == "" || f.Typed != (f.By == parley.ByTyping) || f.Typed && f.Segments != nil {
		r.fail("a turn by %q: %+v", f.By, f)
	}
	last := f.Start - 1
	for _, s := range f.Segments {
		if s.Start <= last || s.End <= s.Start || s.End > f.End {
			r.fail("stretches of %v to %v: %v", f.Start, f.End, f.Segments)
		}
		last = s.End
	}
}

// begins checks that there are never two voices.
func (r *rules) begins(id uint64, held bool) {
	if r.reply != 0 && r.reply != r.ledger.Reply {
		r.fail("reply %d begins in the middle of %d", id, r.reply)
	}
	r.reply, r.held, r.heard, r.paused, r.cutting, r.answers = id, held, false, false, false, false
}

// voice checks what is done with the reply in progress.
func (r *rules) voice(f Effect) {
	var id uint64
	var legal bool
	switch f := f.(type) {
	case HoldBack:
		id, legal, r.held = f.Reply, !r.held && !r.heard, true
	case Release:
		id, legal, r.held = f.Reply, r.held, false
	case Pause:
		id, legal, r.paused = f.Reply, r.heard && !r.paused, true
	case Resume:
		id, legal, r.paused = f.Reply, r.heard && r.paused, false
	case Duck:
		id, legal = f.Reply, r.heard
	case Fill:
		id, legal = f.Reply, !r.heard && !r.held
	case Cut:
		id, legal = f.Reply, !r.cutting
	default:
		return
	}
	if id != r.reply || !legal || r.cutting {
		r.fail("%T%+v with reply %d held %v, heard %v, paused %v, cut %v", f, f, r.reply, r.held, r.heard, r.paused, r.cutting)
	}
	if _, ok := f.(Cut); ok {
		r.cutting = true
	}
}

// consistent checks the state against what is heard.
func (r *rules) consistent(s State, now time.Duration) {
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
	if s.Wake != 0 && s.Wake <= now {
		r.fail("wakes at %v, now %v", s.Wake, now)
	}
}

// harmless checks what a doubled event brings about.
func (r *rules) harmless(e Event, effects []Effect) {
	for _, f := range effects {
		switch f.(type) {
		case RecordUser, RecordCharacter, AmendUser, Review, ShowVerdict, Answer, End, Overlapped, Preempted, ShowRecess:
			r.fail("a doubled %T brings %T%+v", e, f, f)
		}
	}
}
