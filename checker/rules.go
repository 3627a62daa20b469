package checker

import (
	"slices"

	"parley"
)

// Bounds of one exchange's change (docs/checker.md) and
// of what carries it.
const (
	maxRise           = 3 // with evidence; the agreement itself is not bound
	poorRise          = 1 // without
	indirect          = 3 // the most without evidence: "first, indirect steps"
	resisting         = 6 // the most on a question: "the character still resists"
	pendingDrop       = 1 // is taken when found twice running
	notAgreed         = parley.MaxProgress - 1
	injectionCooldown = 2 // exchanges after an injection
)

// endings are whether the goal is reached or the scene lost now. Where the judge
// found both, it is lost only by words that came after the agreement.
func (k seen) endings(known Ledger) (complete, bad bool) {
	complete = k.finding.Complete && k.agreed(known)
	bad = k.finding.Bad && k.lost(known)
	if complete && k.finding.Bad {
		bad = k.closedAfter()
		complete = !bad
	}
	return complete, bad
}

// agreed reports whether the goal can count as reached.
func (k seen) agreed(known Ledger) bool {
	met := k.checks(known.Checks)
	for _, c := range k.scene.Rubric {
		if c.Required && !slices.Contains(met, c.ID) {
			return false
		}
	}
	quote := ""
	if u := k.scene.Understudy; u != nil {
		quote = u.Agree.Quote
	}
	return k.evidence.firm() && !k.injected && k.exchange.Number >= k.scene.MinTurns && k.evidence.speech.affirms(quote)
}

// lost reports whether what the judge found a bad ending is one: by words of the
// character that end it, by abuse, or by any evidence when found twice running.
func (k seen) lost(known Ledger) bool {
	switch {
	case k.abusive:
		return k.evidence.stands || slices.Contains(k.finding.Flags, parley.FlagSafety)
	case !k.evidence.stands || k.evidence.asks:
		return false
	}
	return known.BadEndingPending || k.evidence.speech.closes(k.scene.BadEndings)
}

// closedAfter reports whether the character ended the scene in a turn after the
// one that agreed.
func (k seen) closedAfter() bool {
	for _, t := range k.exchange.Turns[k.evidence.at+1:] {
		if t.Role == parley.Character && listen(t.Text).closes(k.scene.BadEndings) {
			return true
		}
	}
	return false
}

// progress is the new progress, and whether a drop is pending.
func (k seen) progress(known Ledger, complete bool) (progress int, pending bool) {
	if complete {
		return parley.MaxProgress, false
	}
	from, to := known.Progress, min(clamp(k.finding.Progress), notAgreed)
	switch {
	case to > from:
		return max(from, min(to, k.ceiling(known))), false
	case to == from-pendingDrop && !known.DropPending:
		return from, true
	}
	return to, false
}

// ceiling is the most progress the exchange can have led to from what is known.
func (k seen) ceiling(known Ledger) int {
	from := known.Progress
	switch {
	case known.InjectionCooldown > 0 && !(k.evidence.firm() && k.evidence.speech.affirms("")):
		return from
	case k.injected && !k.evidence.carries():
		return from
	case k.injected:
		return from + poorRise
	case k.evidence.firm():
		return from + maxRise
	case k.evidence.carries():
		return min(from+maxRise, resisting)
	}
	return min(from+poorRise, indirect)
}
