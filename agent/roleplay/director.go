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
	// missing are the required checks that were not met at the verdict, which is behind
	// exchanges old: what the user said since may have brought some of them.
	missing []scenarios.Check
	behind  int
	early   bool
	// opening is the scene's line to ask with, empty if it has none.
	opening string
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
	d := direction{behind: t.Exchange - t.Verdict.Exchange, early: t.Exchange < s.MinTurns}
	required, missing := conditions(s, t.Verdict.Checks)
	if d.behind > fresh || required == 0 {
		if d.early {
			d.move = wait
		}
		return d
	}
	d.missing = missing
	change := t.Verdict.Progress - t.Verdict.Previous
	switch {
	case len(missing) == 0 && d.early:
		d.move = settle
	case len(missing) == 0:
		d.move = won
	case change > 0:
		d.move = soften
	case change < 0:
		d.move = cool
	case d.behind < fresh && t.Exchange%2 == 1 && t.Exchange > 1 && fishFor(&d, s, t.Verdict.Checks, t.Exchange/2):
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

// secret reports whether the user is not to know of the check before the debrief.
func secret(c scenarios.Check) bool { return c.Reveal != "" }

// fishFor chooses the opening to give, each time for another of what is missing, and
// never for a secret; it reports whether there is anything to ask for.
func fishFor(d *direction, s scenarios.Scenario, met []string, time int) bool {
	open := slices.DeleteFunc(slices.Clone(d.missing), secret)
	if len(open) == 0 {
		return false
	}
	if lines := openings(s, open[time%len(open)].ID, met); len(lines) > 0 {
		d.opening = lines[time/len(open)%len(lines)]
	}
	return true
}

// openings are the lines that the scene's author gave the character to come to a check's
// subject with, of those that fit what was met.
func openings(s scenarios.Scenario, check string, met []string) []string {
	if s.Understudy == nil {
		return nil
	}
	heard := func(id string) bool { return slices.Contains(met, id) }
	var out []string
	for _, b := range s.Understudy.Beats {
		if b.ID != check {
			continue
		}
		for _, l := range b.Ask {
			early := slices.ContainsFunc(l.After, func(id string) bool { return !heard(id) })
			if !early && !slices.ContainsFunc(l.Before, heard) && !strings.Contains(l.Say, "{") { // a slot
				out = append(out, l.Say)
			}
		}
	}
	return out
}

// Note puts the direction for the turn in words, "" if there is none. They are the
// scene's and ours alone: nothing that the user said or chose can stand in it. It
// says whose it is not, for services that know no system's message at the end.
func Note(s scenarios.Scenario, t agent.Turn) string {
	d := direct(s, t)
	count := ""
	if s.Directed() {
		count = strikes(s, t)
	}
	if d.move == free && count == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("[For your next line alone; the user did not say this, and you never speak of it.")
	if d.early {
		fmt.Fprintf(&b, " This is exchange %d of at least %d.", t.Exchange, s.MinTurns)
	}
	if len(d.missing) > 0 {
		b.WriteString(" Not counting " + d.since() + ", still missing before you may agree: " + list(d.missing) + ".")
	}
	b.WriteString(count)
	if words := d.words(); words != "" {
		b.WriteString(" " + words)
	}
	return b.String() + "]"
}

// strikes is which of how many wrongs the judged words were, "" where none was counted.
func strikes(s scenarios.Scenario, t agent.Turn) string {
	v, when := t.Verdict, "before these"
	behind := t.Exchange - v.Exchange
	if behind == fresh {
		when = "two turns ago"
	}
	for _, e := range s.BadEndings {
		if e.ID == v.BadEnding && e.ID != "" && behind <= fresh && v.Strike > 0 && v.Strike < v.Strikes {
			return fmt.Sprintf(" Their words %s were number %d of %d towards this end: %q.", when, v.Strike, v.Strikes, e.When)
		}
	}
	return ""
}

// since is what the user said after the verdict.
func (d direction) since() string {
	if d.behind == fresh {
		return "the user's last two turns"
	}
	return "the user's newest words"
}

// agreeing is how the character agrees.
const agreeing = "in your own way, be it shy, grudging or in parts, in one or two plain sentences that say what you grant"

const notYet = "Do not agree in this line"

func (d direction) words() string {
	firm, counts := notYet+".", " If "+d.since()+" bring some of it, show that it counts."
	if len(d.missing) <= d.behind && !d.early {
		firm = notYet + ", but if " + d.since() + " bring the last of it and ask for it, you may agree."
	}
	switch d.move {
	case wait:
		return notYet + ", however they ask."
	case hold:
		return "Hold firm in your own way: politeness alone is no reason to agree. " + firm + counts
	case cool:
		return "They have lost ground with you: let them feel it. " + firm + counts
	case soften:
		return "They have gained ground with you: soften a little, and let it be heard. " + firm + counts
	case ask:
		if d.opening == "" {
			return firm + counts + " If not, give them an opening to go on, and do not say what you miss."
		}
		return firm + counts + " If not, give them an opening to go on, in your own words, such as " + strconv.Quote(d.opening) + "."
	case settle:
		return "They have brought all that you need, but it is too soon: take it in, raise no new doubt. " + firm
	case won:
		return "Nothing is missing: you have been won. If they have asked for it, agree now, " + agreeing +
			"; if not, let them feel that they need only ask. Raise no new doubt."
	case free:
	}
	return ""
}

// list is what is missing, without a word of what is a secret: what stands in the note is
// soon said.
func list(checks []scenarios.Check) string {
	var out []string
	hidden := false
	for _, c := range checks {
		if hidden = hidden || secret(c); !secret(c) {
			out = append(out, strconv.Quote(c.Check))
		}
	}
	if hidden {
		out = append(out, "what they have to find by themselves")
	}
	return strings.Join(out, "; ")
}
