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

// Follow replays turns, oldest first, and tells what they have come to. turns
// may end with either side's turn; previous is the progress found before the
// last exchange. It is a pure function, safe for concurrent use.
//
// Given the conversation from its opening on, it goes by the turns alone and
// ignores previous. Given only a window of it (the first turn's Number is
// above 1, parley.ContextWindow), the beats heard before are unknown: progress
// is then previous changed by what the last exchange gained or lost, and at
// least what the window itself shows. The character, who knows the whole
// conversation, is the witness: a gain counts only if the character answered
// with the beat's own line, an ending or agreement if the character said it.
//
// A scenario without an understudy gives a State with Progress previous.
func Follow(s scenarios.Scenario, turns []parley.Turn, previous int) State {
	previous = min(max(previous, 0), parley.MaxProgress)
	sc, err := newScript(s)
	if err != nil {
		return State{Progress: previous}
	}
	return sc.follow(turns, previous)
}

func (sc *script) follow(turns []parley.Turn, previous int) State {
	window := len(turns) > 0 && turns[0].Number > 1
	p := newPlay(sc, window)
	if window {
		p.exchanges = (turns[0].Number - 1) / 2
	}
	for _, t := range turns {
		if t.Role == parley.User {
			p.hear(t.Text)
		} else {
			p.answered(t)
		}
	}
	if window {
		p.reconcile(previous)
	}
	return p.state()
}
