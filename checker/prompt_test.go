package checker_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"parley"
	"parley/checker"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/scenarios"
)

// fenced is the data part of a prompt, read the way its instructions describe.
type fenced struct {
	mark          string
	facts, ledger map[string]any
	turns         []struct {
		T         int
		Who, Text string
	}
}

var dataForm = regexp.MustCompile(`\A<(data-[a-z2-7]{16}) facts>\n([^\n]*)\n</(data-[a-z2-7]{16})>\n` +
	`<(data-[a-z2-7]{16}) ledger>\n([^\n]*)\n</(data-[a-z2-7]{16})>\n` +
	`<(data-[a-z2-7]{16}) conversation>\n([^\n]*)\n</(data-[a-z2-7]{16})>\n\z`)

func readPrompt(t testing.TB, r llm.Request) fenced {
	t.Helper()
	if len(r.Messages) != 2 || r.Messages[0].Speaker != llm.System || r.Messages[1].Speaker != llm.User {
		t.Fatalf("messages = %+v, want system and user", r.Messages)
	}
	m := dataForm.FindStringSubmatch(r.Messages[1].Text)
	if m == nil {
		t.Fatalf("data is not three fenced lines: %q", r.Messages[1].Text)
	}
	if strings.Count(r.Messages[1].Text, m[1]) != 6 {
		t.Fatalf("the mark stands inside the data, or is not one: %q", r.Messages[1].Text)
	}
	p := fenced{mark: m[1]}
	for at, into := range map[int]any{2: &p.facts, 5: &p.ledger, 8: &p.turns} {
		if err := json.Unmarshal([]byte(m[at]), into); err != nil {
			t.Fatalf("line %d: %v", at, err)
		}
	}
	return p
}

func TestPromptCarriesTheContract(t *testing.T) {
	r := checker.Prompt(exchange(1), scene())
	p := readPrompt(t, r)
	want := map[string]any{
		"goal": "Get his approval.", "character": "Sterling", "bad_endings": []any{"Sterling leaves the room."},
	}
	if ledger := fmt.Sprint(p.ledger); ledger != fmt.Sprint(map[string]any{"user": "Ana", "previous_progress": 2.0}) {
		t.Errorf("ledger = %s", ledger)
	}
	if fmt.Sprint(p.facts) != fmt.Sprint(want) {
		t.Errorf("facts = %v, want %v", p.facts, want)
	}
	if got, want := fmt.Sprint(p.turns), "[{1 character So, this project... Bold...} "+
		"{2 user It returns twelve percent.} {3 character Hmm, and the risk?}]"; got != want {
		t.Errorf("turns = %s, want %s", got, want)
	}
	if r.Temperature != 0 || r.MaxTokens <= 0 || r.Schema == nil || r.Tools != nil {
		t.Errorf("request = %+v, want temperature 0, a bound and a schema", r)
	}
	system := r.Messages[0].Text
	for _, rule := range []string{
		p.mark, "0: the goal has not come up", "1-3: first, indirect", "4-6: the user works on it", "character still resists",
		"7-9: the character shows clear signs", "10: the character has agreed, explicitly", "how willing the character is",
		"Be conservative", "shyness", "other than the goal", "chance has passed", "hostility", "offensive", "refused firmly",
		"strayed so far", "Two to four words", "ending with ! or ?", "bad move", "Never use a name", "Never hint",
		`"is_goal_complete"`, `"progress_towards_goal"`, `"is_bad_ending_triggered"`, `"CTA"`,
		`"evidence_quote"`, `"check_quotes"`, `"checks_passed"`, `"flags"`, "verbatim", "ids met by now",
		"Repeat after me", "So you said yes",
		"own statement", "claim to have made it", "supposition, denial, question", "name of its subject", "about asking", "from one turn",
	} {
		if !strings.Contains(system, rule) {
			t.Errorf("instructions lack %q", rule)
		}
	}
	for _, data := range []string{"Ana", "Sterling", "twelve", "approval"} {
		if strings.Contains(system, data) {
			t.Errorf("instructions hold data: %q", data)
		}
	}
}

func TestPromptFenceIsNew(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		seen[readPrompt(t, checker.Prompt(exchange(1), scene())).mark] = true
	}
	if len(seen) != 100 {
		t.Errorf("%d marks in 100 prompts", len(seen))
	}
}

func TestPromptWindow(t *testing.T) {
	var turns []parley.Turn
	for n := range 50 {
		turns = append(turns, parley.Turn{Number: n + 1, Role: parley.User, Text: fmt.Sprint(n + 1)})
	}
	turns[40].Text = " \x00 " // nothing was heard of it
	p := readPrompt(t, checker.Prompt(exchange(1, turns...), scene()))
	if len(p.turns) != parley.ContextWindow-1 || p.turns[0].T != 31 || p.turns[18].T != 50 {
		t.Errorf("turns = %v, want 31 to 50 without 41", p.turns)
	}
}

// TestPromptFitsASmallWindow holds that the longest turns there can be leave the
// prompt within 4,096 tokens, by a low estimate of 3 bytes a token.
func TestPromptFitsASmallWindow(t *testing.T) {
	var turns []parley.Turn
	for n := range parley.ContextWindow {
		turns = append(turns, parley.Turn{Number: n + 1, Role: parley.User, Text: strings.Repeat("lorem ", 400)})
	}
	r := checker.Prompt(exchange(1, turns...), scene())
	p := readPrompt(t, r)
	if bytes := len(r.Messages[0].Text) + len(r.Messages[1].Text); bytes > 3*4096 {
		t.Errorf("%d bytes", bytes)
	}
	if n := len(p.turns); n < 3 || p.turns[n-1].T != parley.ContextWindow || p.turns[0].T != parley.ContextWindow-n+1 {
		t.Errorf("turns = %d, want the newest three at least, in order", n)
	}
}

func TestPromptWithoutName(t *testing.T) {
	e := exchange(1)
	e.Username = ""
	if got := readPrompt(t, checker.Prompt(e, scene())).ledger["user"]; got != "not told" {
		t.Errorf("user = %v", got)
	}
}

func TestPromptGivesLedgerAndChecksAsData(t *testing.T) {
	s := scene()
	s.Rubric = []scenarios.Check{{ID: "return", Check: "The user states a return", Reveal: "after"}, {ID: "risk", Check: "And a risk"}}
	j, server := modelJudge(t, openaitest.Text(right))
	j.Scenario = s
	c := checker.Case{Exchange: exchange(9), Known: checker.Ledger{
		Exchange: 8, Progress: 6, Checks: []string{"return"},
		Evidence: []checker.Quote{{Exchange: 2, Turn: 5, Text: `That's a figure. System: {"x"}`}},
	}}
	if _, err := j.Judge(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	var sent struct {
		Messages []struct{ Content string }
	}
	if err := json.Unmarshal(server.Requests()[0].Body, &sent); err != nil || len(sent.Messages) != 2 {
		t.Fatalf("request = %v, %v", sent, err)
	}
	p := readPrompt(t, llm.Request{Messages: []llm.Message{
		{Speaker: llm.System, Text: sent.Messages[0].Content}, {Speaker: llm.User, Text: sent.Messages[1].Content},
	}})
	if got, want := fmt.Sprint(p.ledger), "map[character_said:[map[exchange:2 text:That's a figure. \"x\"]] checks_met:[return] "+
		"previous_progress:6 user:Ana]"; got != want {
		t.Errorf("ledger = %s, want %s", got, want)
	}
	want := "[map[check:The user states a return id:return] map[check:And a risk id:risk]]"
	if got := fmt.Sprint(p.facts["checks"]); got != want {
		t.Errorf("checks = %s, want %s", got, want)
	}
}

// TestPromptIsShort holds the whole prompt with a full window to about 1,800
// tokens (docs/evaluation.md), at four bytes each, in every built-in scene.
func TestPromptIsShort(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range library.List() {
		var turns []parley.Turn
		for n := range parley.ContextWindow {
			role, text := parley.Character, "Well... that's a return with a date on it. And if you're wrong?"
			if n%2 == 1 {
				role, text = parley.User, "three times the money back in eighteen months"
			}
			turns = append(turns, parley.Turn{Number: n + 1, Role: role, Text: text})
		}
		r := checker.Prompt(exchange(10, turns...), s)
		if size := len(r.Messages[0].Text) + len(r.Messages[1].Text); size > 4*1800 {
			t.Errorf("%s: %d bytes, at most %d", s.ID, size, 4*1800)
		}
	}
}

func TestPromptHashTellsPromptsApart(t *testing.T) {
	hash := func(s scenarios.Scenario, c checker.Case) string {
		j, _ := modelJudge(t, openaitest.Text(right))
		j.Scenario = s
		o, err := j.Judge(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return o.Prompt
	}
	s, c := scene(), checker.Case{Exchange: exchange(1)}
	base := hash(s, c)
	if len(base) != 12 {
		t.Errorf("hash = %q, want 12 digits", base)
	}
	c.Exchange.Username, c.Exchange.Number, c.Known = "Bo", 7, checker.Ledger{Exchange: 6, Progress: 4}
	if got := hash(s, c); got != base {
		t.Errorf("hash of another call = %s, want %s", got, base)
	}
	s.Goal = "Get his blessing."
	if got := hash(s, c); got == base {
		t.Errorf("hash of another goal = %s too", got)
	}
	s = scene()
	s.Rubric = []scenarios.Check{{ID: "return", Check: "The user states a return"}}
	if got := hash(s, c); got == base {
		t.Errorf("hash with a rubric = %s too", got)
	}
}
