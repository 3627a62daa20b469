package openai

import (
	"encoding/json"
	"math"

	api "github.com/sashabaranov/go-openai"

	"parley/llm"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// translate writes r in the API's words, so far as the service takes them.
func translate(model string, r llm.Request, d dialect) api.ChatCompletionRequest {
	q := api.ChatCompletionRequest{Model: model, Stream: true, Messages: []api.ChatCompletionMessage{}}
	for _, m := range r.Messages {
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
		q.MaxTokens = r.MaxTokens //nolint:staticcheck // the one name of the bound that local services know
	case !d.has(noMaxComplete):
		q.MaxCompletionTokens = r.MaxTokens
	}
	if !d.has(noTemperature) {
		q.Temperature = temperature(r.Temperature)
	}
	if !d.has(noEffort) {
		q.ReasoningEffort = api.ReasoningEffortLow // a caller waits
	}
	return q
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

// temperature keeps 0 on the wire: go-openai drops a zero field ("omitempty"),
// and the service would then take its default of 1. Its README prescribes the
// smallest float instead, which every sampler rounds to greedy.
func temperature(t float32) float32 {
	if t <= 0 {
		return math.SmallestNonzeroFloat32
	}
	return t
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
