package checker

import (
	"slices"

	"parley"
)

// Ledger is what the checker knows of a call besides the window of turns it is
// sent: it goes with each verdict and so outlives the window and the worker.
// The zero Ledger is that of a call nothing was judged of.
type Ledger struct {
	// Exchange is the newest exchange judged, 0 before the first.
	Exchange int `json:"exchange"`
	// Progress is 0-10.
	Progress int `json:"progress"`
	// Evidence is the quotes that raised progress, oldest first, at most
	// maxEvidence.
	Evidence []Quote `json:"evidence,omitempty"`
	// Checks are the ids of the rubric checks met, in the rubric's order.
	Checks []string `json:"checks,omitempty"`
	// DropPending means that the newest exchange was found to cost one point, which
	// is not taken until the next one is found so too.
	DropPending bool `json:"drop_pending,omitempty"`
	// InjectionCooldown is for how many exchanges more only words of assent raise
	// progress: the user has spoken to the judge, and a judge who believed it goes
	// on believing.
	InjectionCooldown int `json:"injection_cooldown,omitempty"`
	// BadEndingPending means that the newest exchange was found to end the scene
	// badly on words that do not say so by themselves; it ends when the next one is
	// too.
	BadEndingPending bool `json:"bad_ending_pending,omitempty"`
	// Agreed is the character's agreement while it does not count yet, the scene's
	// least number of exchanges or a required check being missing; and the one that
	// won. Empty without one.
	Agreed Quote `json:"agreed,omitzero"`
	// CompleteFound is in how many exchanges running the judge found the goal
	// reached on words that code did not take for it.
	CompleteFound int `json:"complete_found,omitempty"`
	// Slips is how many of each of the script's wrongs there were, by its id.
	Slips map[string]int `json:"slips,omitempty"`
	// Ending is how the scene ended, empty before. It stays.
	Ending Ending `json:"ending,omitempty"`
}

// Ending is how a scene ended.
type Ending string

// The endings.
const (
	Won  Ending = "won"
	Lost Ending = "lost"
)

// Quote is words of the character.
type Quote struct {
	Exchange int    `json:"exchange"`
	Turn     int    `json:"turn"` // the turn's number
	Text     string `json:"text"` // as it stands in the turn
}

// Bounds of what a ledger keeps. A call rises by one at least with each quote,
// so twelve tell of a whole one that also fell.
const (
	maxEvidence   = 12
	maxQuoteRunes = 240 // twice the longest line of a character
)

// Judged reports whether the ledger already holds what exchange number left.
func (l Ledger) Judged(number int) bool { return number <= l.Exchange }

// before is the ledger a case begins with: that of the last verdict, or, where
// none is known, the progress the call itself remembers; an ending it does not.
func before(known Ledger, e parley.Exchange) Ledger {
	if known.Exchange == 0 {
		known.Progress = min(clamp(e.Previous), notAgreed)
	}
	return known
}

// keep adds a quote, dropping the oldest past maxEvidence. The ledger it was
// copied from stays as it was.
func (l *Ledger) keep(q Quote) {
	if slices.ContainsFunc(l.Evidence, func(old Quote) bool { return old.Turn == q.Turn && old.Text == q.Text }) {
		return
	}
	all := append(slices.Clone(l.Evidence), q.short())
	l.Evidence = all[max(0, len(all)-maxEvidence):]
}

// short is q with at most maxQuoteRunes.
func (q Quote) short() Quote {
	q.Text = cut(q.Text, maxQuoteRunes)
	return q
}

func clamp(progress int) int { return min(max(progress, 0), parley.MaxProgress) }
