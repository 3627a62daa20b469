package understudy

import "parley/scenarios"

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
