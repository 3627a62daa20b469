package reply

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/llm"
)

// ReactionTool is the tool by which a character shows an emoji; it is never spoken.
const ReactionTool = "emoji_reaction"

// Hidden takes out of a model's stream what it writes for nobody's ear: thoughts
// between tags, and tool calls written as text, which small models do. What else
// comes is passed on at once, but for the few bytes that may begin such a part.
// However the stream is cut into pieces, the text is the same. The zero value is
// ready.
//
// Some models' prompts end with the tag that begins thoughts, so that only the one
// that ends them is in the stream: until that comes they cannot be told from an
// answer. thoughtAloud then says that what was passed on is to be taken back.
type Hidden struct {
	held string // text not yet decided on
	last byte   // the newest byte passed on
	skip func(h *Hidden, all bool) bool
	// until ends the part that skip leaves out, depth and quoted are where in a
	// JSON object it is.
	until  string
	depth  int
	quoted bool
	inside strings.Builder // the part, if it may be a call
	call   bool
	// Found is set once a part was left out, calls are those that are calls of
	// ours, without an id.
	Found bool
	calls []llm.ToolCall
	// aloud is set when all that was passed on so far turns out to be thoughts.
	aloud bool
	out   strings.Builder
}

const (
	// maxCallBytes is how much of a written call is read.
	maxCallBytes = 4096
	// maxGap is the longest white space inside the marks of a part.
	maxGap = 40
)

// thoughtTags and callTags are what models put around what they think and around
// their calls.
var (
	thoughtTags = []string{"think", "thinking", "thought", "reasoning"}
	callTags    = []string{"tool_call", "tool_calls", "function_call", "tool_code", "function=" + ReactionTool}
)

// Write takes the next piece of the stream and returns what is not hidden.
func (h *Hidden) Write(text string) string {
	h.held += text
	return h.take(false)
}

// Flush returns what was held back at the stream's end. A part that has no end
// goes to the end of the stream.
func (h *Hidden) Flush() string {
	rest := h.take(true)
	h.close()
	return rest
}

// ThoughtAloud reports whether all that was passed on before the last call of
// Write or Flush were thoughts; that call returned none of them.
func (h *Hidden) ThoughtAloud() bool {
	aloud := h.aloud
	h.aloud = false
	return aloud
}

// Calls returns the calls found since it was last called.
func (h *Hidden) Calls() []llm.ToolCall {
	calls := h.calls
	h.calls = nil
	return calls
}

func (h *Hidden) take(all bool) string {
	for h.held != "" {
		if h.skip != nil {
			if !h.skip(h, all) {
				break
			}
			continue
		}
		i := strings.IndexAny(h.held, "<{`"+ReactionTool[:1])
		if i < 0 {
			i = len(h.held)
		}
		h.pass(i)
		if h.held != "" && !h.begin(all) {
			break
		}
	}
	defer h.out.Reset()
	return h.out.String()
}

// pass lets the next n bytes be heard.
func (h *Hidden) pass(n int) {
	if n > 0 {
		h.out.WriteString(h.held[:n])
		h.last, h.held = h.held[n-1], h.held[n:]
	}
}

// leave begins a part to leave out, of which the first n bytes are marks.
func (h *Hidden) leave(n int, skip func(*Hidden, bool) bool, until string, call bool) {
	h.held, h.skip, h.until, h.call, h.Found = h.held[n:], skip, until, call, true
}

// close ends the part.
func (h *Hidden) close() {
	if h.skip != nil && h.call {
		var v any
		if text := h.inside.String(); json.Unmarshal([]byte(text[max(strings.IndexByte(text, '{'), 0):]), &v) == nil {
			if arguments, ok := expression(v, maxCallDepth); ok {
				h.calls = append(h.calls, llm.ToolCall{Name: ReactionTool, Arguments: arguments})
			}
		}
	}
	h.skip, h.depth, h.quoted = nil, 0, false
	h.inside.Reset()
}

// keep notes text of the part.
func (h *Hidden) keep(text string) {
	if room := maxCallBytes - h.inside.Len(); h.call && room > 0 {
		h.inside.WriteString(text[:min(room, len(text))])
	}
}

// begin looks at what may begin a part; false means that more text is needed to
// tell.
func (h *Hidden) begin(all bool) bool {
	switch h.held[0] {
	case '<':
		return h.tag(all)
	case '`':
		return h.fence(all)
	case '{':
		rest := strings.TrimLeft(h.held[1:], " \t\r\n")
		switch {
		case rest == "" && !all && len(h.held) < maxGap:
			return false
		case strings.HasPrefix(rest, `"`) && len(h.held)-len(rest) < maxGap:
			h.leave(0, (*Hidden).object, "", true)
		default:
			h.pass(1)
		}
		return true
	}
	return h.name(all)
}

// tag begins a part between tags, or ends one that was not seen to begin.
func (h *Hidden) tag(all bool) bool {
	part := false
	starts := func(tag string) bool {
		n := min(len(tag), len(h.held))
		same := strings.EqualFold(h.held[:n], tag[:n])
		part = part || same && n < len(tag)
		return same && n == len(tag)
	}
	for i, name := range slices.Concat(thoughtTags, callTags) {
		closer, _, _ := strings.Cut(name, "=")
		opens, closes := "<"+name+">", "</"+closer+">"
		switch thoughts := i < len(thoughtTags); {
		case starts(opens):
			h.leave(len(opens), (*Hidden).block, closes, !thoughts)
			return true
		case thoughts && starts(closes):
			h.held = h.held[len(closes):]
			h.Found, h.aloud, h.calls = true, true, nil
			h.out.Reset()
			return true
		}
	}
	if part && !all {
		return false
	}
	h.pass(1)
	return true
}

// block skips to the closing tag.
func (h *Hidden) block(all bool) bool {
	for i := 0; i+len(h.until) <= len(h.held); i++ {
		if strings.EqualFold(h.held[i:i+len(h.until)], h.until) {
			h.keep(h.held[:i])
			h.held = h.held[i+len(h.until):]
			h.close()
			return true
		}
	}
	n := len(h.held)
	if !all {
		n = max(0, n-len(h.until)+1) // the closing tag may be cut
	}
	h.keep(h.held[:n])
	h.held = h.held[n:]
	return false
}

// object skips to the end of a JSON object.
func (h *Hidden) object(all bool) bool {
	for i := 0; i < len(h.held); i++ {
		switch c := h.held[i]; {
		case c == '\\' && h.quoted:
			if i++; i == len(h.held) && !all { // what it escapes is to come
				h.keep(h.held[:i-1])
				h.held = h.held[i-1:]
				return false
			}
		case c == '"':
			h.quoted = !h.quoted
		case c == '{' && !h.quoted:
			h.depth++
		case c == '}' && !h.quoted:
			if h.depth--; h.depth == 0 {
				h.keep(h.held[:i+1])
				h.held = h.held[i+1:]
				h.close()
				return true
			}
		}
	}
	h.keep(h.held)
	h.held = ""
	return true
}

// fence drops the marks of a code block that holds an object; other blocks are
// the cleaner's.
func (h *Hidden) fence(all bool) bool {
	run := len(h.held) - len(strings.TrimLeft(h.held, "`"))
	info := strings.TrimLeft(h.held[run:], "abcdefghijklmnopqrstuvwxyz_")
	object := strings.TrimLeft(info, " \t\r\n")
	marks := len(h.held) - len(object)
	switch {
	case run > 3 || marks >= maxGap:
		h.pass(run)
	case object == "" && !all:
		return false
	case run == 3 && object != "" && (object[0] == '{' || object[0] == '['):
		h.held = object
	default:
		h.pass(run)
	}
	return true
}

// name begins a call written as in a program, or named alone.
func (h *Hidden) name(all bool) bool {
	n := min(len(ReactionTool), len(h.held))
	switch {
	case wordByte(h.last) || !strings.EqualFold(h.held[:n], ReactionTool[:n]):
		h.pass(1)
	case n < len(ReactionTool):
		if !all {
			return false
		}
		h.pass(1)
	case n == len(h.held) && !all:
		return false
	case strings.HasPrefix(h.held[n:], "("):
		h.leave(n, (*Hidden).line, ")\n", false)
	default:
		h.leave(n, (*Hidden).line, "\n", false)
	}
	return true
}

// line skips to the end of the line, or of the brackets. A line's end stays.
func (h *Hidden) line(bool) bool {
	i := strings.IndexAny(h.held, h.until)
	if i < 0 {
		h.held = ""
		return true
	}
	if h.held[i] == ')' {
		i++
	}
	h.held = h.held[i:]
	h.close()
	return true
}

func wordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' || asciiDigit(rune(c))
}

// maxCallDepth is how deep the arguments of a written call may lie.
const maxCallDepth = 4

// expression finds the arguments of emoji_reaction in a call that a model wrote
// out: {"name":…,"arguments":{…}}, with "parameters", with the arguments as a
// string, or those alone.
func expression(v any, depth int) (arguments string, ok bool) {
	if text, is := v.(string); is && depth > 0 && json.Unmarshal([]byte(text), &v) != nil {
		return "", false
	}
	fields, is := v.(map[string]any)
	if !is || depth == 0 {
		return "", false
	}
	if _, is := fields["emoji"].(string); is {
		b, err := json.Marshal(fields)
		return string(b), err == nil
	}
	for _, name := range []string{"arguments", "parameters", "args", "input", "function"} {
		if inner, has := fields[name]; has {
			if arguments, ok = expression(inner, depth-1); ok {
				return arguments, true
			}
		}
	}
	return "", false
}
