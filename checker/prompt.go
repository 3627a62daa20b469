package checker

import (
	_ "embed"
	"fmt"
	"strings"

	"parley"
	"parley/llm"
	"parley/scenarios"
)

// maxReplyTokens bounds the judge's answer; a right one takes about 40.
const maxReplyTokens = 256

// facts is what the judge is told beside the conversation.
type facts struct {
	Goal       string   `json:"goal"`
	Character  string   `json:"character"`
	User       string   `json:"user"`
	Previous   int      `json:"previous_progress"`
	BadEndings []string `json:"bad_endings,omitempty"`
}

// Prompt asks a model to judge e, an exchange of s: temperature 0, the contract's
// rules and the strict schema of a Finding. What people said and chose stands
// only in JSON strings inside a fence that is new with every Prompt.
func Prompt(e parley.Exchange, s scenarios.Scenario) llm.Request {
	about := facts{
		Goal: s.Goal, Character: s.Botname, User: plain(e.Username, parley.MaxNameRunes),
		Previous: clamp(e.Previous),
	}
	if about.User == "" {
		about.User = "not told"
	}
	for _, b := range s.BadEndings {
		about.BadEndings = append(about.BadEndings, b.When)
	}
	mark := newFence()
	var data strings.Builder
	mark.put(&data, "facts", about)
	mark.put(&data, "conversation", lines(e.Turns))
	return llm.Request{
		Messages: []llm.Message{
			{Speaker: llm.System, Text: fmt.Sprintf(instructions, mark)},
			{Speaker: llm.User, Text: data.String()},
		},
		Temperature: 0,
		MaxTokens:   maxReplyTokens,
		Schema:      &llm.Schema{Name: "finding", JSON: findingSchema},
	}
}

// instructions are constant but for the name of the fence, which stands in them
// as a Printf verb.
//
//go:embed instructions.txt
var instructions string
