package understudy

import (
	"parley"
	"parley/scenarios"
)

// State is what a conversation has come to.
type State struct {
	// Progress is 0-10; 10 if and only if Complete. It counts what moved the
	// character, never the user's effort: without a beat it is 0.
	Progress int
	// Complete means that the user heard the character agree.
	Complete bool
	// Bad means that the scene is lost; Ending is then the id of the
	// scenario's bad ending. Never together with Complete.
	Bad    bool
	Ending string
	// Beat is the step the last user turn took, the last one if it took
	// several; AgreeID for the agreement; empty if it took none.
	Beat string
	// Heard are the ids of all beats heard, in the script's order.
	Heard []string
	// Say is what the character answers to the last user turn; the opening if
	// there was none. Emoji is shown beside it, nil for none.
	Say   string
	Emoji *parley.Reaction
}

// AgreeID is State.Beat when the last user turn won the character over.
const AgreeID = "agree"

// maxResisting is the most progress there is short of an agreement that was
// heard.
const maxResisting = parley.MaxProgress - 1

// Follow tells what turns, oldest first, have come to. turns may end with
// either side's turn; previous is the progress found before the last exchange.
// It is a pure function, safe for concurrent use.
//
// Given the conversation from its opening on, it replays the whole of it and
// ignores previous. Given only a window of it (the first turn's Number is
// above 1, as after parley.ContextWindow turns), what came before is unknown;
// it then goes by the character, who knows the whole conversation: a step
// counts when the character answers with that step's own line, and progress is
// previous changed by the last exchange, but at least what the window shows by
// itself. Say and Emoji are empty then.
//
// A scenario without an understudy gives a State with Progress previous.
func Follow(s scenarios.Scenario, turns []parley.Turn, previous int) State {
	previous = min(max(previous, 0), parley.MaxProgress)
	sc, err := newScript(s)
	switch {
	case err != nil:
		return State{Progress: previous}
	case len(turns) > 0 && turns[0].Number > 1:
		return sc.watch(turns, previous)
	default:
		return sc.replay(turns)
	}
}

func (sc *script) replay(turns []parley.Turn) State {
	p := newPlay(sc)
	for _, t := range turns {
		if t.Role == parley.User {
			p.hear(t.Text)
		} else {
			p.answered(t)
		}
	}
	return p.state()
}
