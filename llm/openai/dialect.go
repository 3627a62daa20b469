package openai

import (
	"bytes"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"parley/engine/openaihttp"
	"parley/llm"
)

// dialect is how a model and its service want to be asked, a set of the flags
// below. It starts from the model's name and grows by what is refused and by how
// the model answers.
type dialect uint32

const (
	noUsage       dialect = 1 << iota // stream_options
	noSchema                          // response_format of a schema
	noFormat                          // response_format
	noTools                           // tools
	noExtra                           // what a service has put beside a message or a call
	noEffort                          // reasoning_effort
	noStop                            // stop
	noMaxTokens                       // max_tokens
	noMaxComplete                     // max_completion_tokens
	noTemperature                     // temperature
	noStream                          // stream
	noSystem                          // messages of the system
	alternates                        // messages of one role side by side, the assistant's first, the system's later
	// thinks is set of a model that writes hidden tokens before its answer.
	thinks
	// inside is set of one whose answers begin in thoughts that no tag begins.
	inside
	// tried is set once an answer of words reached its bound: the next has room to
	// show whether they were thoughts. unthinking is set if they were not.
	tried
	unthinking
)

// droppable is what a request can do without: see parameters.
const droppable = noUsage | noSchema | noFormat | noTools | noExtra | noEffort | noStop | noMaxTokens | noMaxComplete |
	noTemperature | noStream

// parameter is a part of a request that it can do without.
type parameter struct {
	flag dialect
	// key is the parameter's in the request.
	key string
	// words name it in a refusal, beside its key.
	words []string
	// says what is done about it, in plain words.
	says string
}

// parameters are in the order in which one is left out of a request that was refused
// without a reason: what is missed least, and refused most, comes first.
var parameters = []parameter{
	{noUsage, "stream_options", []string{"include_usage"}, "token counts are estimated: stream_options is left out"},
	{noSchema, "response_format", []string{
		"json_schema", "structured output", "structured outputs", "response format", "schema", "grammar", "guided_json",
	}, "response format: json_object instead of a schema"},
	{noFormat, "response_format", []string{
		"json_object", "response format", "json mode", "grammar",
	}, "response format: none, the prompt alone asks for JSON"},
	{noTools, "tools", []string{
		"tool_choice", "tool use", "tool calling", "tool calls", "function calling", "functions",
	}, "tools: not offered"},
	{noExtra, "", nil, "what the service put beside its messages is not given back"},
	{noEffort, "reasoning_effort", []string{"reasoning.effort", "reasoning effort"}, "reasoning effort: left to the service"},
	{noStop, "stop", []string{"stop sequence", "stop sequences"}, "stop: not sent, answers are ended here"},
	{noMaxTokens, "max_tokens", nil, "the bound is called max_completion_tokens"},
	{noMaxComplete, "max_completion_tokens", nil, "the length of answers is not bounded"},
	{noTemperature, "temperature", nil, "temperature: left to the service"},
	{noStream, "stream", []string{"streaming"}, "answers are not streamed"},
}

func (d dialect) has(flag dialect) bool { return d&flag != 0 }

// says is d in plain words, a line each.
func (d dialect) says() []string {
	var all []string
	for _, p := range parameters {
		if d.has(p.flag) && !(p.flag == noSchema && d.has(noFormat)) && !(p.flag == noMaxTokens && d.has(noMaxComplete)) {
			all = append(all, p.says)
		}
	}
	for _, other := range []struct {
		flag dialect
		says string
	}{
		{alternates, "messages of one speaker are put together, the user's first"},
		{noSystem, "the system's messages are sent as the user's"},
		{thinks, "it thinks before it answers: answers have room for that"},
		{inside, "its answers begin in thoughts that no mark begins"},
	} {
		if d.has(other.flag) {
			all = append(all, other.says)
		}
	}
	return all
}

// dialectOf knows OpenAI's reasoning models by name: they fix the temperature
// and know only the newer name of the bound. Their chat and preview variants
// think at no length that could be chosen. Others that think show it.
func dialectOf(model string) dialect {
	if _, name, found := strings.Cut(model, "/"); found {
		model = name // resellers put the maker's name in front
	}
	for _, family := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if !strings.HasPrefix(model, family) {
			continue
		}
		for _, variant := range []string{"-chat", "-mini", "-preview", "-pro"} {
			if strings.HasPrefix(model[len(family):], variant) && (variant != "-mini" || family == "o1") {
				return noMaxTokens | noTemperature | noEffort | thinks
			}
		}
		return noMaxTokens | noTemperature | thinks
	}
	return noEffort
}

// sentIn are the flags of the parameters that a request holds.
func sentIn(r llm.Request, body []byte) dialect {
	var sent dialect
	for _, p := range parameters {
		switch {
		case p.flag == noExtra || !bytes.Contains(body, []byte(`,"`+p.key+`":`)):
		case p.flag == noSchema && !bytes.Contains(body, []byte(`"type":"json_schema"`)):
		case p.flag == noFormat && !bytes.Contains(body, []byte(`"type":"json_object"`)):
		case p.flag == noStream && !bytes.Contains(body, []byte(`,"stream":true`)):
		default:
			sent |= p.flag
		}
	}
	for _, m := range r.Messages {
		if m.Extra != nil || slices.ContainsFunc(m.Calls, func(c llm.ToolCall) bool { return c.Extra != nil }) {
			sent |= noExtra
		}
	}
	return sent
}

// windowTold finds the context window in the refusals of OpenAI and vLLM, and of
// llama.cpp.
var windowTold = regexp.MustCompile(`maximum context length is (\d+)|"n_ctx": ?(\d+)`)

// tooLong reports whether err says that the conversation exceeds the context
// window: by its code, or in the words of OpenAI, vLLM and Mistral, of llama.cpp
// (whose status is 400 or 500), of LM Studio and of TGI; window is what it is, if
// it says so.
func tooLong(err error) (long bool, window int) {
	var refusal *openaihttp.Refusal
	if !errors.As(err, &refusal) {
		return false, 0
	}
	return slices.ContainsFunc([]string{
		"context_length_exceeded", "maximum context length", "exceed_context_size", "available context size",
		"exceed context window", "context the overflows", "max_new_tokens",
	}, refusal.Mentions), refusal.Number(windowTold)
}

// named is the parameter among those sent that a refusal names, by its own field or
// else as the first in its words; 0 if it names none.
func named(refusal *openaihttp.Refusal, sent dialect) dialect {
	switch refusal.Status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
		http.StatusNotImplemented:
	case http.StatusInternalServerError: // llama.cpp's of what it was not started for
		if refusal.Names("requires", "require", "support", "supported", "unsupported", "unknown", "invalid") < 0 {
			return 0
		}
	default:
		return 0
	}
	if strings.HasPrefix(refusal.Code, "model_") {
		return 0
	}
	for _, p := range parameters {
		if sent.has(p.flag) && p.key != "" && (refusal.Param == p.key || strings.HasPrefix(refusal.Param, p.key+".") ||
			strings.HasPrefix(refusal.Param, p.key+"[")) {
			return p.flag
		}
	}
	found, at := dialect(0), -1
	for _, p := range parameters {
		words := p.words
		if p.key != "" {
			words = append([]string{p.key}, words...)
		}
		if i := refusal.Names(words...); sent.has(p.flag) && i >= 0 && (at < 0 || i < at) {
			found, at = p.flag, i
		}
	}
	return found
}

// unreasoned reports a refusal of what a request holds that does not say of what: its
// code, if it has one, is about requests in general.
func unreasoned(refusal *openaihttp.Refusal) bool {
	switch refusal.Status {
	case http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusNotImplemented:
	default:
		return false
	}
	code := strings.ToLower(refusal.Code)
	return code == "" || slices.ContainsFunc([]string{
		"request", "param", "field", "value", "argument", "unsupported", "not_supported", "unknown", "extra", "validation", "type",
		"implemented",
	}, func(about string) bool { return strings.Contains(code, about) })
}

// orderOf is what a refusal says of the order of roles, or 0. The words are
// those of the models' own templates; vLLM passes them on with status 400,
// llama.cpp with 500.
func orderOf(refusal *openaihttp.Refusal, d dialect) dialect {
	says := func(words ...string) bool { return slices.ContainsFunc(words, refusal.Mentions) }
	switch {
	case !d.has(noSystem) && says("ystem role not supported", "roles are supported, got system"):
		return noSystem | alternates
	case !says("must alternate", "should alternate", "must be a user message", "should be a user message",
		"must be at the beginnin", "xpected last role"): // Qwen's template, cut short by llama.cpp; Mistral's service
		return 0
	case !d.has(alternates):
		return alternates
	case !d.has(noSystem): // templates that know no system count it among the roles
		return noSystem
	}
	return 0
}
