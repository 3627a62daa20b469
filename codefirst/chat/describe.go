package chat

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"parley/tool/schema"
)

const maxType = 6 // how deep the type of a prop is told

// Describe tells a model of components: what each is for, its props as TypeScript,
// what it may hold, and its examples.
func Describe(components []Component) string {
	var b strings.Builder
	for i, c := range components {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "<%s>", c.Name)
		if len(c.Aliases) > 0 {
			fmt.Fprintf(&b, " (or <%s>)", strings.Join(c.Aliases, ">, <"))
		}
		b.WriteString(": " + strings.TrimSpace(c.Description) + "\n")
		if c.Inner {
			b.WriteString("Only inside another component.\n")
		}
		if props := propsOf(c.Props); props != "" {
			b.WriteString("Props: " + props + "\n")
		}
		if holds := c.holds(); holds != "nothing" {
			b.WriteString("May hold: " + holds + "\n")
		}
		for _, e := range c.Examples {
			fmt.Fprintf(&b, "Example, %s:\n%s\n", e.Name, strings.TrimSpace(e.Code))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func propsOf(s *schema.Schema) string {
	if s == nil || len(s.Schema().Properties) == 0 {
		return ""
	}
	return typing(s, s.Schema(), 0)
}

// typing is the TypeScript type of sub, a part of s.
func typing(s *schema.Schema, sub *jsonschema.Schema, depth int) string {
	if sub == nil || depth > maxType {
		return "any"
	}
	switch {
	case sub.Ref != "":
		return typing(s, s.Target(sub.Ref), depth+1)
	case sub.Const != nil:
		return literal(*sub.Const)
	case len(sub.Enum) > 0:
		return union(sub.Enum, literal)
	case len(sub.OneOf) > 0:
		return union(sub.OneOf, func(o *jsonschema.Schema) string { return typing(s, o, depth+1) })
	case len(sub.AnyOf) > 0:
		return union(sub.AnyOf, func(o *jsonschema.Schema) string { return typing(s, o, depth+1) })
	case len(sub.Types) > 0:
		return union(sub.Types, func(t string) string { return plain(s, sub, t, depth) })
	}
	return plain(s, sub, sub.Type, depth)
}

func plain(s *schema.Schema, sub *jsonschema.Schema, kind string, depth int) string {
	switch kind {
	case "string", "boolean", "null":
		return kind
	case "integer", "number":
		return "number"
	case "array":
		return "Array<" + typing(s, sub.Items, depth+1) + ">"
	case "object":
		return fields(s, sub, depth)
	}
	return "any"
}

func fields(s *schema.Schema, sub *jsonschema.Schema, depth int) string {
	if len(sub.Properties) == 0 {
		return "object"
	}
	required := make(map[string]bool)
	for _, name := range sub.Required {
		required[name] = true
	}
	var all []string
	for _, name := range sub.PropertyOrder {
		mark, about := "?", ""
		if required[name] {
			mark = ""
		}
		p := sub.Properties[name]
		note := p.Description
		if p.Default != nil {
			note = strings.TrimPrefix(note+"; default "+string(p.Default), "; ")
		}
		if note != "" {
			about = " /* " + strings.ReplaceAll(note, "*/", "* /") + " */"
		}
		all = append(all, name+mark+": "+typing(s, p, depth+1)+about)
	}
	return "{ " + strings.Join(all, "; ") + " }"
}

func union[T any](options []T, typing func(T) string) string {
	var all []string
	for _, o := range options {
		all = append(all, typing(o))
	}
	return strings.Join(all, " | ")
}

func literal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "any"
	}
	return string(text)
}
