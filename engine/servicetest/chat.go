package servicetest

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
)

// Chat is how a service's model is asked and answers.
type Chat struct {
	// Model is its name.
	Model string
	// Refuses are the requests that it does not take, the first that fits first.
	Refuses []Rule
	// Before and After stand, as they are, around the chunks of an answer.
	Before, After string
	// Thinks is where the model's thoughts come, if it has any.
	Thinks Thoughts
	// Calls is the form of tool calls, CallID their id.
	Calls  CallForm
	CallID string
	// BesideCall comes in the call itself.
	BesideCall map[string]any
	// CallEnd is the finish reason of an answer that calls; empty is "tool_calls".
	CallEnd string
	// Usage is when and where tokens are counted.
	Usage Counting
	// Breaks is the event by which an answer ends whose model has failed meanwhile, with
	// status 200 sent before; see Played.Break.
	Breaks string
	// Fenced models put JSON that no grammar enforces between fences.
	Fenced bool
}

// Thoughts is a place of thoughts.
type Thoughts int

// The places.
const (
	None    Thoughts = iota
	Content          // reasoning_content
	Reason           // reasoning, with reasoning_details
	Parts            // a part of the content, which is a list then
	Tags             // <think> in the words
)

// CallForm is how a tool call is streamed.
type CallForm int

// The forms.
const (
	Fragments  CallForm = iota // the name first, then the arguments in pieces
	Whole                      // in one piece
	Object                     // in one piece, the arguments as an object
	Unnumbered                 // in one piece without an index
)

// Counting is when tokens are told.
type Counting int

// The times.
const (
	Asked  Counting = iota // where include_usage asks for it, in a chunk of its own
	Always                 // in the last chunk
)

// reply is what the model answers.
type reply struct {
	text   string
	name   string // of the tool that it calls
	args   json.RawMessage
	length bool // it was cut at its limit
}

// serve answers a chat request.
func (c *Chat) serve(w http.ResponseWriter, body []byte, breaks bool) {
	var a asked
	if json.Unmarshal(body, &a.fields) != nil || json.Unmarshal(body, &a) != nil {
		answer(w, http.StatusBadRequest, `{"error":{"message":"the body is not of the API's form","type":"invalid_request_error"}}`)
		return
	}
	if refuses(w, c.Refuses, a) {
		return
	}
	r := c.think(a)
	if !a.Stream {
		answer(w, http.StatusOK, string(encode(c.whole(r))))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	raw(w, c.Before)
	for _, delta := range c.deltas(r) {
		event(w, c.chunk(delta, nil))
	}
	if breaks {
		raw(w, c.Breaks)
		return
	}
	last := c.chunk(map[string]any{}, c.finish(r))
	if c.Usage == Always {
		last["usage"] = tokens
	}
	event(w, last)
	if c.Usage == Asked && a.Options.Usage {
		event(w, map[string]any{"object": "chat.completion.chunk", "model": c.Model, "choices": []any{}, "usage": tokens})
	}
	raw(w, c.After)
	raw(w, "data: [DONE]\n\n")
}

var tokens = map[string]int{"prompt_tokens": 40, "completion_tokens": 12, "total_tokens": 52}

func (c *Chat) chunk(delta map[string]any, finish any) map[string]any {
	return map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": c.Model,
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
	}
}

func (c *Chat) finish(r reply) string {
	switch {
	case r.length:
		return "length"
	case r.name == "":
		return "stop"
	case c.CallEnd != "":
		return c.CallEnd
	}
	return "tool_calls"
}

// deltas are the pieces of r.
func (c *Chat) deltas(r reply) []map[string]any {
	out := []map[string]any{{"role": "assistant", "content": ""}}
	const thought = "They ask; I answer."
	switch c.Thinks {
	case Content:
		out = append(out, map[string]any{"content": nil, "reasoning_content": thought})
	case Reason:
		out = append(out, map[string]any{"content": "", "reasoning": thought, "reasoning_details": []any{
			map[string]any{"type": "reasoning.text", "text": thought, "index": 0},
		}})
	case Parts:
		inner := []any{map[string]any{"type": "text", "text": thought}}
		out = append(out, map[string]any{"content": []any{map[string]any{"type": "thinking", "thinking": inner}}})
	case Tags:
		out = append(out, map[string]any{"content": "<think>" + thought}, map[string]any{"content": "</think>\n\n"})
	case None:
	}
	for _, piece := range strings.SplitAfter(r.text, " ") {
		switch {
		case piece == "":
		case c.Thinks == Parts:
			out = append(out, map[string]any{"content": []any{map[string]any{"type": "text", "text": piece}}})
		default:
			out = append(out, map[string]any{"content": piece})
		}
	}
	if r.name == "" {
		return out
	}
	return append(out, c.calls(r)...)
}

// calls are the pieces of r's tool call.
func (c *Chat) calls(r reply) []map[string]any {
	delta := func(call map[string]any, index bool) map[string]any {
		if index {
			call["index"] = 0
		}
		return map[string]any{"tool_calls": []any{call}}
	}
	call := map[string]any{"id": c.CallID, "type": "function"}
	maps.Copy(call, c.BesideCall)
	function := map[string]any{"name": r.name, "arguments": string(r.args)}
	call["function"] = function
	switch c.Calls {
	case Object:
		function["arguments"] = r.args
	case Unnumbered:
		return []map[string]any{delta(call, false)}
	case Fragments:
		function["arguments"] = ""
		half := len(r.args) / 2
		out := []map[string]any{delta(call, true)}
		for _, part := range []string{string(r.args[:half]), string(r.args[half:])} {
			out = append(out, delta(map[string]any{"function": map[string]any{"arguments": part}}, true))
		}
		return out
	case Whole:
	}
	return []map[string]any{delta(call, true)}
}

// whole is r in one piece.
func (c *Chat) whole(r reply) map[string]any {
	m := map[string]any{"role": "assistant", "content": r.text}
	if r.name != "" {
		m["tool_calls"] = []any{map[string]any{
			"id": c.CallID, "type": "function", "function": map[string]any{"name": r.name, "arguments": string(r.args)},
		}}
	}
	return map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "model": c.Model, "usage": tokens,
		"choices": []any{map[string]any{"index": 0, "message": m, "finish_reason": c.finish(r)}},
	}
}
