// Package typings writes tools and variables as TypeScript declarations for a language
// model to read. Names and descriptions may come from outside: whatever they hold, the
// result is valid TypeScript and no more than the declarations.
package typings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/tool"
)

// Space is a namespace to declare.
type Space struct {
	Name, Description string
	Properties        []Property
	Tools             []tool.Tool
}

// Property is a variable of a Space. Schema may be nil.
type Property struct {
	Name, Description string
	Schema            json.RawMessage
	Value             json.RawMessage
	Writable          bool
}

// maxNested bounds how deep a type is told; what is below is "any".
const maxNested = 12

// maxValue bounds the value of a property that is told, in bytes.
const maxValue = 500

// Type is the type of a JSON Schema; one that is no schema is "any".
func Type(raw json.RawMessage) string {
	var w writer
	w.kind(raw, raw, 0)
	return w.String()
}

// Tool declares a tool as a function, by its name and by each alias.
func Tool(t tool.Tool) string {
	var b strings.Builder
	for _, name := range append([]string{t.Name()}, t.Aliases()...) {
		b.WriteString(function("declare ", "", name, t))
	}
	return b.String()
}

// Namespace declares a namespace with what is in it.
func Namespace(s Space) string {
	var b strings.Builder
	b.WriteString(comment("", s.Description))
	fmt.Fprintf(&b, "declare namespace %s {\n", s.Name)
	for _, p := range s.Properties {
		b.WriteString(p.declare())
	}
	for _, t := range s.Tools {
		for _, name := range append([]string{t.Name()}, t.Aliases()...) {
			b.WriteString(function("", "  ", name, t))
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func (p Property) declare() string {
	kind := "any"
	if p.Schema != nil {
		w := writer{indent: 1}
		w.kind(p.Schema, p.Schema, 0)
		kind = w.String()
	}
	access := "Readonly"
	if p.Writable {
		access = "Writable"
	}
	value := ""
	if p.Value != nil {
		value = " // = " + strings.Join(strings.Fields(string(p.Value)), " ")
		if len(value) > maxValue {
			value = strings.ToValidUTF8(value[:maxValue], "") + "…"
		}
	}
	return comment("  ", p.Description) + fmt.Sprintf("  let %s: %s<%s>;%s\n", p.Name, access, kind, strings.Map(printing, value))
}

// printing leaves out what ends a line in TypeScript.
func printing(r rune) rune {
	if r < ' ' || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

func function(before, indent, name string, t tool.Tool) string {
	in := writer{indent: len(indent) / 2}
	in.kind(t.Input(), t.Input(), 0)
	out := writer{indent: len(indent) / 2}
	out.kind(t.Output(), t.Output(), 0)
	args := "args: " + in.String()
	switch {
	case in.String() == "{}":
		args = "args?: {}"
	case in.optional:
		args = "args?: " + in.String()
	}
	result := out.String()
	if result == "null" {
		result = "void"
	}
	return comment(indent, t.Description()) + fmt.Sprintf("%s%sfunction %s(%s): Promise<%s>;\n", indent, before, name, args, result)
}

// comment is text as a comment of its own lines, or nothing.
func comment(indent, text string) string {
	text = inComment(text)
	if text == "" {
		return ""
	}
	return indent + "/** " + text + " */\n"
}

// inComment is text in one line that cannot end a comment.
func inComment(text string) string {
	text = strings.Join(strings.Fields(strings.Map(printing, text)), " ")
	return strings.ReplaceAll(text, "*/", "*\u200b/")
}

// shape is what of a JSON Schema is written.
type shape struct {
	Ref                  string            `json:"$ref"`
	Type                 any               `json:"type"`
	Description          string            `json:"description"`
	Const                json.RawMessage   `json:"const"`
	Enum                 []json.RawMessage `json:"enum"`
	AnyOf                []json.RawMessage `json:"anyOf"`
	OneOf                []json.RawMessage `json:"oneOf"`
	AllOf                []json.RawMessage `json:"allOf"`
	Properties           ordered           `json:"properties"`
	Required             []string          `json:"required"`
	AdditionalProperties json.RawMessage   `json:"additionalProperties"`
	Items                json.RawMessage   `json:"items"`
	PrefixItems          []json.RawMessage `json:"prefixItems"`
	Default              json.RawMessage   `json:"default"`
	Format               string            `json:"format"`
	Pattern              string            `json:"pattern"`
	Minimum              json.Number       `json:"minimum"`
	Maximum              json.Number       `json:"maximum"`
	MinLength            json.Number       `json:"minLength"`
	MaxLength            json.Number       `json:"maxLength"`
	MinItems             json.Number       `json:"minItems"`
	MaxItems             json.Number       `json:"maxItems"`
}

// ordered is the fields of an object in the order in which they are written.
type ordered []struct {
	name string
	raw  json.RawMessage
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *ordered) UnmarshalJSON(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("properties are no object: %w", err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		*o = append(*o, struct {
			name string
			raw  json.RawMessage
		}{name.(string), value})
	}
	return nil
}

// writer writes one type.
type writer struct {
	strings.Builder
	indent   int
	optional bool // the type is an object that may be left out
}

// kind writes the type of raw, a part of root.
func (w *writer) kind(root, raw json.RawMessage, depth int) {
	var s shape
	if depth > maxNested || json.Unmarshal(raw, &s) != nil {
		w.WriteString("any")
		return
	}
	switch {
	case s.Ref != "":
		w.kind(root, target(root, s.Ref), depth+1)
	case s.Const != nil:
		w.WriteString(literal(s.Const))
	case len(s.Enum) > 0:
		var all []string
		for _, v := range s.Enum {
			all = append(all, literal(v))
		}
		w.WriteString(strings.Join(all, " | "))
	case len(s.AnyOf) > 0:
		w.several(root, s.AnyOf, " | ", depth)
	case len(s.OneOf) > 0:
		w.several(root, s.OneOf, " | ", depth)
	case len(s.AllOf) > 0:
		w.several(root, s.AllOf, " & ", depth)
	default:
		w.typed(root, s, depth)
	}
}

// several writes types between marks, each once.
func (w *writer) several(root json.RawMessage, all []json.RawMessage, mark string, depth int) {
	var written []string
	for _, one := range all {
		part := writer{indent: w.indent}
		part.kind(root, one, depth+1)
		text := part.String()
		if strings.Contains(text, " | ") && mark == " & " {
			text = "(" + text + ")"
		}
		if !slices.Contains(written, text) {
			written = append(written, text)
		}
	}
	w.WriteString(strings.Join(written, mark))
}

func (w *writer) typed(root json.RawMessage, s shape, depth int) {
	types := []any{s.Type}
	if list, ok := s.Type.([]any); ok && len(list) > 0 {
		types = list
	}
	for i, t := range types {
		if i > 0 {
			w.WriteString(" | ")
		}
		switch t {
		case "string", "boolean", "null":
			w.WriteString(t.(string))
		case "number", "integer":
			w.WriteString("number")
		case "array":
			w.array(root, s, depth)
		case "object":
			w.object(root, s, depth)
		default:
			if len(s.Properties) > 0 {
				w.object(root, s, depth)
			} else {
				w.WriteString("any")
			}
		}
	}
}

func (w *writer) array(root json.RawMessage, s shape, depth int) {
	if len(s.PrefixItems) > 0 {
		var all []string
		for _, one := range s.PrefixItems {
			part := writer{indent: w.indent}
			part.kind(root, one, depth+1)
			all = append(all, part.String())
		}
		w.WriteString("[" + strings.Join(all, ", ") + "]")
		return
	}
	item := writer{indent: w.indent}
	if s.Items == nil {
		item.WriteString("any")
	} else {
		item.kind(root, s.Items, depth+1)
	}
	if text := item.String(); strings.ContainsAny(text, "|&") && !strings.HasPrefix(text, "{") {
		w.WriteString("(" + text + ")[]")
	} else {
		w.WriteString(text + "[]")
	}
}

var plainName = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func (w *writer) object(root json.RawMessage, s shape, depth int) {
	other := ""
	if extra := strings.TrimSpace(string(s.AdditionalProperties)); strings.HasPrefix(extra, "{") && !strings.HasPrefix(extra, `{"not":{}`) {
		part := writer{indent: w.indent}
		part.kind(root, s.AdditionalProperties, depth+1)
		other = part.String()
	}
	switch {
	case len(s.Properties) == 0 && other != "":
		w.WriteString("Record<string, " + other + ">")
		return
	case len(s.Properties) == 0 && s.AdditionalProperties == nil && s.Required == nil:
		w.WriteString("Record<string, any>")
		return
	case len(s.Properties) == 0:
		w.WriteString("{}")
		w.optional = true
		return
	}
	w.optional = true
	indent := strings.Repeat("  ", w.indent+1)
	w.WriteString("{\n")
	for _, p := range s.Properties {
		var field shape
		_ = json.Unmarshal(p.raw, &field) // one that is no schema is any
		part := writer{indent: w.indent + 1}
		part.kind(root, p.raw, depth+1)
		mark := ""
		if field.Default != nil || field.Const != nil || !slices.Contains(s.Required, p.name) {
			mark = "?"
		} else {
			w.optional = false
		}
		name := p.name
		if !plainName.MatchString(name) {
			name = literal(quote(name))
		}
		w.WriteString(comment(indent, strings.TrimSpace(field.Description+" "+field.bounds())))
		w.WriteString(indent + name + mark + ": " + part.String() + ";\n")
	}
	if other != "" {
		w.WriteString(indent + "[key: string]: any;\n")
	}
	w.WriteString(strings.Repeat("  ", w.indent) + "}")
}

// bounds tells in words what a value is held to besides its type.
func (s shape) bounds() string {
	var all []string
	for _, one := range []struct {
		name  string
		value string
	}{
		{"min", s.Minimum.String()}, {"max", s.Maximum.String()}, {"min length", s.MinLength.String()},
		{"max length", s.MaxLength.String()}, {"min items", s.MinItems.String()}, {"max items", s.MaxItems.String()},
		{"format", s.Format}, {"pattern", s.Pattern}, {"default", string(s.Default)},
	} {
		if one.value != "" {
			all = append(all, one.name+" "+one.value)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// literal is a JSON value as a type.
func literal(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return "any"
	}
	switch v.(type) {
	case []any, map[string]any:
		var out bytes.Buffer
		if json.Compact(&out, raw) != nil {
			return "any"
		}
		return strings.Map(printing, out.String())
	}
	return strings.Map(printing, strings.TrimSpace(string(raw)))
}

func quote(text string) json.RawMessage {
	raw, _ := json.Marshal(text) // a text
	return raw
}

// target is the schema in root that a ref means, nil for none.
func target(root json.RawMessage, ref string) json.RawMessage {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	at := root
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if step == "" {
			continue
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		var fields map[string]json.RawMessage
		var items []json.RawMessage
		switch i, err := strconv.Atoi(step); {
		case json.Unmarshal(at, &fields) == nil:
			at = fields[step]
		case json.Unmarshal(at, &items) == nil && err == nil && i >= 0 && i < len(items):
			at = items[i]
		default:
			return nil
		}
	}
	return at
}
