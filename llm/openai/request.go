package openai

import (
	"encoding/json"
	"math"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"parley/llm"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// translate writes r in the API's words.
func translate(model string, r llm.Request) api.ChatCompletionRequest {
	q := api.ChatCompletionRequest{Model: model, Stream: true}
	for _, m := range r.Messages {
		q.Messages = append(q.Messages, message(m))
	}
	for _, t := range r.Tools {
		if len(t.Parameters) == 0 {
			t.Parameters = noParameters
		}
		q.Tools = append(q.Tools, api.Tool{Type: api.ToolTypeFunction, Function: &api.FunctionDefinition{
			Name: t.Name, Description: t.Description, Parameters: t.Parameters,
		}})
	}
	if s := r.Schema; s != nil {
		q.ResponseFormat = &api.ChatCompletionResponseFormat{
			Type:       api.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &api.ChatCompletionResponseFormatJSONSchema{Name: s.Name, Schema: s.JSON, Strict: true},
		}
	}
	if reasons(model) {
		// These models fix the temperature and know only the newer name of
		// the bound; go-openai refuses anything else for them.
		q.MaxCompletionTokens = r.MaxTokens
		return q
	}
	q.MaxTokens = r.MaxTokens //nolint:staticcheck // the one name of the bound that local services know
	q.Temperature = temperature(r.Temperature)
	return q
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

// reasons tells OpenAI's reasoning models by name.
func reasons(model string) bool {
	for _, family := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, family) {
			return true
		}
	}
	return false
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
