package understudy

import (
	"slices"

	"parley"
)

// play is one conversation being replayed.
type play struct {
	*script
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
	beat  string
	line  string
	emoji *parley.Reaction

	pending bool // a beat's line is due but no character turn came yet
	asked   bool // the last turn was the user's
	outside bool // the one answer to stepping out was used
}

func newPlay(sc *script) *play {
	return &play{
		script: sc, line: sc.opening,
		heard: map[string]bool{}, strikes: map[string]int{}, said: map[string]int{},
	}
}

// hear takes a user turn and settles the answer.
func (p *play) hear(text string) {
	before := p.user
	p.user = utterance(text)
	p.beat = ""
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
	p.asked, p.pending = false, false
	if p.ending == "" && p.agreed && p.agreedIn(t.Text) {
		p.complete = true
	}
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
