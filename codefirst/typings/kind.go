package typings

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

const (
	// maxNested bounds how deep a type is told, maxKinds how many schemas of one: what
	// is below or beyond is "any". Refs may double the schemas with every level.
	maxNested = 12
	maxKinds  = 1000
)

// Type is the type of a JSON Schema; one that is no schema is "any".
func Type(schema json.RawMessage) string { return newTeller(schema).kind(parse(schema), 0).text }

// told is a type in words.
type told struct {
	text     string
	loose    bool // the text has a mark outside of brackets
	optional bool // an empty object, or nothing in its place, fits
}

var anything = told{text: "any"}

// teller tells the types of one schema.
type teller struct {
	root  json.RawMessage
	left  int      // schemas that may still be told
	depth int      // of the one that is told
	refs  []string // that it is in
}

func newTeller(root json.RawMessage) *teller {
	return &teller{root: root, left: maxKinds, refs: []string{"#"}}
}

// kind is the type of s, whose lines but the first are indented.
func (w *teller) kind(s shape, indent int) told {
	if w.left--; w.left < 0 || w.depth > maxNested {
		return anything
	}
	w.depth++
	defer func() { w.depth-- }()
	switch {
	case s.never:
		return told{text: "never"}
	case s.Ref != "":
		return w.referred(s.Ref, indent)
	case s.Const != nil:
		return told{text: literal(s.Const)}
	case len(s.Enum) > 0:
		var all []told
		for _, v := range s.Enum {
			all = append(all, told{text: literal(v)})
		}
		return join(" | ", all)
	}
	var all []told
	if s.Type != nil || len(s.Properties) > 0 {
		all = append(all, w.typed(s, indent))
	}
	for _, options := range [][]json.RawMessage{s.AnyOf, s.OneOf} {
		if len(options) > 0 {
			all = append(all, join(" | ", w.each(options, indent)))
		}
	}
	return join(" & ", append(all, w.each(s.AllOf, indent)...))
}

// referred is the type that a ref means; inside of itself it is "any".
func (w *teller) referred(ref string, indent int) told {
	if slices.Contains(w.refs, ref) {
		return anything
	}
	w.refs = append(w.refs, ref)
	defer func() { w.refs = w.refs[:len(w.refs)-1] }()
	return w.kind(parse(target(w.root, ref)), indent)
}

func (w *teller) each(schemas []json.RawMessage, indent int) (all []told) {
	for _, one := range schemas {
		all = append(all, w.kind(parse(one), indent))
	}
	return all
}

// join is all types, each once, between marks. "any" swallows the others of " | ", and
// says nothing among those of " & ".
func join(mark string, all []told) told {
	either := mark == " | "
	var kept []told
	optional := !either
	for _, one := range all {
		if either {
			optional = optional || one.optional
		} else {
			optional = optional && one.optional
		}
		switch {
		case one.text == "any" && either:
			return anything
		case one.text == "any", slices.ContainsFunc(kept, func(t told) bool { return t.text == one.text }):
		default:
			kept = append(kept, one)
		}
	}
	switch len(kept) {
	case 0:
		return anything
	case 1:
		return told{kept[0].text, kept[0].loose, optional}
	}
	texts := make([]string, len(kept))
	for i, one := range kept {
		texts[i] = one.text
		if one.loose && !either {
			texts[i] = "(" + one.text + ")"
		}
	}
	return told{strings.Join(texts, mark), true, optional}
}

// typed is the type that the keyword type and the fields name.
func (w *teller) typed(s shape, indent int) told {
	types, several := s.Type.([]any)
	if !several {
		types = []any{s.Type}
	}
	var all []told
	for _, t := range types {
		switch {
		case t == "string", t == "boolean", t == "null":
			all = append(all, told{text: t.(string)})
		case t == "number", t == "integer":
			all = append(all, told{text: "number"})
		case t == "array":
			all = append(all, w.array(s, indent))
		case t == "object", len(s.Properties) > 0:
			all = append(all, w.object(s, indent))
		default:
			all = append(all, anything)
		}
	}
	return join(" | ", all)
}

func (w *teller) array(s shape, indent int) told {
	if len(s.PrefixItems) > 0 {
		var texts []string
		for _, one := range w.each(s.PrefixItems, indent) {
			texts = append(texts, one.text)
		}
		return told{text: "[" + strings.Join(texts, ", ") + "]"}
	}
	item := anything
	if s.Items != nil {
		item = w.kind(parse(s.Items), indent)
	}
	if item.loose {
		item.text = "(" + item.text + ")"
	}
	return told{text: item.text + "[]"}
}

func (w *teller) object(s shape, indent int) told {
	other := "any"
	if s.AdditionalProperties != nil {
		other = w.kind(parse(s.AdditionalProperties), indent).text
	}
	if s.PatternProperties != nil {
		other = "any"
	}
	closed := other == "never"
	switch {
	case len(s.Properties) > 0:
		return w.fields(s, indent, s.PatternProperties != nil || s.AdditionalProperties != nil && !closed)
	case closed, s.Properties != nil && s.AdditionalProperties == nil && s.PatternProperties == nil && s.Required == nil:
		return told{text: "{}", optional: len(s.Required) == 0}
	}
	return told{text: "Record<string, " + other + ">", optional: len(s.Required) == 0}
}

// fields is an object with properties, and with others if it is open.
func (w *teller) fields(s shape, indent int, open bool) told {
	var b strings.Builder
	inner := strings.Repeat("  ", indent+1)
	b.WriteString("{\n")
	needed := len(s.Required)
	for _, p := range s.Properties {
		field := parse(p.Value)
		mark := "?"
		if slices.Contains(s.Required, p.Key) {
			if field.Default == nil {
				mark = ""
			} else {
				needed--
			}
		}
		name := p.Key
		if !plainName.MatchString(name) {
			name = quoted(name)
		}
		b.WriteString(comment(inner, field.Description+" "+field.bounds()))
		b.WriteString(inner + name + mark + ": " + w.kind(field, indent+1).text + ";\n")
	}
	if open {
		b.WriteString(inner + "[key: string]: any;\n")
	}
	b.WriteString(strings.Repeat("  ", indent) + "}")
	return told{text: b.String(), optional: needed == 0}
}

// lines writes what may end a line in older TypeScript as JSON may.
var lines = strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`)

// literal is a JSON value as a type.
func literal(raw json.RawMessage) string {
	var text bytes.Buffer
	var v any
	if json.Compact(&text, raw) != nil || json.Unmarshal(raw, &v) != nil { // a number may be too large
		return "any"
	}
	return lines.Replace(strings.ToValidUTF8(text.String(), "\ufffd"))
}

func quoted(text string) string {
	raw, _ := json.Marshal(text) // a text always marshals
	return string(raw)
}
