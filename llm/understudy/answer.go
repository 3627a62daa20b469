package understudy

import (
	"slices"

	"parley/scenarios"
)

// Each method here looks at the last user turn for one thing. If it is there,
// the method settles the answer and returns true.

// over answers a user who talks on after the end.
func (p *play) over() bool {
	switch {
	case p.complete:
		p.say(p.AfterWin, "")
	case p.ending != "":
		p.say(p.AfterLoss, "")
	default:
		return false
	}
	return true
}

// cursed ends the scene at words that leave no doubt. All other wrongs come after the
// steps that a turn makes, but for a sentence that is one by itself, and before the yes.
func (p *play) cursed() bool {
	if !p.user.ends {
		return false
	}
	for _, w := range p.Wrongs {
		if w.ID == scenarios.InsultID {
			p.strikes[w.ID] = w.Limit - 1
			p.strike(w)
		}
	}
	return true
}

// rudeBeside reports whether a sentence of a turn is a wrong by itself, so that what the
// others say does not outweigh it: "Three times the money. You fool."
func (sc *script) rudeBeside(h heard) bool {
	if !slices.Contains(h.struck, true) {
		return false
	}
	for _, sentence := range h.Sentences() {
		alone := heard{reading: sc.look(sentence)}
		if slices.Contains(alone.struck, true) && !sc.asksFor(alone) &&
			!slices.ContainsFunc(sc.Beats, func(b scenarios.Beat) bool { return sc.makes(b, alone) }) {
			return true
		}
	}
	return false
}

// wronged finds insults and the script's other wrongs: those that cost progress
// before those that do not.
func (p *play) wronged(costly bool) bool {
	for i, w := range p.Wrongs {
		if p.user.struck[i] && (w.Drop > 0 || w.ID == scenarios.InsultID) == costly {
			p.strike(w)
			return true
		}
	}
	return false
}

// strike warns, or ends the scene.
func (p *play) strike(w scenarios.Wrong) {
	p.strikes[w.ID]++
	p.slip = Slip{w.ID, w.Ending, min(p.strikes[w.ID], w.Limit), w.Limit}
	p.owed = min(w.Drop, p.progress)
	p.add(-w.Drop)
	if p.strikes[w.ID] >= w.Limit {
		p.ending = w.Ending
		p.set(p.endings[w.Ending], w.Emoji)
		return
	}
	about, _ := p.matched(w.Any, p.user.words)
	p.warn(w.Warn, about)
	p.emoji = w.Emoji
}

// repeated answers a bare request to say it again: with the same line.
func (p *play) repeated() bool {
	if n := len(p.user.words); n == 0 || n > maxAgainWords || len(p.due()) > 0 || !p.asksAgain(p.user.turn) {
		return false
	}
	asks := p.asks
	p.use(p.line, p.order[len(p.order)-1])
	p.asks = asks
	return true
}

// asksAgain reports whether t asks to say it again: nothing but "sorry, what?", or a
// clause that asks it and goes on about nothing else, as "what did you say about it" does.
func (l *manners) asksAgain(t *turn) bool {
	plain := func(w word) bool {
		return l.is("bare again", w.text) || l.is("fillers", w.text) || l.is("self", w.text) || l.is("you", w.text) ||
			l.is("auxiliaries", w.text)
	}
	if !slices.ContainsFunc(t.words, func(w word) bool { return !l.is("bare again", w.text) }) {
		return true
	}
	for _, c := range t.Clauses {
		for i := c.From; i < c.To; i++ {
			for _, wording := range l.again.starting[t.words[i].text] {
				to, ok := l.again.stands(wording, t.words[:c.To], i)
				if ok && !slices.ContainsFunc(t.words[to:c.To], func(w word) bool { return !plain(w) && !l.again.has(w.text) }) {
					return true
				}
			}
		}
	}
	return false
}

// saysYesAgain repeats a winning line that was talked over.
func (p *play) saysYesAgain() bool {
	if p.agreed {
		p.use(p.Agree.Say, p.Agree.Say)
		p.emoji, p.code = p.Agree.Emoji, p.Agree.Code
	}
	return p.agreed
}

// steppedOut answers an attempt to break the scene, once; later ones get what
// any empty turn gets.
func (p *play) steppedOut() bool {
	if !p.steps(p.user.turn) {
		return false
	}
	if p.outside {
		p.stall()
		return true
	}
	p.outside = true
	p.say(p.Outside, "")
	return true
}

// mended takes an apology right after a warning.
func (p *play) mended(owed int) bool {
	if owed == 0 || len(p.Mend) == 0 || !p.apology.in(p.user.words) {
		return false
	}
	p.add(p.forgives(owed))
	if !p.moved() {
		p.say(p.Mend, "")
	}
	return true
}

// partly answers half a beat.
func (p *play) partly() bool {
	for _, b := range p.Beats {
		if !p.open(b) || len(b.Part) == 0 {
			continue
		}
		if about, ok := p.matched(b.All, p.user.words); ok {
			p.say(b.Part, about)
			p.asks = b.ID
			return true
		}
	}
	return false
}

func (p *play) remarked() bool {
	for _, m := range p.Remarks {
		about, ok := p.matched(m.Any, p.user.words)
		if !ok {
			continue
		}
		if line, template := p.next(m.Say, about); line != "" {
			p.use(line, template)
			p.code = m.Code
			return true
		}
	}
	return false
}

// stall answers a turn that brings nothing: by turns the character fishes for
// what it waits for and deflects.
func (p *play) stall() {
	if p.wears() {
		return
	}
	p.stalls++
	if p.stalls%2 == 0 || !p.fish() {
		p.say(p.Deflect, "")
	}
}

// wears answers an empty turn too many, while a step is missing.
func (p *play) wears() bool {
	p.idle++
	if p.level.Patience == 0 || p.idle <= p.level.Patience || p.has(p.Agree.Needs) {
		return false
	}
	line, template := p.next(p.Worn, "")
	if line == "" {
		return false
	}
	p.idle, p.worn = 0, p.progress > 0
	p.use(line, template)
	p.add(-1)
	return true
}

// forgives is what an apology gives back of what a warning took.
func (sc *script) forgives(owed int) int {
	if sc.level.Grudge {
		return owed / 2
	}
	return owed
}

// fish asks for a next step: the one asked for least, the earlier one if in
// doubt; for the asking itself once all else is done. It returns false if there
// is no line left.
func (p *play) fish() bool {
	id, line, template := "", "", ""
	if p.has(p.Agree.Needs) {
		id = AgreeID
		line, template = p.next(p.Agree.Ask, "")
	} else {
		for _, b := range p.Beats {
			if !p.open(b) || id != "" && p.fished[b.ID] >= p.fished[id] {
				continue
			}
			if l, t := p.next(b.Ask, ""); l != "" {
				id, line, template = b.ID, l, t
			}
		}
	}
	if line == "" {
		return false
	}
	p.fished[id]++
	p.use(line, template)
	p.asks = id
	return true
}

// maxAgainWords is how long a turn may be and still be nothing but a request
// to repeat: "sorry, I did not hear you, could you say that again please".
const maxAgainWords = 12
