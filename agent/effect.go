package agent

import (
	"time"

	"parley"
)

// effect is what step wants done. The owner goroutine carries effects out in
// order and blocks on none of them.
type effect interface{ isEffect() }

type (
	// listen opens an utterance at the recogniser, pre-roll included.
	listen struct{ utterance uint64 }

	// transcribe closes an utterance; its final transcript is asked for.
	transcribe struct{ utterance uint64 }

	// think starts the character's answer to the user's turn.
	think struct {
		reply uint64
		text  string
		ended endOfTurn
	}

	// recite starts a line that needs no thinking.
	recite struct {
		reply uint64
		text  string
	}

	// prod starts the next of the scenario's nudges.
	prod struct{ reply uint64 }

	// cut stops a reply within one frame; a finished event answers with what
	// was heard of it.
	cut struct{ reply uint64 }

	// caption shows the user's words so far.
	caption struct {
		text  string
		final bool
	}

	// recordUser puts the user's turn into the history: from here on it is
	// never changed.
	recordUser struct {
		text       string
		typed      bool
		start, end time.Duration
		confidence float64
	}

	// recordCharacter puts what was heard of a reply into the history.
	recordCharacter struct {
		reply       uint64
		heard       string
		interrupted bool
		start, end  time.Duration
	}

	// review sends the exchange just finished to the checker.
	review struct{ exchange int }

	// unscored tells the user that the checker does not keep up.
	unscored struct{}

	// show tells the room what the character is doing.
	show struct{ state parley.State }

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
	// voiced is the user's last voiced sample, due when endpointing alone let
	// the turn end, decided when it did end. A typed turn has all three equal.
	voiced, due, decided time.Duration
}

func (listen) isEffect()          {}
func (transcribe) isEffect()      {}
func (think) isEffect()           {}
func (recite) isEffect()          {}
func (prod) isEffect()            {}
func (cut) isEffect()             {}
func (caption) isEffect()         {}
func (recordUser) isEffect()      {}
func (recordCharacter) isEffect() {}
func (review) isEffect()          {}
func (unscored) isEffect()        {}
func (show) isEffect()            {}
func (forward) isEffect()         {}
func (end) isEffect()             {}
