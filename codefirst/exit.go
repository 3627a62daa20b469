package codefirst

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"parley/codefirst/prompt"
	"parley/codefirst/typings"
	"parley/tool/schema"
)

// Exit is a way out of a run: the code returns { action: "name", ...value }.
type Exit struct {
	// Name and Aliases are what the code may call it by, in any case.
	Name        string
	Aliases     []string
	Description string
	// Metadata is the caller's own; no model sees it.
	Metadata map[string]any
	// Schema is of the value; nil takes any value and asks for none.
	Schema *schema.Schema
}

// The exits that every run knows. Listen gives the turn back to the user and exists in
// chat mode alone; Think goes on with another iteration that shows what was returned
// with it; Done is the exit of a run in worker mode that is given none.
var (
	Listen = Exit{Name: "listen", Description: "Wait for what the user says next."}
	Think  = Exit{Name: "think", Description: "Look at variables, then write more code." +
		" Return what you want to see beside the action."}
	Done = ExitOf[Finished]{Exit{Name: "done", Description: "The task is done, or cannot be done: say which.", Schema: doneSchema()}}
)

// Finished is the value of Done: with Success, Result is what came out; without, Error
// says why it could not be done.
type Finished struct {
	Success bool   `json:"success"`
	Result  any    `json:"result,omitempty"`
	Error   string `json:"error,omitempty"`
}

func doneSchema() *schema.Schema {
	s, err := schema.Parse(json.RawMessage(`{"oneOf":[
		{"type":"object","required":["success"],"additionalProperties":false,
			"properties":{"success":{"const":true},"result":{"description":"what came out"},"error":{"type":"null"}}},
		{"type":"object","required":["success","error"],"additionalProperties":false,"properties":{"success":{"const":false},
			"error":{"type":"string","minLength":1,"description":"why it could not be done"},"result":{}}}]}`))
	if err != nil {
		panic(err) // the text above is at fault
	}
	return s
}

// clone is e without what it shares with others.
func (e Exit) clone() Exit {
	e.Aliases, e.Metadata = slices.Clone(e.Aliases), maps.Clone(e.Metadata)
	return e
}

// errExit means that the code returned no exit, or not with such a value.
var errExit = errors.New("not a valid return")

func (e Exit) named(name string) bool {
	same := func(s string) bool { return strings.EqualFold(s, name) }
	return same(e.Name) || slices.ContainsFunc(e.Aliases, same)
}

// parseExit reads what the code returned: which exit, and its value with defaults
// filled in, nil for none. Models return values in a few other forms than the asked
// one; the first form that fits the schema is taken. The error wraps errExit and
// tells every valid form.
func parseExit(returned json.RawMessage, exits []Exit) (Exit, json.RawMessage, error) {
	name, fields, err := action(returned)
	if err != nil {
		return Exit{}, nil, fmt.Errorf("%w: %w. %s", errExit, err, forms(exits))
	}
	i := slices.IndexFunc(exits, func(e Exit) bool { return e.Name == name || slices.Contains(e.Aliases, name) })
	if i < 0 {
		i = slices.IndexFunc(exits, func(e Exit) bool { return e.named(name) })
	}
	if i < 0 {
		return Exit{}, nil, fmt.Errorf("%w: there is no action %q. %s", errExit, shorten(name, 60), forms(exits))
	}
	exit := exits[i]
	tries := candidates(fields)
	if exit.Schema == nil {
		if len(tries) == 0 {
			return exit, nil, nil
		}
		return exit, tries[0].Value, nil
	}
	if len(tries) == 0 {
		tries = []field{{Value: json.RawMessage("{}")}}
	}
	var first error
	for _, try := range append(tries, wrapped(tries, exit.Schema)...) {
		value, err := exit.Schema.Check(try.Value)
		if err == nil {
			return exit, value, nil
		}
		if first == nil {
			first = err
		}
	}
	return Exit{}, nil, fmt.Errorf("%w: the value of %q: %w. %s", errExit, exit.Name, first, forms([]Exit{exit}))
}

// field is one key of a returned object.
type field = schema.Field

// action takes what was returned apart. A text alone is the name of an action.
func action(returned json.RawMessage) (name string, fields []field, err error) {
	if json.Unmarshal(returned, &name) == nil && name != "" {
		return name, nil, nil
	}
	fields, ok := schema.Fields(returned)
	if !ok {
		return "", nil, errors.New("the code has to return an object with an action")
	}
	i := slices.IndexFunc(fields, func(f field) bool { return f.Key == "action" })
	if i < 0 || json.Unmarshal(fields[i].Value, &name) != nil || name == "" {
		return "", nil, errors.New("the returned object has no action, which is a text")
	}
	return name, slices.Delete(fields, i, i+1), nil
}

// candidates are the values that fields may mean: that of "value", all of them as
// an object, which has no key, or the only one.
func candidates(fields []field) []field {
	var tries []field
	for _, f := range fields {
		if f.Key == "value" {
			tries = append(tries, f)
		}
	}
	if len(fields) > 0 {
		tries = append(tries, field{Value: object(fields...)})
	}
	if len(fields) == 1 && fields[0].Key != "value" {
		tries = append(tries, fields[0])
	}
	return tries
}

func object(fields ...field) json.RawMessage {
	out := []byte{'{'}
	for i, f := range fields {
		if i > 0 {
			out = append(out, ',')
		}
		key, _ := json.Marshal(f.Key) // a text
		out = append(append(append(out, key...), ':'), f.Value...)
	}
	return append(out, '}')
}

// usual are the names that the field of a plain value has, and that models give it.
var usual = []string{"result", "value", "data", "message", "error", "output", "response"}

// wrapped are more forms of the values: objects to which the field that tells the options
// of a union apart is added, and plain values in a field of a usual name. Of several
// options exactly one has to fit.
func wrapped(tries []field, s *schema.Schema) []field {
	var out []field
	root := s.Schema()
	options := slices.Concat(root.AnyOf, root.OneOf)
	for _, try := range tries {
		fields, isObject := schema.Fields(try.Value)
		switch {
		case isObject:
			out = append(out, theOne(s, options, fields)...)
		case len(options) == 0:
			for _, key := range usual {
				if root.Properties[key] != nil && (try.Key != "error" || key == "error") {
					out = append(out, field{Value: object(field{Key: key, Value: try.Value})})
				}
			}
		case slices.Contains(usual, try.Key): // another may mean anything
			out = append(out, inPlace(s, options, try)...)
		}
	}
	return out
}

// inPlace is the only object that has a plain value in a field of a usual name. It is an
// error only if it was called one, or can be nothing else.
func inPlace(s *schema.Schema, options []*jsonschema.Schema, plain field) []field {
	var fit, failed []field
	for _, key := range usual {
		one := theOne(s, options, []field{{Key: key, Value: plain.Value}})
		if key == "error" {
			failed = append(failed, one...)
		} else if plain.Key != "error" {
			fit = append(fit, one...)
		}
	}
	if len(fit) == 0 {
		fit = failed
	}
	if len(fit) != 1 {
		return nil
	}
	return fit
}

// theOne is the object of the fields and those that tell an option of a union, if that is
// of exactly one option.
func theOne(s *schema.Schema, options []*jsonschema.Schema, fields []field) []field {
	var fit []field
	for _, option := range options {
		whole := told(s, option, fields)
		if len(whole) == len(fields) {
			continue
		}
		if _, err := s.Check(object(whole...)); err == nil {
			fit = append(fit, field{Value: object(whole...)})
		}
	}
	if len(fit) != 1 {
		return nil
	}
	return fit
}

// told is fields with those added that can have one value only.
func told(s *schema.Schema, option *jsonschema.Schema, fields []field) []field {
	out := slices.Clone(fields)
	for _, key := range s.Follow(option).PropertyOrder {
		value := s.Constant(option, key)
		if value != nil && !slices.ContainsFunc(fields, func(f field) bool { return f.Key == key }) {
			raw, _ := json.Marshal(value) // it was JSON
			out = append(out, field{Key: key, Value: raw})
		}
	}
	return out
}

// forms tells how to return each of the exits.
func forms(exits []Exit) string {
	var b strings.Builder
	b.WriteString("Valid are:")
	for _, e := range described(exits) {
		b.WriteString("\n" + e.Return)
	}
	return b.String()
}

// described is exits as a prompt tells them.
func described(exits []Exit) []prompt.Exit {
	out := make([]prompt.Exit, len(exits))
	for i, e := range exits {
		out[i] = prompt.Exit{Name: e.Name, Aliases: e.Aliases, Description: e.Description, Return: e.form()}
	}
	return out
}

func (e Exit) form() string {
	action, _ := json.Marshal(e.Name) // a text
	switch {
	case e.Name == Think.Name:
		return `return { action: "think", variable }`
	case e.Schema == nil:
		return fmt.Sprintf("return { action: %s }", action)
	}
	return fmt.Sprintf("return { action: %s, value: %s }", action, typings.Type(e.Schema.JSON()))
}

// shorten is text of at most limit characters.
func shorten(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}
