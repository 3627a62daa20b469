package checker

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"parley"
	"parley/llm"
	"parley/scenarios"
)

// maxReplyTokens bounds the judge's answer; a right one takes about 90, and 20 more for
// each check that is new.
const maxReplyTokens = 400

// facts is what the judge is told of the scene.
type facts struct {
	Setting    string   `json:"setting,omitempty"`
	Goal       string   `json:"goal"`
	Character  string   `json:"character"`
	BadEndings []string `json:"bad_endings,omitempty"`
	Checks     []ask    `json:"checks,omitempty"`
}

// ask is one check of the rubric.
type ask struct {
	ID    string `json:"id"`
	Check string `json:"check"`
}

// known is what the judge is told of the call before the window.
type known struct {
	User     string   `json:"user"`
	Previous int      `json:"previous_progress"`
	Checks   []string `json:"checks_met,omitempty"`
	Quotes   []quoted `json:"character_said,omitempty"`
}

type quoted struct {
	Exchange int    `json:"exchange"`
	Text     string `json:"text"`
}

// Prompt asks a model to judge e, the first exchange it sees of a call in s:
// temperature 0, the contract's rules and the strict schema of a Finding. What
// people said and chose stands only in JSON strings inside a fence that is new
// with every Prompt.
func Prompt(e parley.Exchange, s scenarios.Scenario) llm.Request { return prompt(Case{Exchange: e}, s) }

// prompt is Prompt with what is known of the call.
func prompt(c Case, s scenarios.Scenario) llm.Request {
	mark := llm.NewFence()
	var data strings.Builder
	mark.Put(&data, "facts", factsOf(s))
	mark.Put(&data, "ledger", knownOf(c))
	mark.Put(&data, "conversation", lines(c.Exchange.Turns, s.Botname, c.Exchange.Username))
	return llm.Request{
		Messages: []llm.Message{
			{Speaker: llm.System, Text: fmt.Sprintf(instructions, mark)},
			{Speaker: llm.User, Text: data.String()},
		},
		Temperature: 0,
		MaxTokens:   maxReplyTokens,
		Schema:      &llm.Schema{Name: "finding", JSON: findingSchema(s)},
	}
}

func factsOf(s scenarios.Scenario) facts {
	f := facts{Setting: s.Setting, Goal: s.Goal, Character: s.Botname}
	for _, b := range s.BadEndings {
		f.BadEndings = append(f.BadEndings, b.When)
	}
	for _, c := range s.Rubric {
		f.Checks = append(f.Checks, ask{c.ID, c.Check})
	}
	return f
}

func knownOf(c Case) known {
	l := before(c.Known, c.Exchange)
	k := known{User: plain(c.Exchange.Username, parley.MaxNameRunes), Previous: l.Progress, Checks: l.Checks}
	if k.User == "" {
		k.User = "not told"
	}
	for _, q := range l.Evidence {
		k.Quotes = append(k.Quotes, quoted{q.Exchange, plain(q.Text, maxQuoteRunes)})
	}
	return k
}

// promptHash tells prompts apart by all that is not of one call: instructions,
// schema and the scene's facts.
func promptHash(s scenarios.Scenario) string {
	about, err := json.Marshal(factsOf(s))
	if err != nil {
		panic(fmt.Sprintf("checker: the facts are not JSON: %v", err)) // plain structs only
	}
	h := sha256.New()
	for _, part := range [][]byte{[]byte(instructions), findingSchema(s), about} {
		_, _ = fmt.Fprintf(h, "%d:", len(part)) // a hash takes all
		_, _ = h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// instructions are constant but for the name of the fence, which stands in them
// as a Printf verb.
//
//go:embed instructions.txt
var instructions string

const (
	// maxLineRunes cuts one turn in the prompt; 2 minutes of speech are 1,800.
	maxLineRunes = 2000
	// maxTalkRunes bounds all turns in the prompt: with the instructions they take
	// less than the 4,096 tokens that the smallest context windows in use hold. At
	// the pace of speech it is more than parley.ContextWindow turns.
	maxTalkRunes = 7800
)

// line is one turn as the judge sees it. Who is set from the turn's role, which
// the server knows; nothing said can change it.
type line struct {
	T    int    `json:"t"`
	Who  string `json:"who"`
	Text string `json:"text"`
}

// lines is the newest part of the conversation, oldest turn first, without
// turns of which nothing was heard.
func lines(turns []parley.Turn, names ...string) []line {
	out := []line{}
	room := maxTalkRunes
	for _, t := range slices.Backward(turns[max(0, len(turns)-parley.ContextWindow):]) {
		who := "user"
		if t.Role == parley.Character {
			who = "character"
		}
		if text := plain(t.Text, maxLineRunes, names...); text != "" {
			if room -= utf8.RuneCountInString(text); room < 0 {
				break
			}
			out = append(out, line{T: t.Number, Who: who, Text: text})
		}
	}
	slices.Reverse(out)
	return out
}
