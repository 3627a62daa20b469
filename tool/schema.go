package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// known are the schemas of types that marshal to something other than their kind.
var known = &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
	reflect.TypeFor[json.RawMessage](): {},
}}

// schemaOf is the schema of T, with the limits of its tags.
func schemaOf[T any]() (*jsonschema.Schema, error) {
	s, err := jsonschema.For[T](known)
	if err != nil {
		return nil, fmt.Errorf("make a schema of %v: %w", reflect.TypeFor[T](), err)
	}
	var bad error
	each(s, func(s *jsonschema.Schema) { bad = errors.Join(bad, limit(s)) })
	return s, bad
}

// each calls f with s and every schema below it.
func each(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	if s == nil {
		return
	}
	f(s)
	each(s.Items, f)
	each(s.AdditionalProperties, f)
	for _, p := range s.Properties {
		each(p, f)
	}
}

var (
	// limits are at the end of a description.
	limits = regexp.MustCompile(`\s*\[(\w+=[^\]]*)\]$`)
	// limited are the types that a limit is for.
	limited = map[string][]string{
		"enum": {"string"}, "minLength": {"string"}, "maxLength": {"string"}, "minItems": {"array"}, "maxItems": {"array"},
		"minimum": {"integer", "number"}, "maximum": {"integer", "number"},
	}
)

// limit moves the limits at the end of the description of s into s.
func limit(s *jsonschema.Schema) error {
	m := limits.FindStringSubmatch(s.Description)
	if m == nil {
		return nil
	}
	s.Description = strings.TrimSuffix(s.Description, m[0])
	for _, text := range strings.Fields(m[1]) {
		key, value, _ := strings.Cut(text, "=")
		of := s
		if s.Items != nil && limited[key] != nil && limited[key][0] != "array" {
			of = s.Items
		}
		n, err := strconv.Atoi(value)
		if !slices.ContainsFunc(append(of.Types, of.Type), func(t string) bool { return slices.Contains(limited[key], t) }) ||
			err != nil && key != "enum" {
			return fmt.Errorf("no limit of this type: %s", text)
		}
		switch key {
		case "enum":
			for v := range strings.SplitSeq(value, "|") {
				of.Enum = append(of.Enum, v)
			}
		case "minLength":
			of.MinLength = &n
		case "maxLength":
			of.MaxLength = &n
		case "minItems":
			of.MinItems = &n
		case "maxItems":
			of.MaxItems = &n
		case "minimum":
			of.Minimum = new(float64(n))
		case "maximum":
			of.Maximum = new(float64(n))
		}
	}
	return nil
}

// describe sets the schemas of t. That of the input has no null but for a pointer:
// a list is left out or empty.
func describe[In, Out any](t *Tool) error {
	in, err := schemaOf[In]()
	if err != nil {
		return err
	}
	if in.Type != "object" {
		return fmt.Errorf("arguments are an object, not %v", reflect.TypeFor[In]())
	}
	if in.Properties == nil {
		in.Properties = map[string]*jsonschema.Schema{} // some model servers insist on the key
	}
	each(in, func(s *jsonschema.Schema) {
		if slices.Contains(s.Types, "array") {
			s.Type, s.Types = "array", nil
		}
	})
	if t.schema, err = in.Resolve(nil); err != nil {
		return err
	}
	if t.input, err = json.Marshal(in); err != nil {
		return err
	}
	out, err := schemaOf[Out]()
	if err != nil {
		return err
	}
	t.output, err = json.Marshal(out)
	return err
}

// check holds args against the input schema and returns them, or {} for none. The
// error wraps ErrArguments.
func (t Tool) check(args json.RawMessage) (json.RawMessage, error) {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	if len(args) > MaxArguments {
		return nil, fmt.Errorf("%w: over %d bytes", ErrArguments, MaxArguments)
	}
	var v any
	if json.Unmarshal(args, &v) != nil {
		return nil, fmt.Errorf("%w: no valid JSON", ErrArguments)
	}
	var found faults
	found.look(t.schema.Schema(), "", v)
	if len(found) == 0 && t.schema.Validate(v) != nil {
		found.add("", "must match the schema") // in a keyword that look does not know
	}
	if len(found) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrArguments, found)
	}
	return args, nil
}

// decode reads arguments that were checked. What may still be wrong is a number
// that is too large, or the form of a type that reads its own JSON.
func decode[In any](args json.RawMessage) (in In, err error) {
	var mismatch *json.UnmarshalTypeError
	if err = json.Unmarshal(args, &in); errors.As(err, &mismatch) {
		return in, fmt.Errorf("%w: %s does not fit %v (write 2, not 2.0)", ErrArguments, mismatch.Field, mismatch.Type)
	} else if err != nil {
		return in, fmt.Errorf("%w: a field is not in the form it must have", ErrArguments)
	}
	return in, nil
}
