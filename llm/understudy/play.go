package understudy

import (
	"slices"
	"strings"

	"parley"
	"parley/language"
	"parley/scenarios"
)

// whole is what the character set out to say in t.
func whole(t parley.Turn) string {
	if t.Full != "" {
		return t.Full
	}
	return t.Text
}

// play is one conversation being replayed.
type play struct {
	*script
	exchanges int
	heard     map[string]bool // beats
	strikes   map[string]int  // wrongs
	fished    map[string]int  // how often each beat was asked for
	order     []string        // the lines said, as they stand in the script
	stalls    int
	worn      bool            // the last line lost patience
	idle      int             // the empty turns since the last step or the last that wore
	doubted   map[string]bool // beats that the character has pushed back on
	doubt     string          // the beat it pushed back on last, until the user has answered
	early     int             // how often the goal was asked for too early
	progress  int
	owed      int // what the last warning took and an apology gives back

	agreed   bool // the winning line was due
	complete bool
	ending   string

	// The last user turn, what it did, and what is due in answer.
	user  heard
	beat  string
	slip  Slip
	line  string
	asks  string // the beat that line asks for
	emoji *parley.Reaction
	code  scenarios.Code

	pending bool // a beat's line is due but no character turn came yet
	asked   bool // the last turn was the user's
	outside bool // the one answer to stepping out was used
}

func newPlay(sc *script) *play {
	return &play{
		script: sc, line: sc.opening, order: []string{sc.opening}, asks: sc.OpeningAsks,
		heard: map[string]bool{}, strikes: map[string]int{}, fished: map[string]int{}, doubted: map[string]bool{},
	}
}

// hear takes a user turn and settles the answer.
func (p *play) hear(text string) {
	p.user = p.listen(text, p.user.reading, p.asks)
	p.user.line = p.line
	p.beat, p.slip, p.worn = "", Slip{}, false
	switch {
	case !p.asked:
		p.exchanges++
	case !p.pending:
		p.unsaid()
	}
	p.asked = true
	owed := p.owed
	p.owed = 0
	switch {
	case p.over(), p.cursed(), p.rudeBeside(p.user) && p.wronged(true), p.repeated(), p.saysYesAgain(), p.steppedOut(),
		p.mended(owed), p.moved(), p.wronged(true), p.agrees(), p.asksEarly(), p.wronged(false), p.pending, p.partly(), p.remarked():
	default:
		p.stall()
	}
}

// answered takes a character turn: an agreement counts as far as it was heard.
func (p *play) answered(t parley.Turn) {
	p.asked, p.pending = false, false
	if !p.asides[whole(t)] && !holds(p.manners.words(whole(t)), p.manners.words(p.line)) {
		p.freely()
	}
	if p.ending == "" && p.agreed && p.agreedIn(t.Text) {
		p.complete = true
	}
}

// freely takes an answer that is not the script's: it asked something else, pushed back
// on nothing and has not lost patience.
func (p *play) freely() {
	p.asks = ""
	if p.worn {
		p.add(1)
	}
	if i := slices.IndexFunc(p.Beats, func(b scenarios.Beat) bool { return b.ID == p.doubt }); i >= 0 {
		p.heard[p.doubt], p.beat, p.doubt = true, p.doubt, ""
		p.add(p.Beats[i].Worth)
	}
	p.worn = false
}

func (p *play) add(n int) { p.progress = min(max(p.progress+n, 0), maxResisting) }

func (p *play) set(line string, emoji *parley.Reaction) {
	p.line, p.emoji, p.pending, p.asks, p.code = line, emoji, false, "", nil
}

func (p *play) state() State {
	s := State{Progress: p.progress, Complete: p.complete, Bad: p.ending != "" && !p.complete,
		Beat: p.beat, Slip: p.slip, Say: p.line, Emoji: p.emoji, Code: p.code.String()}
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

// moved takes the steps the last user turn makes. Each is answered, the one that opens
// most last; and so is the asking for the goal, if the turn brings the last of them.
func (p *play) moved() bool {
	due := p.due()
	if len(due) == 1 && p.doubts(due[0]) {
		return true
	}
	if len(due) > 0 || !p.pending {
		p.doubt = ""
	}
	if len(due) == 0 {
		return false
	}
	p.idle = 0
	for _, b := range due {
		p.heard[b.ID] = true
		p.add(b.Worth)
	}
	most := p.opensMost(due)
	if slices.ContainsFunc(due, func(b scenarios.Beat) bool { return slices.Contains(b.Needs, most.ID) }) {
		most = due[len(due)-1] // what it opens is answered after it
	}
	line := ""
	for _, b := range append(slices.DeleteFunc(due, func(b scenarios.Beat) bool { return b.ID == most.ID }), most) {
		line = strings.TrimPrefix(line+" "+b.Say[0], " ")
		p.use(line, b.Say[0])
	}
	p.beat, p.emoji, p.pending, p.asks, p.code = most.ID, most.Emoji, true, most.Asks, most.Code
	if p.exchanges >= p.minTurns && !slices.Contains(p.user.struck, true) && p.agrees() {
		p.line = line + " " + p.line
	}
	return true
}

// opensMost is the beat of due that most of those not yet heard need, by one another;
// the last such.
func (p *play) opensMost(due []scenarios.Beat) (most scenarios.Beat) {
	best := -1
	for _, b := range due {
		opened := map[string]bool{b.ID: true}
		for range p.Beats { // at most as many rounds as there are beats
			for _, o := range p.Beats {
				if !p.heard[o.ID] && slices.ContainsFunc(o.Needs, func(id string) bool { return opened[id] }) {
					opened[o.ID] = true
				}
			}
		}
		if len(opened) >= best {
			most, best = b, len(opened)
		}
	}
	return most
}

// due returns the beats the last user turn makes, in the script's order and
// within maxGain. One that was doubted is taken once the user stands by it, or goes on
// to another or to the asking.
func (p *play) due() []scenarios.Beat {
	var due []scenarios.Beat
	now := map[string]bool{p.doubt: true}
	worth := 0
	for _, b := range p.Beats {
		h := p.user
		if b.ID == p.doubt {
			h.before = nil // what was doubted does not say itself again
		}
		if p.heard[b.ID] || !p.hasWith(b.Needs, now) || !p.makes(b, h) {
			continue
		}
		if worth += b.Worth; worth > maxGain && len(due) > 0 {
			break
		}
		now[b.ID] = true
		due = append(due, b)
	}
	i := slices.IndexFunc(p.Beats, func(b scenarios.Beat) bool { return b.ID == p.doubt })
	if i < 0 || slices.ContainsFunc(due, func(b scenarios.Beat) bool { return b.ID == p.doubt }) {
		return due
	}
	said := len(due) > 0 || p.asksFor(p.user) || !p.level.Twice && p.answers(&standing, p.user)
	if said && !turnsDown(p.user) {
		due = slices.Insert(due, 0, p.Beats[i])
	}
	return due
}

// standing is what stands by a step that was doubted: anything said but a refusal.
var standing = scenarios.Answer{Yes: true, Words: minAnswer}

// turnsDown reports whether h answers no to the doubt, as a whole or in one of its parts.
func turnsDown(h heard) bool {
	parts := strings.FieldsFunc(h.Raw, func(r rune) bool { return strings.ContainsRune(",;:.!?", r) })
	for _, part := range append(parts, h.Raw) {
		if language.Answer(part, h.line).No {
			return true
		}
	}
	return false
}

// doubts pushes back on a beat that can be doubted and was not yet.
func (p *play) doubts(b scenarios.Beat) bool {
	if b.Doubt == "" || p.doubted[b.ID] {
		return false
	}
	p.doubted[b.ID], p.doubt, p.idle = true, b.ID, 0
	p.use(b.Doubt, b.Doubt)
	p.asks, p.pending = b.ID, true
	return true
}

// agrees settles the answer to asking for the goal once all that is needed was
// heard: yes, or not so fast.
func (p *play) agrees() bool {
	a := p.Agree
	if !p.has(a.Needs) || !p.asksFor(p.user) {
		return false
	}
	if p.exchanges < p.minTurns {
		p.say(a.Hold, "")
		return true
	}
	p.agreed, p.beat = true, AgreeID
	p.use(a.Say, a.Say)
	p.emoji, p.code = a.Emoji, a.Code
	return true
}

// asksEarly answers who asks for the goal too early, or for half of it: by turns
// not yet, and by asking for what is missing.
func (p *play) asksEarly() bool {
	a := p.Agree
	switch {
	case !p.has(a.Needs):
		if !p.anyOf(a.All[:1], p.user.reading) && !p.asksFor(p.user) {
			return false
		}
		p.early++
		if p.early%2 == 1 || !p.fish() {
			p.say(a.Early, "")
		}
	case !p.anyOf(a.All, p.user.reading):
		return false
	default:
		p.say(a.Ask, "")
		p.asks = AgreeID
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
