package schema

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	// maxNested bounds how deep a value may nest, and a schema refer on at one place.
	maxNested = 100
	// maxSteps bounds the work of one check beside ten steps a byte: a recursive union
	// may double it with every level of the value.
	maxSteps = 20_000
)

// Check holds v against s and returns it with the defaults of missing fields filled
// in; v itself if there are none. The error wraps ErrInvalid. Its text is one line
// of at most MaxFaults faults.
func (s *Schema) Check(v json.RawMessage) (json.RawMessage, error) { return s.CheckAs("the value", v) }

// CheckAs is Check for a value that faults call by a name, such as "the arguments".
func (s *Schema) CheckAs(name string, v json.RawMessage) (json.RawMessage, error) {
	fills, err := s.hold(s.root, name, v)
	switch {
	case err != nil:
		return nil, err
	case len(fills) == 0:
		return v, nil
	}
	return fill(v, fills)
}

// hold holds v against sub and gives the defaults of missing fields.
func (s *Schema) hold(sub *jsonschema.Schema, name string, v json.RawMessage) ([]filling, error) {
	var value any
	if json.Unmarshal(v, &value) != nil {
		return nil, invalid("no valid JSON")
	}
	if deeper(value, maxNested) {
		return nil, invalid(name + " " + errTooMuch.Error())
	}
	s.checking.Lock()
	defer s.checking.Unlock()
	s.steps = maxSteps + 10*len(v)
	err := s.compiled[sub].Validate(value)
	var fills []filling
	if err == nil && s.fills {
		fills = s.defaults(nil, sub, value)
	}
	var found *validator.ValidationError
	switch {
	case s.steps < 0:
		return nil, invalid(name + " " + errTooMuch.Error())
	case errors.As(err, &found):
		return nil, invalid(tell(name, s.faults(found, value)))
	}
	return fills, err
}

// deeper reports whether v nests deeper than n values.
func deeper(v any, n int) bool {
	below := func(v any) bool { return deeper(v, n-1) }
	switch v := v.(type) {
	case []any:
		return n == 0 || slices.ContainsFunc(v, below)
	case map[string]any:
		for _, field := range v {
			if n == 0 || below(field) {
				return true
			}
		}
	}
	return false
}

// CheckFields holds the names of an object's fields against s, whatever the values are.
// The error wraps ErrInvalid and reads as Check's; nil says only that the names alone
// tell nothing.
func (s *Schema) CheckFields(names []string) error {
	root := s.Follow(s.root)
	var found []fault
	for _, name := range root.Required {
		if property := root.Properties[name]; !slices.Contains(names, name) && (property == nil || property.Default == nil) {
			found = append(found, missing(nil, name))
		}
	}
	if root.AdditionalProperties != nil && isFalse(root.AdditionalProperties) && root.PatternProperties == nil {
		for _, name := range names {
			if root.Properties[name] == nil {
				found = append(found, surplus(nil, name))
			}
		}
	}
	if len(found) > 0 {
		return invalid(tell("the value", found))
	}
	return nil
}

// invalid is an error that wraps ErrInvalid, by its text.
type invalid string

func (e invalid) Error() string { return string(e) }
func (e invalid) Unwrap() error { return ErrInvalid }
