package agent

import (
	"time"

	"parley"
)

// effect is what step wants done. The owner goroutine carries effects out in
// order and blocks on none of them.
type effect interface{ isEffect() }

// Hearing and thinking.
type (
	// listen opens an utterance at the recogniser with the audio of the last
	// roll before it.
	listen struct {
		utterance uint64
		roll      time.Duration
	}

	// transcribe closes an utterance; its final transcript is asked for.
	transcribe struct{ utterance uint64 }

	// think starts the character's answer to the user's turn. An empty text
	// answers the history as it stands. A held reply is prepared but not heard
	// until let go; ended is set if it is not held.
	think struct {
		reply uint64
		text  string
		held  bool
		ended endOfTurn
	}
)

// Speaking. All but recite, excuse, prod and nod work on the reply in progress.
type (
	// recite starts a line that needs no thinking, held as think's.
	recite struct {
		reply uint64
		text  string
		held  bool
	}

	// excuse starts the next of the scenario's excuses.
	excuse struct{ reply uint64 }

	// prod starts the next of the scenario's nudges.
	prod struct{ reply uint64 }

	// nod says the character's "mm-hm" into the user's turn; it is no reply.
	nod struct{ reply uint64 }

	// fill says a filler if the reply has no words yet.
	fill struct{ reply uint64 }

	// keep holds a reply back before it is audible.
	keep struct{ reply uint64 }

	// let lets a held reply be heard: the user's turn has ended, or, of the
	// opening, the user's side takes audio; ended is then zero.
	let struct {
		reply uint64
		ended endOfTurn
	}

	// duck lowers the reply's voice, or raises it again.
	duck struct {
		reply uint64
		on    bool
	}

	// pause stops the reply within a frame; resume goes on with it from the word
	// that was interrupted, or from the clause if that was long ago.
	pause  struct{ reply uint64 }
	resume struct {
		reply uint64
		long  bool
	}

	// cut stops a reply, within one frame or at the end of the word being said;
	// a finished event answers with what was heard of it.
	cut struct {
		reply   uint64
		wordEnd bool
	}
)

// Remembering and showing.
type (
	// caption shows the user's words so far.
	caption struct {
		text  string
		final bool
		// typed and spoken are as in parley.Caption.
		typed  bool
		spoken string
	}

	// recordUser puts the user's turn into the history.
	recordUser struct {
		text         string
		typed, aside bool
		start, end   time.Duration
		confidence   float64
	}

	// amendUser replaces the text of the user's turn-th turn: part of it was
	// recognised late.
	amendUser struct {
		turn  int
		text  string
		typed bool
	}

	// recordCharacter puts what was heard of a reply into the history.
	recordCharacter struct {
		reply       uint64
		heard       string
		interrupted bool
		start, end  time.Duration
	}

	// overlapped counts how the user's speech over the character was taken.
	overlapped struct{ outcome string }

	// speculated counts an answer that was begun before the turn was over.
	speculated struct{ kept bool }

	// review sends the exchange just finished to the checker.
	review struct{ exchange int }

	// unscored tells the user that the checker does not keep up.
	unscored struct{}

	// show tells the room what the character is doing, away whether the user
	// has been silent for long.
	show struct{ state parley.State }
	away struct{ on bool }

	// forward sends a verdict to the browser.
	forward struct{ verdict parley.Verdict }

	// end closes the call.
	end struct {
		outcome parley.Outcome
		reason  string
	}
)

// endOfTurn says when and why a user turn was taken as over; the latency of
// the answer is counted from it.
type endOfTurn struct {
	// voiced is the user's last voiced sample, closed when the final transcript
	// was asked for, known when the words were there, due when endpointing alone
	// let the turn end, decided when it did end. A typed turn has all equal.
	voiced, closed, known, due, decided time.Duration
	// speculated is set when the answer was begun before decided.
	speculated bool
}

func (listen) isEffect()          {}
func (transcribe) isEffect()      {}
func (think) isEffect()           {}
func (recite) isEffect()          {}
func (prod) isEffect()            {}
func (excuse) isEffect()          {}
func (nod) isEffect()             {}
func (fill) isEffect()            {}
func (keep) isEffect()            {}
func (let) isEffect()             {}
func (duck) isEffect()            {}
func (pause) isEffect()           {}
func (resume) isEffect()          {}
func (cut) isEffect()             {}
func (caption) isEffect()         {}
func (recordUser) isEffect()      {}
func (amendUser) isEffect()       {}
func (recordCharacter) isEffect() {}
func (overlapped) isEffect()      {}
func (speculated) isEffect()      {}
func (review) isEffect()          {}
func (unscored) isEffect()        {}
func (show) isEffect()            {}
func (away) isEffect()            {}
func (forward) isEffect()         {}
func (end) isEffect()             {}
