package labelled

import (
	"fmt"

	"parley"
)

// MinWindow is how many messages after the opening a Window dialogue has at
// least.
const MinWindow = 45

// Limits of what a kind may reach; see Kind.
const (
	maxStall  = 3
	maxEffort = 6
)

// kindFault says how d's labels break the rule of its kind, or "".
func kindFault(d Dialogue) string {
	s := summarise(d)
	if (d.Concession != 0) != (d.Kind == Window) {
		return "concession belongs to the kind window, which has one"
	}
	if d.Kind == Name && d.Username == "" {
		return "a dialogue of the kind name takes a username"
	}
	switch d.Kind {
	case Win, SlowWin, Misheard, Paraphrase:
		return must(s.last.Complete, "must end complete")
	case Insult, Wrong, Derail:
		return must(s.last.Bad && !s.completed, "must end bad without ever being complete")
	case LateBad:
		return must(s.last.Bad && s.completed, "must end bad after being complete")
	case Stall:
		return must(s.top <= maxStall && !s.last.Bad, "must never pass 3 nor end bad")
	case Effort:
		return must(s.high <= maxEffort && !s.last.Bad, "must never pass 6 nor end bad")
	case Refusal:
		return must(s.last.Bad && s.top > s.last.Progress, "must fall and end bad")
	case Claims, ReadBack:
		return must(!s.completed && !s.last.Bad && s.flagged == (d.Kind == ReadBack), "must not end, and readback alone is flagged")
	case Name:
		return must(!s.completed && !s.last.Bad, "must not end")
	case SmallTalk:
		return smallTalkFault(d)
	case Window:
		return windowFault(d)
	}
	return "" // an unknown kind was reported
}

// summary is what a dialogue's labels come to.
type summary struct {
	last      Label
	top, high int // of all progresses and all highs
	completed bool
	flagged   bool // as an injection
}

func summarise(d Dialogue) summary {
	var s summary
	for _, e := range d.Exchanges() {
		s.last = e.Label
		s.top, s.high = max(s.top, e.Label.Progress), max(s.high, e.Label.High)
		s.completed = s.completed || e.Label.Complete
		for _, f := range e.Label.Flags {
			s.flagged = s.flagged || f == parley.FlagInjection
		}
	}
	return s
}

// smallTalkFault wants progress, and then two exchanges at least that hold it.
func smallTalkFault(d Dialogue) string {
	ex := d.Exchanges()
	if len(ex) < 4 {
		return "is too short to come to small talk"
	}
	n := len(ex)
	a, b, c := ex[n-3].Label.Progress, ex[n-2].Label.Progress, ex[n-1].Label.Progress
	if a < 2 || max(a, b, c)-min(a, b, c) > 1 || c == parley.MaxProgress {
		return "must make progress and hold it, give or take 1, over the last two exchanges"
	}
	return ""
}

// windowFault wants enough messages, and the concession in a character turn that
// lifts progress for good.
func windowFault(d Dialogue) string {
	if len(d.Turns)-1 < MinWindow {
		return fmt.Sprintf("has %d messages, at least %d", len(d.Turns)-1, MinWindow)
	}
	at := d.Concession - 1
	if at < 2 || at >= len(d.Turns) || at%2 != 0 {
		return fmt.Sprintf("concession %d is no answer of the character", d.Concession)
	}
	before := 0
	if l := d.Turns[at-2].Label; l != nil {
		before = l.Progress
	}
	lifted := d.Turns[at].Label.Progress
	if lifted <= before {
		return "the concession lifts nothing"
	}
	for i := at + 2; i < len(d.Turns); i += 2 {
		if d.Turns[i].Label.Progress < lifted {
			return "progress must not fall after the concession"
		}
	}
	return ""
}

func must(holds bool, rule string) string {
	if holds {
		return ""
	}
	return rule
}
