package understudy

import "parley/scenarios"

// Each method here looks at the last user turn for one thing. If it is there,
// the method settles the answer and returns true.

// over answers a user who talks on after the end.
func (p *play) over() bool {
	switch {
	case p.complete:
		p.say("after_win", p.AfterWin)
	case p.ending != "":
		p.say("after_loss", p.AfterLoss)
	default:
		return false
	}
	return true
}

// insulted finds insults, the built-in ones and the script's own.
func (p *play) insulted() bool {
	for _, w := range p.Wrongs {
		if w.ID != scenarios.InsultID {
			continue
		}
		if gross.in(p.user) {
			p.strikes[w.ID] = w.Limit - 1
			p.strike(w)
			return true
		}
		if insults.in(p.user) || p.anyOf(w.Any, p.user) {
			p.strike(w)
			return true
		}
	}
	return false
}

// wronged finds the script's other wrongs: those that cost progress in any
// turn, the free ones only in a turn with nothing better in it.
func (p *play) wronged(costly bool) bool {
	for _, w := range p.Wrongs {
		if w.ID != scenarios.InsultID && (w.Drop > 0) == costly && p.anyOf(w.Any, p.user) {
			p.strike(w)
			return true
		}
	}
	return false
}

// strike warns, or ends the scene.
func (p *play) strike(w scenarios.Wrong) {
	p.strikes[w.ID]++
	p.owed = min(w.Drop, p.progress)
	p.add(-w.Drop)
	if p.strikes[w.ID] >= w.Limit {
		p.ending = w.Ending
		p.set(p.endings[w.Ending], w.Emoji)
		return
	}
	p.say("warn:"+w.ID, w.Warn)
	p.emoji = w.Emoji
}

// repeated answers a bare request to say it again: with the same line.
func (p *play) repeated(both []word) bool {
	if len(p.user) == 0 || len(p.user) > maxAgainWords || len(p.due(both)) > 0 {
		return false
	}
	for _, w := range p.user {
		if w.text != "what" && w.text != "sorry" && w.text != "huh" {
			return again.in(p.user)
		}
	}
	return true
}

// saysYesAgain repeats a winning line that was talked over.
func (p *play) saysYesAgain() bool {
	if p.agreed {
		p.set(p.Agree.Say, p.Agree.Emoji)
	}
	return p.agreed
}

// steppedOut answers an attempt to break the scene, once; later ones get what
// any empty turn gets.
func (p *play) steppedOut() bool {
	if !outside.in(p.user) {
		return false
	}
	if p.outside {
		p.stall()
		return true
	}
	p.outside = true
	p.say("outside", p.Outside)
	return true
}

// mended takes an apology right after a warning.
func (p *play) mended(owed int, both []word) bool {
	if owed == 0 || len(p.Mend) == 0 || !apology.in(p.user) {
		return false
	}
	p.add(owed)
	if !p.moved(both) {
		p.say("mend", p.Mend)
	}
	return true
}

// partly answers half a beat.
func (p *play) partly() bool {
	for _, b := range p.Beats {
		if p.open(b) && len(b.Part) > 0 && p.anyOf(b.All, p.user) {
			p.say("part:"+b.ID, b.Part)
			return true
		}
	}
	return false
}

func (p *play) remarked() bool {
	for _, m := range p.Remarks {
		if p.anyOf(m.Any, p.user) {
			p.say("remark:"+m.Say[0].Say, m.Say)
			return true
		}
	}
	return false
}

// stall answers a turn that brings nothing: by turns the character fishes for
// what it waits for and deflects.
func (p *play) stall() {
	n := p.said["stall"]
	p.said["stall"]++
	if n%2 == 0 {
		if list, lines := p.asking(); len(lines) > 0 {
			p.say(list, lines)
			return
		}
	}
	p.say("deflect", p.Deflect)
}

// asking finds the lines that fish for a next step: the one fished for least,
// the earlier one if in doubt.
func (p *play) asking() (list string, lines scenarios.Lines) {
	if p.has(p.Agree.Needs) {
		return "ask", p.Agree.Ask
	}
	for _, b := range p.Beats {
		key := "ask:" + b.ID
		if p.open(b) && len(b.Ask) > 0 && (list == "" || p.said[key] < p.said[list]) {
			list, lines = key, b.Ask
		}
	}
	return list, lines
}
