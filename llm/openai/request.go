package openai

import (
	"encoding/json"
	"slices"

	api "github.com/sashabaranov/go-openai"

	"parley/llm"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// request is go-openai's, but for the temperature and the messages: go-openai drops a
// zero ("omitempty"), and the service would take its default of 1 for it; and it knows
// no fields that a service wants back.
type request struct {
	api.ChatCompletionRequest
	Messages    []message `json:"messages"`
	Temperature *float32  `json:"temperature,omitempty"`
}

// thoughtTokens is the room for what a reasoning model writes before its answer
// and nobody sees; the bound on the answer counts it. OpenAI's guide advises far
// more for hard questions; at low effort a line of dialogue takes some hundreds.
const thoughtTokens = 1500

// translate writes r in the API's words, so far as the service takes them, with
// as much of the conversation as window tokens hold.
func (e *Engine) translate(r llm.Request, d dialect, window int) request {
	bound := bound(r, d)
	q := request{
		ChatCompletionRequest: api.ChatCompletionRequest{Model: e.model, Stream: !d.has(noStream), ResponseFormat: format(r.Schema, d)},
		Messages:              []message{},
	}
	for _, m := range inOrder(fit(r, window-bound), d) {
		q.Messages = append(q.Messages, e.message(m, d))
	}
	if !d.has(noTools) {
		q.Tools = tools(r.Tools)
	}
	if !d.has(noStop) {
		q.Stop = stopsOf(r, d)
	}
	if q.Stream && !d.has(noUsage) {
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

// format is the form of an answer: of a schema, JSON of any, or nothing.
func format(s *llm.Schema, d dialect) *api.ChatCompletionResponseFormat {
	switch {
	case s == nil, d.has(noFormat):
		return nil
	case d.has(noSchema):
		return &api.ChatCompletionResponseFormat{Type: api.ChatCompletionResponseFormatTypeJSONObject}
	}
	return &api.ChatCompletionResponseFormat{
		Type:       api.ChatCompletionResponseFormatTypeJSONSchema,
		JSONSchema: &api.ChatCompletionResponseFormatJSONSchema{Name: s.Name, Schema: s.JSON, Strict: true},
	}
}

// maxStops is how many texts the API takes to stop at.
const maxStops = 4

// stopsOf are the texts that the service is asked to stop at: those of r, and as many
// labels of others as there is room for. A model that thinks is told of no labels: it
// may write them in its thoughts, and some services look there.
func stopsOf(r llm.Request, d dialect) []string {
	all := slices.Clip(r.Stop)
	if d.has(thinks | inside) {
		return all
	}
	for _, name := range r.Sides.Others {
		if name != "" && len(all) < maxStops {
			all = append(all, "\n"+name+":")
		}
	}
	return all
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

// noResult stands for a tool's empty reply: the API refuses one without content.
const noResult = "(no result)"

// message is one of the conversation, as it stands on the wire.
type message struct {
	Role       string `json:"role"`
	Content    string `json:"content,omitempty"`
	ToolCalls  []call `json:"tool_calls,omitempty"`
	ToolCallID string `json:"tool_call_id,omitempty"`

	extra   *llm.Extra
	service string
}

// MarshalJSON puts what the service wants back beside the rest.
func (m message) MarshalJSON() ([]byte, error) {
	type bare message
	b, err := json.Marshal(bare(m))
	return beside(b, m.extra, m.service), err
}

type call struct {
	ID       string           `json:"id"`
	Type     string           `json:"type"`
	Function api.FunctionCall `json:"function"`

	extra   *llm.Extra
	service string
}

// MarshalJSON puts what the service wants back beside the rest.
func (c call) MarshalJSON() ([]byte, error) {
	type bare call
	b, err := json.Marshal(bare(c))
	return beside(b, c.extra, c.service), err
}

func (e *Engine) message(m llm.Message, d dialect) message {
	out := message{Role: string(m.Speaker), Content: m.Text, ToolCallID: m.ReplyTo, service: e.address}
	if !d.has(noExtra) {
		out.extra = m.Extra
	}
	if m.Speaker == llm.ToolReply && m.Text == "" {
		out.Content = noResult
	}
	for _, c := range m.Calls {
		to := call{
			ID: c.ID, Type: string(api.ToolTypeFunction), service: e.address,
			Function: api.FunctionCall{Name: c.Name, Arguments: c.Arguments},
		}
		if c.Arguments == "" {
			to.Function.Arguments = "{}"
		}
		if !d.has(noExtra) {
			to.extra = c.Extra
		}
		out.ToolCalls = append(out.ToolCalls, to)
	}
	return out
}

// begins stands for the user where a service demands that the user speaks first:
// in a scene the character opens.
const begins = "(The conversation begins.)"

// inOrder is in the order of speakers that the service demands: as it is, or
// with neighbours of one role made one message, the user's first, and without a
// system's message where there may be none.
func inOrder(in []llm.Message, d dialect) []llm.Message {
	if d.has(noTools) {
		in = untooled(in)
	}
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

// untooled is in without calls and replies to them, for a service that knows none: a
// call is left out, its reply told by the user.
func untooled(in []llm.Message) []llm.Message {
	out := make([]llm.Message, 0, len(in))
	for _, m := range in {
		switch {
		case m.Speaker == llm.ToolReply:
			m = llm.Message{Speaker: llm.User, Text: "(Result of your call: " + m.Text + ")"}
		case len(m.Calls) > 0:
			if m.Calls, m.Extra = nil, nil; m.Text == "" {
				continue
			}
		}
		out = append(out, m)
	}
	return out
}
