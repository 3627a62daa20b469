package openai

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"parley/engine/openaihttp"
	"parley/llm"
)

// Bounds on what a service may make us hold. An emoji call is 60 bytes.
const (
	maxCalls         = 16
	maxArgumentBytes = 64 << 10
)

// open is a call on its way.
type open struct {
	llm.ToolCall
	index    int
	hasIndex bool
	extra    extra
}

// calls puts tool calls together from their fragments. A fragment belongs to the call
// of its id, else of its index; services that send neither send a call whole, or its
// pieces in a row. A new id with a name is a new call, whatever its index.
type calls struct {
	before int // calls of earlier rounds, and those of this one that got an id here
	tools  []llm.Tool
	open   []open
}

// add takes one fragment. It returns junk when the calls outgrow their bounds.
func (c *calls) add(f fragment) error {
	at := c.find(f)
	if at < 0 {
		if len(c.open) == maxCalls {
			return openaihttp.Junk(fmt.Sprintf("more than %d tool calls", maxCalls))
		}
		c.open = append(c.open, open{index: f.index, hasIndex: f.hasIndex})
		at = len(c.open) - 1
	}
	call := &c.open[at]
	if f.id != "" && f.id == call.ID && f.name == call.Name && f.arguments != "" && f.arguments == call.Arguments {
		return nil // all of it again
	}
	if f.id != "" {
		call.ID = f.id
	}
	if f.name != "" && !c.repeats(call.Name, f.name) && call.Arguments == "" {
		call.Name += f.name
	}
	if f.whole {
		call.Arguments = ""
	}
	call.Arguments += f.arguments
	call.extra.add(f.extra)
	if len(call.Arguments) > maxArgumentBytes || len(call.Name) > maxArgumentBytes {
		return openaihttp.Junk(fmt.Sprintf("a tool call of more than %d bytes", maxArgumentBytes))
	}
	return nil
}

// repeats reports that a name comes again, and is no part of a longer one.
func (c *calls) repeats(was, name string) bool { return was == name && !c.begins(was+name) }

// begins reports whether the name of a tool begins so.
func (c *calls) begins(name string) bool {
	return slices.ContainsFunc(c.tools, func(t llm.Tool) bool { return strings.HasPrefix(t.Name, name) })
}

// find is the call that a fragment belongs to, -1 for a new one.
func (c *calls) find(f fragment) int {
	last := len(c.open) - 1
	if f.id != "" {
		if i := slices.IndexFunc(c.open, func(o open) bool { return o.ID == f.id }); i >= 0 {
			return i
		}
	}
	if f.hasIndex {
		for i := last; i >= 0; i-- { // of several with one index the newest goes on
			if o := c.open[i]; o.hasIndex && o.index == f.index {
				return either(f.id == "" || o.ID == "" || f.name == "", i, -1)
			}
		}
		return either(last >= 0 && f.name == "" && f.id == "" && !c.open[last].hasIndex, last, -1)
	}
	if last < 0 {
		return -1
	}
	o := c.open[last]
	goesOn := f.name == "" || o.Arguments == "" && !o.hasIndex && o.Name != f.name && f.id == "" && c.begins(o.Name+f.name)
	return either(goesOn && (f.id == "" || f.name == ""), last, -1)
}

func either(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// take returns the complete calls and forgets them. A call without a name is
// junk; one without an id, as some local services send, gets one that no earlier
// round of the conversation has, since the reply to it needs one. cut says that the
// service did not say that they are complete: arguments that are no JSON then broke
// off.
func (c *calls) take(service string, cut bool) ([]llm.ToolCall, error) {
	var done []llm.ToolCall
	for i := range c.open {
		o := &c.open[i]
		switch {
		case o.Name == "":
			return nil, openaihttp.Junk("a tool call without a name")
		case cut && o.Arguments != "" && !json.Valid([]byte(o.Arguments)):
			return nil, fmt.Errorf("in a tool call: %w", io.ErrUnexpectedEOF)
		case o.ID == "":
			o.ID = c.newID()
		}
		o.Extra = o.extra.take(service)
		done = append(done, o.ToolCall)
	}
	c.open = nil
	return done, nil
}

// newID is an id that no call has yet.
func (c *calls) newID() string {
	c.before++
	return fmt.Sprintf("call_%d", c.before-1)
}
