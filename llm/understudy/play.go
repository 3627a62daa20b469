package understudy

import (
	"errors"
	"fmt"
	"slices"

	"parley"
	"parley/scenarios"
)

// ErrNoScript means that a scenario cannot be played offline: it has no
// understudy.
var ErrNoScript = errors.New("the scenario has no understudy script")

// script is a scenario's understudy made ready for playing. It does not change
// once built.
type script struct {
	*scenarios.Understudy
	opening  string
	minTurns int
	concepts map[string]concept
	endings  map[string]string // bad ending id to closing line
	quote    []string
}

func newScript(s scenarios.Scenario) (*script, error) {
	if s.Understudy == nil {
		return nil, fmt.Errorf("%w: %s", ErrNoScript, s.ID)
	}
	sc := &script{
		Understudy: s.Understudy,
		opening:    s.Opening,
		minTurns:   s.MinTurns,
		concepts:   make(map[string]concept, len(s.Understudy.Concepts)),
		endings:    make(map[string]string, len(s.BadEndings)),
		quote:      words(s.Understudy.Agree.Quote),
	}
	for name, c := range s.Understudy.Concepts {
		sc.concepts[name] = newConcept(c)
	}
	for _, e := range s.BadEndings {
		sc.endings[e.ID] = e.Line
	}
	return sc, nil
}

// agreedIn reports whether the words that mean yes were heard in text.
func (sc *script) agreedIn(text string) bool {
	return holds(words(text), sc.quote)
}

// whole is what the character set out to say in t.
func whole(t parley.Turn) string {
	if t.Full != "" {
		return t.Full
	}
	return t.Text
}

// holds reports whether part stands in whole, word for word. An empty part
// stands nowhere.
func holds(whole, part []string) bool {
	if len(part) == 0 {
		return false
	}
	for i := 0; i+len(part) <= len(whole); i++ {
		if slices.Equal(whole[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

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
func (p *play) say(list string, lines scenarios.Lines) {
	n := p.said[list]
	if lines[n%len(lines)].Say == p.line {
		if len(lines) == 1 {
			list, lines, n = "deflect", p.Deflect, p.said["deflect"]
		} else {
			n++
		}
	}
	p.said[list] = n + 1
	p.set(lines[n%len(lines)].Say, nil)
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

// maxGain is the most progress one turn makes short of the agreement: people
// who are told everything at once have not taken it in. It admits two beats of
// the usual worth, as a risk and its remedy in one sentence. A beat left over must
// be said again.
const maxGain = 4

// moved takes the steps the last user turn makes. The last of them is
// answered.
func (p *play) moved(both []word) bool {
	due := p.due(both)
	for _, b := range due {
		p.heard[b.ID] = true
		p.beat = b.ID
		p.add(b.Worth)
		p.set(b.Say[0], b.Emoji)
		p.pending = true
	}
	return len(due) > 0
}

// due returns the beats the last user turn makes, in the script's order and
// within maxGain.
func (p *play) due(both []word) []scenarios.Beat {
	var due []scenarios.Beat
	now := map[string]bool{}
	worth := 0
	for _, b := range p.Beats {
		if p.heard[b.ID] || !p.hasWith(b.Needs, now) || !p.made(b.All, p.user, both) {
			continue
		}
		if worth += b.Worth; worth > maxGain && len(due) > 0 {
			break
		}
		now[b.ID] = true
		due = append(due, b)
	}
	return due
}

// made reports whether all concepts are in both, the last two user turns, and
// one at least in last.
func (sc *script) made(names []string, last, both []word) bool {
	if !sc.anyOf(names, last) {
		return false
	}
	for _, n := range names {
		if c := sc.concepts[n]; !c.in(last) && !c.in(both) {
			return false
		}
	}
	return true
}

// anyOf reports whether one of the named concepts is in u.
func (sc *script) anyOf(names []string, u []word) bool {
	for _, n := range names {
		if sc.concepts[n].in(u) {
			return true
		}
	}
	return false
}

// agrees settles the answer to the asking: yes, not yet, or no.
func (p *play) agrees(both []word) bool {
	a := p.Agree
	switch {
	case !p.has(a.Needs):
		if !p.anyOf(a.All[:1], p.user) {
			return false
		}
		p.say("early", a.Early)
	case !p.made(a.All, p.user, both):
		if !p.anyOf(a.All, p.user) {
			return false
		}
		p.say("ask", a.Ask)
	case p.exchanges < p.minTurns:
		p.say("hold", a.Hold)
	default:
		p.agreed, p.beat = true, AgreeID
		p.set(a.Say, a.Emoji)
	}
	return true
}

// open reports whether a beat is the user's to take now.
func (p *play) open(b scenarios.Beat) bool { return !p.heard[b.ID] && p.has(b.Needs) }

func (p *play) has(beats []string) bool { return p.hasWith(beats, nil) }

// hasWith counts beats heard before and those in now.
func (p *play) hasWith(beats []string, now map[string]bool) bool {
	for _, id := range beats {
		if !p.heard[id] && !now[id] {
			return false
		}
	}
	return true
}
