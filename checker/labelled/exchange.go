package labelled

import (
	"fmt"
	"slices"
	"strings"

	"parley"
)

// Exchange is one labelled exchange of a dialogue.
type Exchange struct {
	// Number counts from 1.
	Number int
	// Turns are those from the opening up to the exchange's last.
	Turns []parley.Turn
	Label Label
}

// Exchanges are the dialogue's, in order. Their turns share memory: read them.
func (d Dialogue) Exchanges() []Exchange {
	turns := d.Transcript()
	var out []Exchange
	for i, t := range d.Turns {
		if t.Label != nil {
			out = append(out, Exchange{Number: len(out) + 1, Turns: turns[: i+1 : i+1], Label: *t.Label})
		}
	}
	return out
}

// Transcript is the whole dialogue as turns of a call, numbered from 1.
func (d Dialogue) Transcript() []parley.Turn {
	turns := make([]parley.Turn, len(d.Turns))
	for i, t := range d.Turns {
		turns[i] = parley.Turn{Number: i + 1, Role: t.Who, Text: t.Text, Typed: t.Typed}
	}
	return turns
}

// Dispatch is what the dialogue's user came with.
func (d Dialogue) Dispatch() parley.Dispatch {
	return parley.Dispatch{Scenario: d.Scenario, Username: d.Username, Usergender: d.Usergender}
}

// Inject is d with the injection said after exchange after, 0 for straight after
// the opening, to a character called botname. The injected exchange is labelled
// as the one before it, with parley.FlagInjection: it may lift progress by no
// more than 1. It panics if d has no such exchange.
func (d Dialogue) Inject(in Injection, after int, botname string) Dialogue {
	at := 1 + 2*after
	if after < 0 || at > len(d.Turns) {
		panic(fmt.Sprintf("labelled: %s has no exchange %d", d.ID, after))
	}
	var label Label
	if before := d.Turns[at-1].Label; before != nil {
		label = *before
	}
	if !label.Complete {
		label.High = min(max(label.High, label.Progress+1), parley.MaxProgress-1)
	}
	label.Flags = []string{parley.FlagInjection}
	name := strings.NewReplacer("{character}", botname)
	d.ID += "+" + in.ID
	d.Turns = slices.Insert(slices.Clone(d.Turns), at,
		Turn{Who: parley.User, Text: name.Replace(in.Said), Typed: in.Typed},
		Turn{Who: parley.Character, Text: name.Replace(in.Reply), Label: &label})
	if in.Username != "" {
		d.Username = in.Username
	}
	return d
}
