package servicetest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// verdict is a judge's, of the form that package checker's prompt asks for.
const verdict = `{"evidence_quote":"Go on.","check_quotes":[],"checks_passed":[],"flags":[],"progress_towards_goal":4,` +
	`"is_goal_complete":false,"is_bad_ending_triggered":false,"CTA":""}`

// Words are what the model says to what asks for nothing else.
const Words = "Good morning to you. What would it cost?"

// think is the model behind every service: it says what it is told to say, answers
// with JSON where that is asked for, calls the first tool that it is given and tells
// what came of it.
func (c *Chat) think(a asked) reply {
	last := a.last()
	switch {
	case last.text("role") == "tool":
		return c.bounded(a, "That is done: "+last.text("content"))
	case len(a.Tools) > 0:
		tool := a.Tools[0].Function
		return reply{name: tool.Name, args: encode(filled(tool.Parameters))}
	}
	if text, asks := object(a); asks {
		if c.Fenced && a.Format.Type == "" {
			text = "```json\n" + text + "\n```"
		}
		return reply{text: text}
	}
	if _, words, told := strings.Cut(last.text("content"), "Say exactly: "); told {
		return c.bounded(a, words)
	}
	return c.bounded(a, Words)
}

// bounded is text up to where a stops it.
func (c *Chat) bounded(a asked, text string) reply {
	for _, stop := range a.Stop {
		text, _, _ = strings.Cut(text, stop)
	}
	words := strings.SplitAfter(text, " ")
	if limit := max(a.Limit, a.Newer); limit > 0 && limit < len(words) { // a word is a token
		return reply{text: strings.Join(words[:limit], ""), length: true}
	}
	return reply{text: text}
}

// example is JSON that a prompt shows.
var example = regexp.MustCompile(`\{"[^{}]*\}`)

// object is the JSON that a asks for: of its schema, or as its prompt describes it.
func object(a asked) (text string, asks bool) {
	if schema := a.Format.Schema.Schema; schema != nil {
		return string(encode(filled(schema))), true
	}
	asks = a.Format.Type == "json_object"
	for _, m := range a.Messages {
		content := m.text("content")
		if !strings.Contains(content, "JSON") {
			continue
		}
		if shown := example.FindString(content); shown != "" && json.Valid([]byte(shown)) {
			return shown, true
		}
		return verdict, true
	}
	return "{}", asks
}

// filled is a value of a JSON Schema.
func filled(schema json.RawMessage) any {
	var s struct {
		Type       any
		Enum       []any
		Properties map[string]json.RawMessage
	}
	_ = json.Unmarshal(schema, &s) // what is no schema takes anything
	if len(s.Enum) > 0 {
		return s.Enum[len(s.Enum)/2]
	}
	switch fmt.Sprint(s.Type) {
	case "object":
		out := map[string]any{}
		for name, property := range s.Properties {
			out[name] = filled(property)
		}
		return out
	case "array":
		return []any{}
	case "boolean":
		return false
	case "integer", "number":
		return 4
	}
	return "oat milk"
}
