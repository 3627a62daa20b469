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

func message(m llm.Message) api.ChatCompletionMessage {
	out := api.ChatCompletionMessage{Role: string(m.Speaker), Content: m.Text, ToolCallID: m.ReplyTo}
	for _, c := range m.Calls {
		out.ToolCalls = append(out.ToolCalls, api.ToolCall{
			ID: c.ID, Type: api.ToolTypeFunction,
			Function: api.FunctionCall{Name: c.Name, Arguments: c.Arguments},
		})
	}
	return out
}
