package checker

import (
	"maps"
	"slices"
	"strings"

	"parley"
	"parley/llm/understudy"
)

// Bounds of one exchange's change (docs/checker.md) and
// of what carries it.
const (
	maxRise           = 3 // with evidence; the agreement itself is not bound
	poorRise          = 1 // without
	begun             = 3 // the character has asked back
	indirect          = 3 // the most without evidence: "first, indirect steps"
	resisting         = 6 // the most on a question: "the character still resists"
	pendingDrop       = 1 // is taken when found twice running
	notAgreed         = parley.MaxProgress - 1
	injectionCooldown = 2 // exchanges after an injection
)

// How often running a judge must find the goal reached before code believes it
// against its own doubt.
const (
	foundOpen    = 2 // by a turn without known words of agreement
	foundDoubted = 3 // by one that leaves the matter open
)

// agrees reports whether the character agreed in the turn that is quoted. While
// an injection is not forgotten only known words do; else a turn that nothing
// speaks against, once the character took part; else one that the judge goes on
// finding, so that code and character differ for some exchanges at most.
func (k seen) agrees(known Ledger) bool {
	if !k.finding.Complete || !k.evidence.stands || k.injected {
		return false
	}
	if (k.stance == says || k.stance == open) && (k.haggled() || k.aside() || k.without() || !k.covers()) {
		k.stance = doubts
	}
	if k.stance > doubts && k.elsewhere() {
		k.stance = doubts
	}
	switch running := known.CompleteFound + 1; {
	case k.stance == grants:
		return true
	case k.stance == denies || known.InjectionCooldown > 0:
		return false
	case k.stance == says:
		return known.Progress >= begun || running >= foundOpen
	case k.stance == open:
		return known.Progress > indirect || running >= foundOpen || k.evidence.speech.foreign(k.scene.Language)
	default:
		return running >= foundDoubted
	}
}

// found is how often running the judge found the goal reached without being
// believed.
func (k seen) found(known Ledger, agreed bool) int {
	if agreed || !k.finding.Complete || k.stance == denies || k.injected || known.InjectionCooldown > 0 {
		return 0
	}
	return known.CompleteFound + 1
}

// agreement is the agreement that stands after the exchange, if there is one:
// a new one, or the one that was kept, unless the character has gone back
// behind it.
func (k seen) agreement(known Ledger, agreed bool) Quote {
	switch {
	case agreed:
		return k.evidence.short()
	case k.injected || known.Agreed == Quote{}:
		return known.Agreed
	case k.finding.Bad, clamp(k.finding.Progress) <= resisting, !k.finding.Complete && unsaid(k.exchange.Turns, k.newestUser(), k.parts):
		return Quote{}
	}
	return known.Agreed
}

// newestUser is the index of the user turn that the newest answer answers.
func (k seen) newestUser() int {
	at := len(k.exchange.Turns) - 1
	for at > 0 && k.exchange.Turns[at].Role == parley.Character {
		at--
	}
	return max(at, 0)
}

// endings are whether the goal is reached or the scene lost now. Where the judge
// found both, it is lost only by words that came after the agreement.
func (k seen) endings(known Ledger, agreed bool) (complete, bad bool) {
	complete = known.Agreed != Quote{} && k.due(known, agreed)
	bad = k.finding.Bad && k.lost(known)
	if complete && k.finding.Bad {
		bad = k.closedAfter()
		complete = !bad
	}
	return complete, bad
}

// due reports whether an agreement can count as the goal reached.
func (k seen) due(known Ledger, agreed bool) bool {
	met := k.checks(known.Checks)
	for _, c := range k.scene.Rubric {
		if c.Required && !slices.Contains(met, c.ID) {
			return false
		}
	}
	return k.exchange.Number >= k.scene.MinTurns && !k.injected && (agreed || known.InjectionCooldown == 0)
}

// innocent is what would be seen without an injection, and known without one that is
// not forgotten.
func (k seen) innocent() seen {
	k.injected = false
	return k
}

func (l Ledger) innocent() Ledger {
	l.InjectionCooldown = 0
	return l
}

// held is why an agreement that stands does not count yet, empty without one; withheld
// means that nothing but an injection speaks against one in this exchange.
func (k seen) held(known Ledger, withheld bool) string {
	if known.Agreed != (Quote{}) {
		for _, c := range k.scene.Rubric {
			if c.Required && !slices.Contains(known.Checks, c.ID) {
				return c.ID
			}
		}
		if k.exchange.Number < k.scene.MinTurns {
			return parley.HeldTooEarly
		}
	} else if !withheld {
		return ""
	}
	return parley.HeldInjection
}

// slip is the bad ending that is met or that a wrong of the script's counts towards, and
// the how-manieth of how many that is; known counts it.
func (k seen) slip(known *Ledger, s understudy.Slip, bad bool) (ending string, n, of int) {
	if s.Wrong != "" {
		n, of = s.Number, s.Limit
		if n == 0 {
			n = min(max(known.Slips[s.Wrong], 0), of-1) + 1
		}
		known.Slips = maps.Clone(known.Slips)
		if known.Slips == nil {
			known.Slips = map[string]int{}
		}
		known.Slips[s.Wrong] = n
		ending = s.Ending
	}
	for _, e := range k.scene.BadEndings {
		if bad && e.Line != "" && e.Line == strings.TrimSpace(k.answered().Text) {
			ending = e.ID // whatever led to it, the character said so
		}
	}
	return ending, n, of
}

// answered is the character's newest turn, the zero Turn without one.
func (k seen) answered() parley.Turn {
	for _, t := range slices.Backward(k.exchange.Turns) {
		if t.Role == parley.Character {
			return t
		}
	}
	return parley.Turn{}
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
	return known.BadEndingPending || k.evidence.speech.closes(k.scene.BadEndings) || k.finding.Complete && k.closedAfter()
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
