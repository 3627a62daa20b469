package openai

import (
	"encoding/json"

	api "github.com/sashabaranov/go-openai"

	"parley/llm"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// request is go-openai's, but for the temperature: go-openai drops a zero
// ("omitempty"), and the service would take its default of 1 for it.
type request struct {
	api.ChatCompletionRequest
	Temperature *float32 `json:"temperature,omitempty"`
}

// thoughtTokens is the room for what a reasoning model writes before its answer
// and nobody sees; the bound on the answer counts it. OpenAI's guide advises far
// more for hard questions; at low effort a line of dialogue takes some hundreds.
const thoughtTokens = 1500

// translate writes r in the API's words, so far as the service takes them, with
// as much of the conversation as window tokens hold.
func translate(model string, r llm.Request, d dialect, window int) request {
	bound := bound(r, d)
	q := request{ChatCompletionRequest: api.ChatCompletionRequest{
		Model: model, Stream: true, Messages: []api.ChatCompletionMessage{},
	}}
	for _, m := range inOrder(fit(r, window-bound), d) {
		q.Messages = append(q.Messages, message(m))
	}
	if !d.has(noTools) {
		q.Tools = tools(r.Tools)
	}
	if !d.has(noStop) {
		q.Stop = r.Stop
	}
	if s := r.Schema; s != nil {
		q.ResponseFormat = &api.ChatCompletionResponseFormat{
			Type:       api.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &api.ChatCompletionResponseFormatJSONSchema{Name: s.Name, Schema: s.JSON, Strict: true},
		}
	}
	if !d.has(noUsage) {
		q.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	switch {
	case !d.has(noMaxTokens):
		q.MaxTokens = bound //nolint:staticcheck // the one name of the bound that local services know
	case !d.has(noMaxComplete):
		q.MaxCompletionTokens = bound
	}
	if !d.has(noTemperature) {
		q.Temperature = &r.Temperature
	}
	if !d.has(noEffort) {
		q.ReasoningEffort = api.ReasoningEffortLow // a caller waits
	}
	return q
}

// trialTokens is the room for thoughts of a model of which it is not known whether
// it has any: enough to see them end, and no endless speech if they are none.
const trialTokens = 600

// bound is what r's answer may take; 0 leaves it to the service.
func bound(r llm.Request, d dialect) int {
	switch {
	case r.MaxTokens == 0:
	case d.has(thinks):
		return r.MaxTokens + thoughtTokens
	case d.has(tried) && !d.has(unthinking):
		return r.MaxTokens + trialTokens
	}
	return r.MaxTokens
}

func tools(all []llm.Tool) []api.Tool {
	var out []api.Tool
	for _, t := range all {
		if len(t.Parameters) == 0 {
			t.Parameters = noParameters
		}
		out = append(out, api.Tool{Type: api.ToolTypeFunction, Function: &api.FunctionDefinition{
			Name: t.Name, Description: t.Description, Parameters: t.Parameters,
		}})
	}
	return out
}

// noResult stands for a tool's empty reply: go-openai drops an empty content, and
// the API refuses a reply without one.
const noResult = "(no result)"

func message(m llm.Message) api.ChatCompletionMessage {
	out := api.ChatCompletionMessage{Role: string(m.Speaker), Content: m.Text, ToolCallID: m.ReplyTo}
	if m.Speaker == llm.ToolReply && m.Text == "" {
		out.Content = noResult
	}
	for _, c := range m.Calls {
		out.ToolCalls = append(out.ToolCalls, api.ToolCall{
			ID: c.ID, Type: api.ToolTypeFunction,
			Function: api.FunctionCall{Name: c.Name, Arguments: c.Arguments},
		})
	}
	return out
}

const (
	// DefaultWindow is the context window, in tokens, of a model of which nothing
	// else is known: an hour of talk and more. Hosted models have at least four
	// times as much, and one that has less says so.
	DefaultWindow = 32768
	// minWindow is the smallest window that refusals teach: less would not hold a
	// prompt and its answer.
	minWindow = 2048
	// bytesPerToken is a low estimate, so that what is estimated to fit does:
	// tokenizers of language models merge bytes (byte-level BPE), 4 to a token in
	// English and 3, a letter's UTF-8, in Chinese.
	bytesPerToken = 3
	// messageTokens are those around each message's text (OpenAI's cookbook, "How
	// to count tokens with tiktoken").
	messageTokens = 4
	// cutStep is how many exchanges are left out at a time: what is sent begins
	// alike for as many turns, and the service need not read it anew.
	cutStep = 4
)

// fit returns the messages of r that tokens can hold, with r's tools and schema.
// The oldest exchanges go first. The system's messages and the opening, which
// stand before the user's first, stay, and so does all from the user's newest
// on, whether it fits or not.
func fit(r llm.Request, tokens int) []llm.Message {
	var turns []int // the user's messages
	for i, m := range r.Messages {
		if m.Speaker == llm.User {
			turns = append(turns, i)
		}
	}
	over := size(r) - tokens
	if over <= 0 || len(turns) < 2 {
		return r.Messages
	}
	first, cut := turns[0], 0
	for n := 0; over > 0 && n < len(turns)-1; {
		n = min(n+cutStep, len(turns)-1)
		for ; first+cut < turns[n]; cut++ {
			over -= weight(r.Messages[first+cut])
		}
	}
	kept := make([]llm.Message, 0, len(r.Messages)-cut)
	return append(append(kept, r.Messages[:first]...), r.Messages[first+cut:]...)
}

// size is an estimate of r's tokens.
func size(r llm.Request) int {
	n := 0
	for _, m := range r.Messages {
		n += weight(m)
	}
	for _, t := range r.Tools {
		n += (len(t.Name)+len(t.Description)+len(t.Parameters))/bytesPerToken + messageTokens
	}
	if r.Schema != nil {
		n += len(r.Schema.JSON) / bytesPerToken
	}
	return n
}

func weight(m llm.Message) int {
	n := len(m.Text)
	for _, c := range m.Calls {
		n += len(c.Name) + len(c.Arguments)
	}
	return n/bytesPerToken + messageTokens
}

// begins stands for the user where a service demands that the user speaks first:
// in a scene the character opens.
const begins = "(The conversation begins.)"

// inOrder is in the order of speakers that the service demands: as it is, or
// with neighbours of one role made one message, the user's first, and without a
// system's message where there may be none.
func inOrder(in []llm.Message, d dialect) []llm.Message {
	if !d.has(alternates | noSystem) {
		return in
	}
	var out []llm.Message
	for _, m := range in {
		last := llm.System // as which nothing counts
		if len(out) > 0 {
			last = out[len(out)-1].Speaker
		}
		if m.Speaker == llm.System && (d.has(noSystem) || len(out) > 0) {
			m.Speaker = llm.User
		}
		switch {
		case len(out) > 0 && m.Speaker == last && m.Speaker != llm.ToolReply && len(m.Calls) == 0 && len(out[len(out)-1].Calls) == 0:
			out[len(out)-1].Text += "\n\n" + m.Text
			continue
		case m.Speaker == llm.Assistant && last == llm.System:
			out = append(out, llm.Message{Speaker: llm.User, Text: begins})
		}
		out = append(out, m)
	}
	return out
}
