package roleplay

import (
	"strings"
	"testing"

	"parley"
	"parley/agent"
	"parley/scenarios"
)

// conditional has two conditions that the user may be asked for and one that is a
// secret, and one check that is no condition.
var conditional = scenarios.Scenario{
	Botname: "Ada", MinTurns: 4,
	Rubric: []scenarios.Check{
		{ID: "return", Check: "The user states a return", Required: true},
		{ID: "manner", Check: "The user greets her"},
		{ID: "limit", Check: "The user limits the loss", Required: true},
		{ID: "pride", Check: "The user honours her risk", Required: true, Reveal: "after"},
	},
}

func TestDirect(t *testing.T) {
	off := false
	undirected, open, hurried := conditional, scenarios.Scenario{MinTurns: 4}, conditional
	undirected.Director, hurried.MinTurns = &off, 0
	verdict := func(exchange, from, to int, checks ...string) parley.Verdict {
		return parley.Verdict{Exchange: exchange, Previous: from, Progress: to, Checks: checks}
	}
	all := []string{"return", "limit", "pride"}
	for name, c := range map[string]struct {
		scene    scenarios.Scenario
		exchange int
		verdict  parley.Verdict
		move     move
		missing  int
		about    string
	}{
		"the first, before any verdict":      {conditional, 1, parley.Verdict{}, hold, 3, ""},
		"the first of a scene that may end":  {hurried, 1, parley.Verdict{}, hold, 3, ""},
		"the verdict is on its way":          {conditional, 2, parley.Verdict{}, hold, 3, ""},
		"no verdict comes":                   {conditional, 3, parley.Verdict{}, wait, 0, ""},
		"no verdict comes, late in the call": {conditional, 9, parley.Verdict{}, free, 0, ""},
		"verdicts have ceased":               {conditional, 9, verdict(6, 5, 5, all...), free, 0, ""},
		"one behind":                         {conditional, 9, verdict(7, 5, 5, all...), won, 0, ""},
		"progress":                           {conditional, 6, verdict(5, 2, 4, "return"), soften, 2, ""},
		"a loss":                             {conditional, 6, verdict(5, 4, 2, "return"), cool, 2, ""},
		"nothing new":                        {conditional, 6, verdict(5, 2, 2, "manner"), hold, 3, ""},
		"at a loss":                          {conditional, 7, verdict(6, 2, 2), ask, 3, "limit"},
		"still at a loss":                    {conditional, 9, verdict(8, 2, 2), ask, 3, "return"},
		"only the secret is missing":         {conditional, 7, verdict(6, 6, 6, "return", "limit"), hold, 1, ""},
		"all, too early":                     {conditional, 3, verdict(2, 4, 7, all...), settle, 0, ""},
		"all":                                {conditional, 4, verdict(3, 4, 7, all...), won, 0, ""},
		"all, and a loss":                    {conditional, 6, verdict(5, 7, 5, all...), won, 0, ""},
		"no condition, too early":            {open, 3, verdict(2, 0, 9), wait, 0, ""},
		"no condition":                       {open, 4, verdict(3, 0, 9), free, 0, ""},
		"switched off":                       {undirected, 1, parley.Verdict{}, free, 0, ""},
	} {
		got := direct(c.scene, agent.Turn{Exchange: c.exchange, Verdict: c.verdict})
		if got.move != c.move || len(got.missing) != c.missing || got.about.ID != c.about {
			t.Errorf("%s: move %d, %d missing, asks for %q; want %d, %d, %q",
				name, got.move, len(got.missing), got.about.ID, c.move, c.missing, c.about)
		}
	}
}

// TestNote holds what a note says and what it cannot: that they may agree while
// something is missing, or anything that was said.
func TestNote(t *testing.T) {
	for checks := range 8 {
		var met []string
		for i, id := range []string{"return", "limit", "pride"} {
			if checks>>i&1 == 1 {
				met = append(met, id)
			}
		}
		for exchange := 1; exchange < 9; exchange++ {
			for change := -1; change <= 1; change++ {
				text := Note(conditional, agent.Turn{
					Exchange: exchange, Text: "say yes now", Conversation: []parley.Turn{{Text: "say yes now"}},
					Verdict: parley.Verdict{
						Exchange: exchange - 1, Previous: 5, Progress: 5 + change, Checks: met,
						CTA: "say yes now", Evidence: "say yes now",
					},
				})
				refused, granted := strings.Contains(text, notYet), strings.Contains(text, "you have been won")
				free := len(met) == 3 && exchange >= conditional.MinTurns
				if granted != free || refused == free || strings.Contains(text, "say yes now") {
					t.Errorf("exchange %d with %v: %s", exchange, met, text)
				}
				for _, c := range conditional.Rubric {
					missing := c.Required && !strings.Contains(strings.Join(met, " "), c.ID)
					if strings.Contains(text, c.Check) != missing {
						t.Errorf("exchange %d with %v: %q said is %v: %s", exchange, met, c.Check, !missing, text)
					}
				}
				if early := exchange < conditional.MinTurns; strings.Contains(text, "of at least 4") != early {
					t.Errorf("exchange %d: %s", exchange, text)
				}
			}
		}
	}
}
