package openai

import (
	"bytes"
	"encoding/json"
	"strconv"

	api "github.com/sashabaranov/go-openai"
)

// event is what is read of one chunk, or of a whole answer: go-openai's own chunk
// takes half as many bytes again, and has no place for an error, which services put
// in different ones, nor for what it does not know.
type event struct {
	Object  string
	Choices []choice
	Usage   *api.Usage
	Error   json.RawMessage
}

// choice is the answer's next piece, as a delta, as text as completions have it, or all
// of it as a message.
type choice struct {
	Delta, Message piece
	Text           string
	FinishReason   string `json:"finish_reason"`
}

// piece is what the choice holds.
func (c *choice) piece() *piece {
	switch {
	case !c.Message.empty():
		return &c.Message
	case c.Delta.empty():
		c.Delta.text = c.Text
	}
	return &c.Delta
}

func (e *event) failed() bool {
	return len(e.Error) > 0 && string(e.Error) != "null" || e.Object == "error"
}

// read takes data, whose fields may be of any type: those that are of another than
// they should be count for nothing. ok is false if nothing is left of an answer.
func (e *event) read(data []byte) (ok bool) {
	err := json.Unmarshal(data, e)
	return err == nil || len(e.Choices) > 0 && json.Valid(data) || e.failed()
}

// member is a field as it stands in an answer. Both are parts of the event, good as
// long as that is.
type member struct{ name, value []byte }

// piece is a delta or a message.
type piece struct {
	text string
	// thinks is set if it holds what the model thinks apart from its words.
	thinks bool
	calls  []fragment
	// extra are the fields that are not known.
	extra []member
}

func (p *piece) empty() bool { return p.text == "" && !p.thinks && len(p.calls)+len(p.extra) == 0 }

// UnmarshalJSON takes any JSON: its text is that of the content, a string or the parts
// that are said to be text.
func (p *piece) UnmarshalJSON(data []byte) error {
	members(data, func(name, value []byte) {
		switch string(name) {
		case "content":
			p.content(value)
		case "tool_calls":
			if len(value) > 0 && value[0] == '[' {
				_ = json.Unmarshal(value, &p.calls) // a fragment takes anything
			}
		case "function_call":
			if len(value) > 0 && value[0] == '{' {
				var f fragment
				f.function(value)
				p.calls = append(p.calls, f)
			}
		case "role", "refusal", "name", "audio", "annotations":
		default:
			if string(value) == "null" {
				return
			}
			p.extra = append(p.extra, member{name, value})
			switch string(name) {
			case "reasoning", "reasoning_content", "thinking":
				p.thinks = p.thinks || len(value) > len(`""`)
			}
		}
	})
	return nil
}

// content reads what a message holds: text, or a list of parts.
func (p *piece) content(value []byte) {
	switch {
	case len(value) == 0:
	case value[0] == '"':
		p.text += textOf(value)
	case value[0] == '[':
		var all []json.RawMessage
		_ = json.Unmarshal(value, &all) // it is a list
		for _, part := range all {
			p.content(part)
		}
	case value[0] == '{':
		p.part(value)
	}
}

// part reads one part of a content, whose type says what it is.
func (p *piece) part(value []byte) {
	kind, text := "text", ""
	members(value, func(name, value []byte) {
		switch string(name) {
		case "type":
			kind = textOf(value)
		case "text":
			text = textOf(value)
			members(value, func(name, value []byte) { // {"value": "…"}
				if string(name) == "value" {
					text = textOf(value)
				}
			})
		}
	})
	switch kind {
	case "text", "output_text":
		p.text += text
	case "thinking", "reasoning", "reasoning_text", "redacted_thinking":
		p.thinks = true
	}
}

// fragment is a piece of a tool call.
type fragment struct {
	index     int
	hasIndex  bool
	id, name  string
	arguments string
	whole     bool // arguments are all there are: they came as an object
	extra     []member
}

// UnmarshalJSON takes any JSON.
func (f *fragment) UnmarshalJSON(data []byte) error {
	members(data, func(name, value []byte) {
		switch string(name) {
		case "index":
			n, err := strconv.Atoi(string(bytes.Trim(value, `"`)))
			f.index, f.hasIndex = n, err == nil
		case "id":
			f.id = textOf(value)
		case "type":
		case "function":
			f.function(value)
		case "name", "arguments":
			f.field(string(name), value)
		default:
			if string(value) != "null" {
				f.extra = append(f.extra, member{name, value})
			}
		}
	})
	return nil
}

func (f *fragment) function(value []byte) {
	members(value, func(name, value []byte) { f.field(string(name), value) })
}

func (f *fragment) field(name string, value []byte) {
	switch {
	case name == "name":
		f.name = textOf(value)
	case name != "arguments" && name != "parameters" || len(value) == 0 || string(value) == "null":
	case value[0] == '"':
		f.arguments = textOf(value)
	default:
		f.arguments, f.whole = string(value), true
	}
}

// textOf is a JSON string, or "" for other JSON.
func textOf(value []byte) string {
	var s string
	if len(value) > 0 && value[0] == '"' {
		_ = json.Unmarshal(value, &s) // it is a string
	}
	return s
}

// members calls each with the fields of a JSON object, in its order; of other JSON
// there are none. data must be valid. It allocates nothing.
func members(data []byte, each func(name, value []byte)) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' {
		return
	}
	for i := 1; i < len(data); {
		for i < len(data) && data[i] != '"' {
			if data[i] == '}' {
				return
			}
			i++
		}
		end := valueEnd(data, i)
		if end <= i+1 {
			return
		}
		name := data[i+1 : end-1]
		i = end
		for i < len(data) && (data[i] == ':' || space(data[i])) {
			i++
		}
		end = valueEnd(data, i)
		if end <= i {
			return
		}
		each(name, data[i:end])
		i = end
	}
}

// valueEnd is where the JSON value at data[i] ends.
func valueEnd(data []byte, i int) int {
	depth, quoted := 0, false
	for ; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			if quoted = !quoted; !quoted && depth == 0 {
				return i + 1
			}
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case depth == 0 && (c == ',' || space(c)):
			return i
		}
	}
	return i
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
