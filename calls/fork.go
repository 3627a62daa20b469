package calls

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"parley"
)

// ErrTurn means a turn at which a call cannot be forked: there is none of that
// number, the character has said nothing up to it, or the call was over with it.
var ErrTurn = errors.New("no turn of the call to go on from")

// ForkAt is what a call goes on with at a turn. At one of the character's that is said
// again and the user's next turn is open; at one of the user's it is the character's
// turn before it. A fork of a fork goes back as far as its first parent's first turn,
// and its times are that parent's. The error wraps ErrTurn. It is pure.
func ForkAt(c Call, turn int) (parley.Inherited, error) {
	last := -1
	for i, t := range c.Turns {
		if t.Number > turn || t.Number == turn && t.Role == parley.User {
			break
		}
		if t.Role == parley.Character {
			last = i
		}
	}
	if last < 0 || turn > c.Turns[len(c.Turns)-1].Number {
		return parley.Inherited{}, fmt.Errorf("%w: %s at %d", ErrTurn, c.ID, turn)
	}
	line := c.Turns[last]
	in := parley.Inherited{Patience: c.patience(line), Verdicts: c.verdicts(line.Number)}
	in.Given, in.Hints = c.hints(line)
	offset := c.Offset()
	_, in.At = line.lineage(offset)
	for _, t := range c.Turns[:last+1] {
		start, end := t.lineage(offset)
		in.Turns = append(in.Turns, parley.InheritedTurn{Turn: t.Said(), Start: start, End: end, Confidence: t.Confidence, Why: t.Why})
	}
	in.Exchanges = Exchanges(c.Turns[:last+1])
	if n := len(in.Verdicts); n > 0 {
		newest := in.Verdicts[n-1].Verdict
		in.Exchanges = max(in.Exchanges, newest.Exchange)
		if newest.Complete || newest.Bad {
			return parley.Inherited{}, fmt.Errorf("%w: %s was over at %d", ErrTurn, c.ID, turn)
		}
	}
	return in, nil
}

// Said is the turn with the user's correction in the place of what was heard.
func (t Turn) Said() parley.Turn {
	turn := t.Turn
	if t.Corrected != "" {
		turn.Text = t.Corrected
	}
	return turn
}

// lineage is when a turn was on the clock of its call's first parent, which the call's own
// is offset behind.
func (t Turn) lineage(offset time.Duration) (start, end time.Duration) {
	if t.Inherited {
		return t.Start, t.End
	}
	return t.Start + offset, t.End + offset
}

// Offset is how much later it is on the clock of a fork's first parent than on its
// own: the line that was said again began at the same moment of both. 0 for a call
// that is no fork.
func (c Call) Offset() time.Duration {
	if c.Inherited == nil || len(c.Inherited.Turns) == 0 {
		return 0
	}
	said := c.Inherited.Turns[len(c.Inherited.Turns)-1]
	for _, t := range c.Turns {
		if t.Number == said.Turn.Number && !t.Inherited {
			return said.Start - t.Start
		}
	}
	return said.End
}

// patience is what the user had set when the turn was over, 0 for nothing.
func (c Call) patience(line Turn) (set time.Duration) {
	if c.Inherited != nil {
		set = c.Inherited.Patience
	}
	for _, p := range c.Patience {
		if !line.Inherited && p.At <= line.End {
			set = p.For
		}
	}
	return set
}

// hints are the texts of the hints that were used when the turn was over, and their number.
func (c Call) hints(line Turn) (texts []string, n int) {
	if c.Inherited != nil {
		texts, n = slices.Clone(c.Inherited.Given), c.Inherited.Hints
	}
	for _, h := range c.Hints {
		if !line.Inherited && h.At <= line.End {
			texts, n = append(texts, h.Text), n+1
		}
	}
	return texts, n
}

// verdicts are those on turns up to number, with the times of c's first parent. Only
// the newest keeps its ledger, as only that is gone on from.
func (c Call) verdicts(number int) []parley.InheritedVerdict {
	var all []parley.InheritedVerdict
	if c.Inherited != nil {
		all = append(all, c.Inherited.Verdicts...)
	}
	offset := c.Offset()
	for _, v := range c.Verdicts {
		all = append(all, parley.InheritedVerdict{At: v.At + offset, Verdict: v.Verdict})
	}
	until := all[:0]
	for _, v := range all {
		if v.Verdict.Turns.Character <= number {
			until = append(until, v)
		}
	}
	for i := range max(0, len(until)-1) {
		until[i].Verdict.Ledger = nil
	}
	return until
}

// Exchanges counts the user's turns that were answered.
func Exchanges(turns []Turn) (n int) {
	asked := false
	for _, t := range turns {
		switch {
		case t.Role == parley.User && !t.Backchannel:
			asked = true
		case asked && t.Answers():
			n++
			asked = false
		}
	}
	return n
}

// Answers reports whether a turn is one of the character's that may answer the user.
func (t Turn) Answers() bool {
	return t.Role == parley.Character && (t.Why == "" || t.Why == parley.WhyAnswer)
}
