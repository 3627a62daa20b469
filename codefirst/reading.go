package codefirst

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/codefirst/chat"
	"parley/codefirst/tsx"
	"parley/llm"
	"parley/tool/schema"
)

var (
	errCutOff = errors.New("nothing marks the end of the code, so it may not be whole")
	errUnsaid = errors.New("nothing was said: what is returned beside \"listen\" is not shown; yield it, as in " +
		"`yield <Message>Hello</Message>`, and then listen")
	errNoCode = errors.New("there is no code in the answer: whatever it is for, it has to be code that returns an exit")
)

// take finds the code in what the model wrote. Words alone are what they are in a
// conversation: a message, after which it is the user's turn, if they are whole.
func (r *Run) take(it *Iteration, in *inputs) error {
	it.Code = tsx.Code(it.Reply)
	if len(in.textual) == 0 {
		if words, ok := tsx.Words(it.Reply); ok {
			it.Code = words
			return errNoCode
		}
		return nil
	}
	words, ok := tsx.Words(it.Reply)
	switch {
	case r.p.Voice && !(ok && it.cutOff):
		it.Code = tsx.SpokenCode(it.Reply, in.textual[0])
	case ok && (it.cutOff || it.finish != llm.Stopped && !tsx.Complete(words)):
		return fmt.Errorf("%w; what the user is to read is yielded", errNoCode)
	case ok:
		it.Code = tsx.Saying(words, in.textual[0])
	}
	if it.Code == "" {
		return errNoCode
	}
	return nil
}

// ended notes why a reply has ended.
func (it *Iteration) ended(f llm.Finish) {
	if f != "" {
		it.finish, it.cutOff = f, f == llm.Length
	}
}

// speaks reports whether what was returned holds a text.
func speaks(value json.RawMessage) bool {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return strings.TrimSpace(text) != ""
	}
	fields, _ := schema.Fields(value)
	return slices.ContainsFunc(fields, func(f field) bool {
		return json.Unmarshal(f.Value, &text) == nil &&
			(strings.Contains(strings.TrimSpace(text), " ") || slices.Contains(chat.Contents, f.Key))
	})
}
