package understudy

import (
	"slices"

	"parley"
	"parley/scenarios"
)

// play is one conversation being replayed.
type play struct {
	*script
	window bool

	exchanges int
	heard     map[string]bool // beats
	strikes   map[string]int  // wrongs
	said      map[string]int  // how many lines of each list were used
	progress  int
	owed      int // what the last warning took and an apology gives back

	agreed   bool // the winning line was due
	complete bool
	ending   string

	// The last user turn: its words, what it did, and what is due in answer.
	user  []word
	gain  int // what it was worth, in a window only once witnessed
	beat  string
	fired []scenarios.Beat
	line  string
	emoji *parley.Reaction

	pending bool // a beat's line is due but no character turn came yet
	asked   bool // the last turn was the user's
	outside bool // the one answer to stepping out was used
}

func newPlay(sc *script, window bool) *play {
	return &play{
		script: sc, window: window, line: sc.opening,
		heard: map[string]bool{}, strikes: map[string]int{}, said: map[string]int{},
	}
}

// hear takes a user turn and settles the answer.
func (p *play) hear(text string) {
	before := p.user
	p.user = utterance(text)
	p.gain, p.beat, p.fired = 0, "", nil
	if !p.asked {
		p.exchanges++
	}
	p.asked = true
	owed := p.owed
	p.owed = 0
	both := append(slices.Clone(before), p.user...)
	switch {
	case p.over(), p.insulted(), p.repeated(both), p.saysYesAgain(), p.steppedOut(), p.mended(owed, both),
		p.wronged(true), p.moved(both), p.agrees(both), p.wronged(false), p.pending, p.partly(), p.remarked():
	default:
		p.stall()
	}
}

// answered takes a character turn: an agreement counts as far as it was heard.
func (p *play) answered(t parley.Turn) {
	if p.window && p.asked && p.gain > 0 && p.witnesses(t) {
		p.add(p.gain)
	} else if p.window && p.gain > 0 {
		p.gain = 0
	}
	p.asked, p.pending = false, false
	if p.ending == "" && (p.agreed || p.window) && p.agreedIn(t.Text) {
		p.complete = true
	}
	if p.window && !p.complete && p.ending == "" {
		p.ending = p.endedBy(t)
	}
}

// witnesses reports whether t answers one of the beats just fired.
func (p *play) witnesses(t parley.Turn) bool {
	said := utterance(whole(t))
	for _, b := range p.fired {
		for _, l := range b.Say {
			if holds(said, utterance(l)) {
				return true
			}
		}
	}
	return false
}

func (p *play) add(n int) { p.progress = min(max(p.progress+n, 0), maxResisting) }

// say settles the answer: the next line of a list that is said in turn, never
// the line just said if there is another.
func (p *play) say(list string, lines []string) {
	n := p.said[list]
	if lines[n%len(lines)] == p.line {
		if len(lines) == 1 {
			list, lines, n = "deflect", p.Deflect, p.said["deflect"]
		} else {
			n++
		}
	}
	p.said[list] = n + 1
	p.set(lines[n%len(lines)], nil)
}

func (p *play) set(line string, emoji *parley.Reaction) {
	p.line, p.emoji, p.pending = line, emoji, false
}

// reconcile turns what a window shows into progress; see Follow.
func (p *play) reconcile(previous int) {
	if p.gain < 0 {
		p.progress = max(previous+p.gain, 0)
		return
	}
	if p.asked {
		p.gain = 0 // nobody has witnessed it yet
	}
	p.progress = min(max(previous+p.gain, p.progress), maxResisting)
}

func (p *play) state() State {
	s := State{Progress: p.progress, Complete: p.complete, Bad: p.ending != "" && !p.complete,
		Beat: p.beat, Say: p.line, Emoji: p.emoji}
	if s.Complete {
		s.Progress = parley.MaxProgress
	}
	if s.Bad {
		s.Ending = p.ending
	}
	for _, b := range p.Beats {
		if p.heard[b.ID] {
			s.Heard = append(s.Heard, b.ID)
		}
	}
	return s
}
