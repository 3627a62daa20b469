// Package llm is the thinking: messages in, a stream of text and tool calls
// out. An engine lives in a sub-package; agent/ and checker/ know only the
// types here.
package llm

import (
	"context"
	"encoding/json"
	"time"
)

// Engine answers requests. It is safe for concurrent use.
type Engine interface {
	// Name is the engine's name for logs and the page, such as
	// "openai:gpt-4o-mini" or "understudy".
	Name() string
	// Chat starts one answer. It returns when the engine has accepted or
	// refused the request, or ctx ends. Ending ctx later ends the stream at
	// once, wherever it is.
	Chat(ctx context.Context, r Request) (Stream, error)
}

// Stream is one answer on its way. One goroutine at a time.
type Stream interface {
	// Next blocks for the next piece. It returns io.EOF after a complete
	// answer, engine.ErrCut if the answer broke off, and ctx's error when the
	// request's context ends.
	Next() (Delta, error)
	// Close gives the stream up; it may be called twice, and after EOF.
	Close() error
}

// Request is one question to a model.
type Request struct {
	Messages []Message
	Tools    []Tool
	// Temperature is 0-2.
	Temperature float32
	// MaxTokens bounds the answer; 0 leaves it to the engine.
	MaxTokens int
	// Stop are texts before the first of which the answer ends; none is empty, and
	// services take at most 4.
	Stop []string
	// Schema, when set, asks for an answer that is JSON of this strict schema.
	Schema *Schema
	// Code says that the answer is a program, with talk around it: what looks like a
	// mark of a template may be a part of it.
	Code bool
	// Sides are the labels of who talks here; none for an answer that is no line of a
	// conversation.
	Sides Sides
	// Script, when set, is who answers in the understudy's place in a list: the
	// script of the call's scene. Models do not see it.
	Script Engine
}

// Sides are the labels under which a model may write the lines of a conversation:
// names, and words such as "User". Its own label before an answer is left out; a line
// that opens with any later ends the answer.
type Sides struct {
	// Own are those of who answers, Others those of everybody else, the likeliest
	// first: services are asked to stop at some of them.
	Own, Others []string
}

// Speaker says whose words a message holds.
type Speaker string

// The speakers of messages, in the words of the OpenAI chat API.
const (
	System    Speaker = "system"
	User      Speaker = "user"
	Assistant Speaker = "assistant"
	ToolReply Speaker = "tool"
)

// Message is one message of the conversation.
type Message struct {
	Speaker Speaker
	Text    string
	// Calls are the tool calls an Assistant message made. A ToolReply for each
	// follows; then the model may answer or call again, round after round.
	Calls []ToolCall
	// ReplyTo is the id of the call a ToolReply message answers.
	ReplyTo string
	// Extra is what the service put beside an Assistant message with calls.
	Extra *Extra
}

// Extra is what a service has put beside a message or a call and wants back with it,
// such as its model's thoughts or their signature. Nobody but the engine that gave it
// reads it; others leave it out of their requests.
type Extra struct {
	// Service tells whose it is.
	Service string
	// Fields are a JSON object.
	Fields json.RawMessage
}

// Tool is a function the model may call.
type Tool struct {
	Name, Description string
	// Parameters is a JSON Schema object.
	Parameters json.RawMessage
	// Optional says that the answer is as good without it: where a service refuses
	// tools, it is not offered.
	Optional bool
}

// ToolCall is one complete call of a tool.
type ToolCall struct {
	ID, Name string
	// Arguments is what the model wrote: JSON if the model behaves.
	Arguments string
	// Extra is what the service put beside the call.
	Extra *Extra
}

// Schema is a named JSON Schema for the answer.
type Schema struct {
	Name string
	JSON json.RawMessage
}

// Delta is one piece of an answer: text, a complete tool call, or all empty on
// a keep-alive. Text is words: never thoughts, a template's marks, calls written out
// or lines of somebody else.
type Delta struct {
	Text string
	// Unsaid takes back all text that came before this piece: it was thoughts, which
	// only their end has shown.
	Unsaid bool
	// Thinking is set of a piece in which the model wrote nothing but thoughts: it is
	// at work.
	Thinking bool
	Call     *ToolCall
	// Extra belongs to the message that the answer is, once, from services that want
	// something back with its calls.
	Extra *Extra
	// Finish is why the answer ended, once, with nothing but Usage after it, from
	// engines that are told.
	Finish Finish
	// Usage is what the answer has cost, once, from engines that are told.
	Usage *Usage
}

// Finish is why an answer ended, in the words of the OpenAI chat API.
type Finish string

// The reasons. An answer of which a content filter let no more pass ends with
// engine.ErrCut after it.
const (
	Stopped  Finish = "stop"   // by itself, or before one of Request.Stop
	Length   Finish = "length" // at Request.MaxTokens or the model's own bound
	Called   Finish = "tool_calls"
	Filtered Finish = "content_filter"
)

// Windowed is an Engine that knows how much its model reads at once.
type Windowed interface {
	// Window is the context window in tokens, the answer included, that requests
	// are kept within: as configured, or less once the service has refused that. It
	// is 0 if it is not known. It never blocks and is safe for concurrent use.
	Window() int
}

// Adapting is an Engine that learns how its service wants to be asked.
type Adapting interface {
	// Dialect is what is done otherwise for it, in plain words, one thing each: what
	// the service refuses, and what its model's answers have shown. It never blocks
	// and is safe for concurrent use.
	Dialect() []string
}

// Usage counts the tokens of one answer.
type Usage struct {
	// Prompt are those read, Cached the part of them that the service had read
	// before, Completion those written, reasoning included.
	Prompt, Cached, Completion int
}

// Defaults for engines that speak to a service.
const (
	// FirstTokenBudget is how long the first piece of an answer may take
	// before engine.ErrSlow: what is silent for longer is taken for broken
	// (docs/turn-taking.md).
	FirstTokenBudget = 4 * time.Second
	// NextTokenBudget is how long a started answer may pause before engine.ErrSlow.
	NextTokenBudget = 3 * time.Second
)
