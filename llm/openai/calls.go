package openai

import (
	"fmt"

	api "github.com/sashabaranov/go-openai"

	"parley/engine/openaihttp"
	"parley/llm"
)

// Bounds on what a service may make us hold. An emoji call is 60 bytes.
const (
	maxCalls         = 16
	maxArgumentBytes = 64 << 10
)

// calls puts tool calls together from their fragments. A call is known by its
// index; services that send none send a call whole or under a new id.
type calls struct {
	before int // calls of earlier rounds
	open   []llm.ToolCall
	index  []int // of each open call, as the service numbers them
}

// add takes one fragment. It returns junk when the calls outgrow their
// bounds or a fragment belongs to no call.
func (c *calls) add(f api.ToolCall) error {
	at := c.find(f)
	if at < 0 {
		if len(c.open) == maxCalls {
			return openaihttp.Junk(fmt.Sprintf("more than %d tool calls", maxCalls))
		}
		index := len(c.open)
		if f.Index != nil {
			index = *f.Index
		}
		c.open = append(c.open, llm.ToolCall{})
		c.index = append(c.index, index)
		at = len(c.open) - 1
	}
	call := &c.open[at]
	if f.ID != "" {
		call.ID = f.ID
	}
	call.Name += f.Function.Name
	call.Arguments += f.Function.Arguments
	if len(call.Arguments) > maxArgumentBytes || len(call.Name) > maxArgumentBytes {
		return openaihttp.Junk(fmt.Sprintf("a tool call of more than %d bytes", maxArgumentBytes))
	}
	return nil
}

func (c *calls) find(f api.ToolCall) int {
	if f.Index == nil {
		last := len(c.open) - 1
		if last >= 0 && f.Function.Name == "" && (f.ID == "" || f.ID == c.open[last].ID) {
			return last
		}
		return -1
	}
	for i, index := range c.index {
		if index == *f.Index {
			return i
		}
	}
	return -1
}

// take returns the complete calls and forgets them. A call without a name is
// junk; one without an id, as some local services send, gets one that no earlier
// round of the conversation has, since the reply to it needs one.
func (c *calls) take() ([]llm.ToolCall, error) {
	done := c.open
	c.open, c.index = nil, nil
	for i := range done {
		if done[i].Name == "" {
			return nil, openaihttp.Junk("a tool call without a name")
		}
		if done[i].ID == "" {
			done[i].ID = fmt.Sprintf("call_%d", c.before+i)
		}
	}
	return done, nil
}
