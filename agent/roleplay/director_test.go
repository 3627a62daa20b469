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
	BadEndings: []scenarios.BadEnding{{ID: "insult", When: "The user insults her twice"}, {When: "It has no name"}},
	Understudy: &scenarios.Understudy{Beats: []scenarios.Beat{
		{ID: "return", Ask: scenarios.Lines{
			{Say: "And after that?", After: []string{"limit"}}, {Say: "What comes back?", Before: []string{"limit"}},
			{Say: "{number}, and then?"}, {Say: "One line for the board."},
		}},
		{ID: "pride", Ask: scenarios.Said("I signed bold things once.")},
	}},
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
		opening  string
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
		"at a loss, no line for it":          {conditional, 7, verdict(6, 2, 2), ask, 3, ""},
		"at a loss, a line of the scene's":   {conditional, 9, verdict(8, 2, 2), ask, 3, "What comes back?"},
		"still at a loss, another line":      {conditional, 13, verdict(12, 2, 2), ask, 3, "One line for the board."},
		"a line that fits what was met":      {conditional, 9, verdict(8, 2, 2, "limit"), ask, 2, "And after that?"},
		"at a loss, the verdict is late":     {conditional, 9, verdict(7, 2, 2), hold, 3, ""},
		"only the secret is missing":         {conditional, 7, verdict(6, 6, 6, "return", "limit"), hold, 1, ""},
		"all, too early":                     {conditional, 3, verdict(2, 4, 7, all...), settle, 0, ""},
		"all":                                {conditional, 4, verdict(3, 4, 7, all...), won, 0, ""},
		"all, and a loss":                    {conditional, 6, verdict(5, 7, 5, all...), won, 0, ""},
		"no condition, too early":            {open, 3, verdict(2, 0, 9), wait, 0, ""},
		"no condition":                       {open, 4, verdict(3, 0, 9), free, 0, ""},
		"switched off":                       {undirected, 1, parley.Verdict{}, free, 0, ""},
	} {
		got := direct(c.scene, agent.Turn{Exchange: c.exchange, Verdict: c.verdict})
		if got.move != c.move || len(got.missing) != c.missing || got.opening != c.opening {
			t.Errorf("%s: move %d, %d missing, opening %q; want %d, %d, %q",
				name, got.move, len(got.missing), got.opening, c.move, c.missing, c.opening)
		}
	}
}

// after is a turn behind exchanges after a verdict that met checks and changed nothing.
func after(exchange, behind int, checks ...string) agent.Turn {
	return agent.Turn{Exchange: exchange, Verdict: parley.Verdict{Exchange: exchange - behind, Previous: 3, Progress: 3, Checks: checks}}
}

// TestNoteDoesNotAskForWhatCameSince has the note say which words it does not count, and
// ask for nothing where a verdict is late.
func TestNoteDoesNotAskForWhatCameSince(t *testing.T) {
	prompt, late := Note(conditional, after(7, 1)), Note(conditional, after(7, 2))
	if !strings.Contains(prompt, "Not counting the user's newest words, still missing") ||
		!strings.Contains(prompt, "give them an opening") {
		t.Errorf("one exchange behind: %s", prompt)
	}
	if !strings.Contains(late, "Not counting the user's last two turns, still missing") || strings.Contains(late, "newest") ||
		strings.Contains(late, "opening") || !strings.Contains(late, "If the user's last two turns bring some of it") {
		t.Errorf("two exchanges behind: %s", late)
	}
}

// TestNoteGivesNoAnswerAway holds the question to the scene's lines and the list to what
// is no secret.
func TestNoteGivesNoAnswerAway(t *testing.T) {
	for exchange := 1; exchange < 20; exchange++ {
		note := Note(conditional, after(exchange, 1))
		if _, asked, found := strings.Cut(note, "an opening to go on"); found && strings.Contains(asked, "The user") {
			t.Errorf("exchange %d asks in the check's words: %s", exchange, note)
		}
		named := strings.Contains(note, "honours") || strings.Contains(note, "bold things")
		if named || !strings.Contains(note, "what they have to find by themselves") {
			t.Errorf("exchange %d on the secret: %s", exchange, note)
		}
	}
	only := Note(conditional, after(9, 1, "return", "limit"))
	if !strings.Contains(only, "before you may agree: what they have to find by themselves. Hold firm") {
		t.Errorf("the secret alone: %s", only)
	}
}

// TestNoteLetsTheLastOfItWin has the character agree at once where one turn can have
// brought all that was missing.
func TestNoteLetsTheLastOfItWin(t *testing.T) {
	const may = "bring the last of it and ask for it, you may agree"
	for name, c := range map[string]struct {
		turn agent.Turn
		want bool
	}{
		"one is missing":           {after(6, 1, "return", "limit"), true},
		"two are missing":          {after(6, 1, "return"), false},
		"too early":                {after(3, 1, "return", "limit"), false},
		"two, and two turns since": {after(6, 2, "return"), true},
		"three":                    {after(6, 2), false},
		"nothing":                  {after(6, 1, "return", "limit", "pride"), false},
		"no verdict":               {agent.Turn{Exchange: 3}, false},
	} {
		if note := Note(conditional, c.turn); strings.Contains(note, may) != c.want {
			t.Errorf("%s: want %v: %s", name, c.want, note)
		}
	}
}

// TestNoteCountsStrikes tells the count that the verdict has, and none of its own.
func TestNoteCountsStrikes(t *testing.T) {
	off := false
	undirected, bare := conditional, scenarios.Scenario{BadEndings: conditional.BadEndings}
	undirected.Director = &off
	const said = `Their words before these were number 1 of 2 towards this end: "The user insults her twice".`
	for name, c := range map[string]struct {
		scene        scenarios.Scenario
		behind       int
		ending       string
		strike, of   int
		want, always string
	}{
		"the first of two":     {conditional, 1, "insult", 1, 2, said, notYet},
		"two turns ago":        {conditional, 2, "insult", 1, 2, strings.Replace(said, "before these", "two turns ago", 1), notYet},
		"nothing else to tell": {bare, 1, "insult", 1, 2, said, "never speak of it. Their words"},
		"long ago":             {conditional, 3, "insult", 1, 2, "", ""},
		"the last":             {conditional, 1, "insult", 2, 2, "", notYet},
		"not counted":          {conditional, 1, "insult", 0, 0, "", notYet},
		"unknown":              {conditional, 1, "other", 1, 2, "", notYet},
		"no name":              {conditional, 1, "", 1, 2, "", notYet},
		"switched off":         {undirected, 1, "insult", 1, 2, "", ""},
	} {
		turn := after(8, c.behind)
		turn.Verdict.BadEnding, turn.Verdict.Strike, turn.Verdict.Strikes = c.ending, c.strike, c.of
		note := Note(c.scene, turn)
		if strings.Contains(note, "number") != (c.want != "") || !strings.Contains(note, c.want) || !strings.Contains(note, c.always) {
			t.Errorf("%s: %q", name, note)
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
					missing := c.Required && c.Reveal == "" && !strings.Contains(strings.Join(met, " "), c.ID)
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
