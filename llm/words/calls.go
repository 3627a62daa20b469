package words

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/llm"
)

const (
	// maxCallBytes is how much of a written call is read.
	maxCallBytes = 16 << 10
	// maxGap is the longest white space inside the marks of a part.
	maxGap = 40
	// maxCallDepth is how deep the arguments of a written call may lie.
	maxCallDepth = 4
)

// tools are those that an answer may call.
type tools struct {
	offered []llm.Tool
	named   []string // those with a name that is no word, offered now or before
	first   string   // what they begin with
}

func toolsOf(r llm.Request) tools {
	t := tools{offered: r.Tools}
	add := func(name string) {
		if strings.Contains(name, "_") && !slices.Contains(t.named, name) {
			t.named = append(t.named, name)
			t.first += strings.ToLower(name[:1]) + strings.ToUpper(name[:1])
		}
	}
	for _, tool := range r.Tools {
		add(tool.Name)
	}
	for _, m := range r.Messages {
		for _, c := range m.Calls {
			add(c.Name)
		}
	}
	return t
}

// begins reports whether the name of one begins with c.
func (t tools) begins(c byte) bool { return strings.IndexByte(t.first, c) >= 0 }

func (t tools) has(name string) bool {
	return slices.ContainsFunc(t.offered, func(o llm.Tool) bool { return o.Name == name })
}

// within is the tool whose name text holds, as functions.name or name[ARGS], or "".
func (t tools) within(text string) string {
	for _, o := range t.offered {
		if i := strings.LastIndex(text, o.Name); i >= 0 && (i == 0 || !wordByte(text[i-1])) {
			if end := i + len(o.Name); end == len(text) || !wordByte(text[end]) {
				return o.Name
			}
		}
	}
	return ""
}

// fitting is the only tool there is, if fields are arguments that it takes, or "".
func (t tools) fitting(fields map[string]any) string {
	if len(t.offered) != 1 || len(fields) == 0 {
		return ""
	}
	var takes struct{ Properties map[string]any }
	_ = json.Unmarshal(t.offered[0].Parameters, &takes) // what is no schema has none
	for name := range fields {
		if _, has := takes.Properties[name]; !has {
			return ""
		}
	}
	return t.offered[0].Name
}

// openCall begins a call between marks. The name may be in the first.
func (f *frame) openCall(m mark) {
	f.state = inCall
	f.inside.Reset()
	f.inside.WriteString(strings.TrimPrefix(m.name, "function="))
}

// closeCall ends a written call and makes calls of the objects in it.
func (f *frame) closeCall() {
	if f.state == inCall || f.state == inObject {
		f.read(f.inside.String())
	}
	f.inside.Reset()
	f.state, f.lexer = inWords, lexer{}
}

// read finds the calls that text holds: objects, each of which names a tool or stands
// behind the name of one, or is the arguments of the only one.
func (f *frame) read(text string) {
	for {
		at := strings.IndexByte(text, '{')
		if at < 0 {
			return
		}
		var v map[string]any
		d := json.NewDecoder(strings.NewReader(text[at:]))
		if d.Decode(&v) != nil {
			return
		}
		name, arguments, ok := f.tools.expression(v, "", maxCallDepth)
		if !ok {
			if name = f.tools.within(text[:at]); name == "" {
				name = f.tools.fitting(v)
			}
			arguments = v
		}
		if written, err := json.Marshal(arguments); name != "" && err == nil {
			f.calls = append(f.calls, llm.ToolCall{Name: name, Arguments: string(written)})
		}
		text = text[at+int(d.InputOffset()):]
	}
}

// expression finds a call in what a model wrote out: {"name":…,"arguments":{…}}, with
// "parameters", with the arguments as a string or within "function".
func (t tools) expression(v any, name string, depth int) (string, map[string]any, bool) {
	if text, is := v.(string); is && depth > 0 && json.Unmarshal([]byte(text), &v) != nil {
		return "", nil, false
	}
	fields, is := v.(map[string]any)
	if !is || depth == 0 {
		return "", nil, false
	}
	own, _ := fields["name"].(string)
	if tool, is := fields["tool"].(string); own == "" && is {
		own = tool
	}
	own = strings.TrimPrefix(own, "functions.")
	if t.has(own) {
		name = own
	}
	for _, key := range []string{"arguments", "parameters", "args", "input", "function"} {
		inner, has := fields[key]
		if !has {
			continue
		}
		if found, arguments, ok := t.expression(inner, name, depth-1); ok {
			return found, arguments, true
		}
	}
	switch {
	case name != "" && t.has(own):
		return name, map[string]any{}, true // it takes none
	case name != "":
		return name, fields, true
	}
	only := t.fitting(fields)
	return only, fields, only != ""
}

// brace begins a JSON object in speech; false means that more text is needed.
func (f *frame) brace(all bool) bool {
	rest := strings.TrimLeft(f.held[1:], " \t\r\n")
	switch {
	case rest == "" && !all && len(f.held) < maxGap:
		return false
	case strings.HasPrefix(rest, `"`) && len(f.held)-len(rest) < maxGap:
		f.state, f.lexer = inObject, lexer{}
		f.inside.Reset()
	default:
		f.pass(1)
	}
	return true
}

// object leaves out a JSON object.
func (f *frame) object(bool) bool {
	for i := range len(f.held) {
		if f.lexer.json(f.held[i]); f.lexer.depth == 0 {
			f.keep(i + 1)
			f.closeCall()
			return true
		}
	}
	f.keep(len(f.held))
	return true
}

// keep leaves out n bytes of what may be a call.
func (f *frame) keep(n int) {
	if room := maxCallBytes - f.inside.Len(); room > 0 {
		f.inside.WriteString(f.held[:min(room, n)])
	}
	f.held = f.held[n:]
}

// fence drops the marks of a code block that holds an object; other blocks stay.
func (f *frame) fence(all bool) bool {
	run := len(f.held) - len(strings.TrimLeft(f.held, "`"))
	info := strings.TrimLeft(f.held[run:], "abcdefghijklmnopqrstuvwxyz_")
	inner := strings.TrimLeft(info, " \t\r\n")
	marks := len(f.held) - len(inner)
	switch {
	case run > 3 || marks >= maxGap:
		f.pass(run)
	case inner == "" && !all:
		return false
	case run == 3 && inner != "" && (inner[0] == '{' || inner[0] == '['):
		f.held = inner
	default:
		f.pass(run)
	}
	return true
}

// named begins a call written as in a program, or named alone.
func (f *frame) named(all bool) bool {
	part := false
	for _, name := range f.tools.named {
		n := min(len(name), len(f.held))
		switch {
		case wordByte(f.last) || !strings.EqualFold(f.held[:n], name[:n]):
			continue
		case n < len(name) || n == len(f.held) && !all:
			part = true
			continue
		}
		if n < len(f.held) && wordByte(f.held[n]) {
			continue
		}
		f.until = "\n"
		if strings.HasPrefix(f.held[n:], "(") {
			f.until = ")\n"
		}
		f.held, f.state = f.held[n:], inLine
		return true
	}
	if part && !all {
		return false
	}
	f.pass(1)
	return true
}

// line leaves out to the end of the line, or of the brackets. A line's end stays.
func (f *frame) line() bool {
	i := strings.IndexAny(f.held, f.until)
	if i < 0 {
		f.held = ""
		return true
	}
	if f.held[i] == ')' {
		i++
	}
	f.held, f.state = f.held[i:], inWords
	return true
}

func wordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}
