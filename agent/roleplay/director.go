package roleplay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parley/agent"
	"parley/scenarios"
)

// move is what a director would tell the actor before the next line.
type move int

const (
	free   move = iota // nothing
	wait               // nothing was judged of late; only it is too early
	hold               // they have brought nothing new
	cool               // they lost ground
	soften             // they gained ground
	ask                // they have been at a loss for a while
	settle             // they brought all that is needed, but it is too early
	won                // they brought all that is needed
)

// direction is a director's note before it is put in words.
type direction struct {
	move move
	// missing are the required checks that were not met before the user's newest
	// words; about is the one to ask for.
	missing []scenarios.Check
	about   scenarios.Check
}

// fresh is how many exchanges behind a verdict may be and still say what is
// missing: that on the exchange before may yet be on its way.
const fresh = 2

// direct decides how the scene's character is to take the turn: from the scene's
// own conditions, how many exchanges there were, and the newest verdict, of which
// progress and checks count, and no word that anybody said. Without a verdict that
// is fresh the number of exchanges decides alone. It is pure.
func direct(s scenarios.Scenario, t agent.Turn) direction {
	if !s.Directed() {
		return direction{}
	}
	early := t.Exchange < s.MinTurns
	required, missing := conditions(s, t.Verdict.Checks)
	if known := t.Exchange-t.Verdict.Exchange <= fresh; !known || required == 0 {
		if early {
			return direction{move: wait}
		}
		return direction{}
	}
	change := t.Verdict.Progress - t.Verdict.Previous
	d := direction{missing: missing}
	switch {
	case len(missing) == 0 && early:
		d.move = settle
	case len(missing) == 0:
		d.move = won
	case change > 0:
		d.move = soften
	case change < 0:
		d.move = cool
	case t.Exchange%2 == 1 && t.Exchange > 1 && fishFor(&d, t.Exchange/2):
		d.move = ask
	default:
		d.move = hold
	}
	return d
}

// conditions are how many checks the scene requires, and those of them not met.
func conditions(s scenarios.Scenario, met []string) (required int, missing []scenarios.Check) {
	for _, c := range s.Rubric {
		if !c.Required {
			continue
		}
		required++
		if !slices.Contains(met, c.ID) {
			missing = append(missing, c)
		}
	}
	return required, missing
}

// fishFor chooses what to ask for, each time another of what is missing, and never
// what the user is not to know; it reports whether there is any.
func fishFor(d *direction, time int) bool {
	var open []scenarios.Check
	for _, c := range d.missing {
		if c.Reveal == "" {
			open = append(open, c)
		}
	}
	if len(open) == 0 {
		return false
	}
	d.about = open[time%len(open)]
	return true
}

// Note puts the direction for the turn in words, "" if there is none. They are the
// scene's and ours alone: nothing that the user said or chose can stand in it. It
// says whose it is not, for services that know no system's message at the end.
func Note(s scenarios.Scenario, t agent.Turn) string {
	d := direct(s, t)
	if d.move == free {
		return ""
	}
	var b strings.Builder
	b.WriteString("[For your next line alone; the user did not say this, and you never speak of it.")
	if t.Exchange < s.MinTurns {
		fmt.Fprintf(&b, " This is exchange %d of at least %d.", t.Exchange, s.MinTurns)
	}
	if len(d.missing) > 0 {
		b.WriteString(" Not counting the user's newest words, still missing before you may agree: " + list(d.missing) + ".")
	}
	b.WriteString(" " + d.words() + "]")
	return b.String()
}

// agreeing is how the character agrees.
const agreeing = "in your own way, be it shy, grudging or in parts, in one or two plain sentences that say what you grant"

const (
	notYet   = "Do not agree in this line"
	ifTheyDo = " If the newest words bring some of it, show that it counts."
)

func (d direction) words() string {
	switch d.move {
	case wait:
		return notYet + ", however they ask."
	case hold:
		return "Hold firm in your own way: politeness alone is no reason to agree. " + notYet + "." + ifTheyDo
	case cool:
		return "They have lost ground with you: let them feel it. " + notYet + "." + ifTheyDo
	case soften:
		return "They have gained ground with you: soften a little, and let it be heard. " + notYet + "." + ifTheyDo
	case ask:
		return notYet + "." + ifTheyDo + " If not, ask for this in your own way, or give them an opening for it: " +
			strconv.Quote(d.about.Check) + "."
	case settle:
		return "They have brought all that you need, but it is too soon: take it in, raise no new doubt. " + notYet + "."
	case won:
		return "Nothing is missing: you have been won. If they have asked for it, agree now, " + agreeing +
			"; if not, let them feel that they need only ask. Raise no new doubt."
	case free:
	}
	return ""
}

func list(checks []scenarios.Check) string {
	var out []string
	for _, c := range checks {
		out = append(out, strconv.Quote(c.Check))
	}
	return strings.Join(out, "; ")
}
