package understudy

import (
	"slices"

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
	// Slip is the wrong that the last user turn was, as far as the character took it
	// for one.
	Slip Slip
	// Beat is the step the last user turn took, the last one if it took
	// several; AgreeID for the agreement; empty if it took none.
	Beat string
	// Heard are the ids of all beats heard, in the script's order.
	Heard []string
	// Say is what the character answers to the last user turn; the opening if
	// there was none. Emoji is shown beside it, nil for none.
	Say   string
	Emoji *parley.Reaction
	// Code is what a character that acts by code does beside Say, "" for nothing.
	Code string
}

// Slip is one of the script's wrongs; the zero Slip is none.
type Slip struct {
	// Wrong is its id, Ending that of the bad ending it counts towards.
	Wrong, Ending string
	// Number is the how-manieth of its kind it is, of Limit; 0 where a window of the
	// conversation does not tell.
	Number, Limit int
}

// AgreeID is State.Beat when the last user turn won the character over.
const AgreeID = scenarios.AgreeID

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

// watch goes through a window of a conversation; see Follow.
func (sc *script) watch(turns []parley.Turn, previous int) State {
	w := watching{script: sc, seen: map[string]bool{}}
	for _, t := range turns {
		if t.Role == parley.User {
			w.hear(t.Text)
		} else {
			w.answered(t)
		}
	}
	st := State{Beat: w.beat, Complete: w.complete, Bad: w.ending != "", Ending: w.ending, Slip: w.slip}
	switch {
	case w.complete:
		st.Progress = parley.MaxProgress
	case w.gain < 0:
		st.Progress = max(previous+w.gain, 0)
	default:
		st.Progress = min(max(previous+w.gain, w.progress), maxResisting)
	}
	for _, b := range sc.Beats {
		if w.seen[b.ID] {
			st.Heard = append(st.Heard, b.ID)
		}
	}
	return st
}

// watching reads the course of a scene off the character's lines.
type watching struct {
	*script
	seen      map[string]bool // beats taken within the window
	user      heard           // the last user turn
	asks      string          // the beat the character's last line asks for
	line      string          // that line
	gain      int             // of the last exchange
	owed      int             // what an apology would now give back
	progress  int             // of the window alone
	beat      string
	complete  bool
	ending    string
	slip      Slip // of the last exchange
	lastDrops int
}

func (w *watching) hear(text string) {
	w.user = w.listen(text, w.user.reading, w.asks)
	w.user.line = w.line
	w.gain, w.beat, w.slip = 0, "", Slip{}
	w.owed, w.lastDrops = w.lastDrops, 0
}

// answered finds the step a character turn answers. What the character set out
// to say counts, but an agreement only as far as it was heard.
func (w *watching) answered(t parley.Turn) {
	if w.complete || w.ending != "" {
		return
	}
	w.asks, w.line = "", whole(t)
	said := w.manners.words(whole(t))
	if w.agreedIn(t.Text) {
		w.complete, w.beat = true, AgreeID
		return
	}
	for _, wrong := range w.Wrongs {
		closed := holds(said, w.manners.words(w.endings[wrong.Ending]))
		if closed || w.anyHeld(said, wrong.Warn) {
			w.take(-wrong.Drop)
			w.lastDrops = wrong.Drop
			w.slip = Slip{Wrong: wrong.ID, Ending: wrong.Ending, Limit: wrong.Limit}
			if closed {
				w.ending, w.slip.Number = wrong.Ending, wrong.Limit
			}
			return
		}
	}
	if w.owed > 0 && w.apology.in(w.user.words) {
		w.take(w.forgives(w.owed))
	}
	if w.anyHeld(said, w.Worn) {
		w.take(-1)
	}
	last := -1 // where the last of its lines stands
	for _, b := range w.Beats {
		line := w.manners.words(b.Say[0])
		switch {
		case w.seen[b.ID]:
		case holds(said, line):
			w.seen[b.ID] = true
			w.take(b.Worth)
			if at := index(said, line); at > last {
				last, w.beat, w.asks = at, b.ID, b.Asks
			}
		case w.anyHeld(said, b.Ask), w.anyHeld(said, b.Part), holds(said, w.manners.words(b.Doubt)):
			w.asks = b.ID
		}
	}
}

func (w *watching) take(n int) {
	w.gain += n
	w.progress = min(max(w.progress+n, 0), maxResisting)
}

func (w *watching) anyHeld(said []string, lines scenarios.Lines) bool {
	return slices.ContainsFunc(lines, func(l scenarios.Line) bool { return w.holdsLine(said, l.Say) })
}
