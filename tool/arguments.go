package tool

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"parley/tool/schema"
)

// arguments holds args, with those of Static in their places, against the input
// schema and returns them with its defaults; no args stand for {}. The error wraps
// ErrArguments.
func (t Tool) arguments(args json.RawMessage) (json.RawMessage, error) {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	if len(args) > MaxArguments {
		return nil, fmt.Errorf("%w: over %d bytes", ErrArguments, MaxArguments)
	}
	if t.static != nil {
		merged, err := merge(args, t.static)
		if err != nil {
			return nil, fmt.Errorf("%w: no valid JSON", ErrArguments)
		}
		args = merged
	}
	args, err := t.in.CheckAs("the arguments", args)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrArguments, err)
	}
	return args, nil
}

// merge is the object over with the fields of static in the place of its own; where
// both have an object, those are merged. Only invalid JSON is an error.
func merge(over, static json.RawMessage) (json.RawMessage, error) {
	if !json.Valid(over) {
		return nil, ErrArguments
	}
	fixed, fields := object(static), object(over)
	if fixed == nil {
		return static, nil
	}
	if fields == nil {
		fields = make(map[string]json.RawMessage, len(fixed))
	}
	for key, value := range fixed {
		if own, has := fields[key]; has {
			value, _ = merge(own, value) // a part of valid JSON
		}
		fields[key] = value
	}
	return json.Marshal(fields)
}

// object is the fields of an object, nil for another value.
func object(raw json.RawMessage) (fields map[string]json.RawMessage) {
	if json.Unmarshal(raw, &fields) != nil {
		return nil
	}
	return fields
}

// literals is the schema of the arguments with those of Static as the only values.
func (t Tool) literals() (json.RawMessage, error) {
	if t.static == nil && t.staticErr == nil {
		return t.in.JSON(), nil
	}
	var fixed map[string]any
	numbers := json.NewDecoder(bytes.NewReader(t.static))
	numbers.UseNumber() // a large one is told as it is
	if err := errors.Join(t.staticErr, numbers.Decode(&fixed)); err != nil {
		return nil, fmt.Errorf("static arguments are no object: %w", err)
	}
	root := t.in.Schema().CloneSchemas()
	if err := t.fix(root, fixed); err != nil {
		return nil, err
	}
	shown, err := schema.Compile(root)
	if err != nil {
		return nil, err
	}
	return shown.JSON(), nil
}

// CheckFields holds the names of the arguments of a call to those that t takes, whatever
// their values are. The error wraps ErrArguments and reads as Run's; nil is no promise that
// Run takes the values.
func (t Tool) CheckFields(names []string) error {
	var fixed map[string]json.RawMessage
	_ = json.Unmarshal(t.static, &fixed) // it was read when t was made
	for name := range fixed {
		if !slices.Contains(names, name) {
			names = append(slices.Clip(names), name)
		}
	}
	if err := t.in.CheckFields(names); err != nil {
		return fmt.Errorf("%w: %w", ErrArguments, err)
	}
	return nil
}

// fix makes the properties of s that fixed has literals, which may be left out; so may
// an object of which no more is needed.
func (t Tool) fix(s *jsonschema.Schema, fixed map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(fixed)) {
		property := s.Properties[name]
		if property == nil {
			return fmt.Errorf("there is no argument %s to fix", name)
		}
		if target := t.in.Follow(property); target != property { // others may refer to it too
			target = target.CloneSchemas()
			target.Description = cmp.Or(property.Description, target.Description)
			property, s.Properties[name] = target, target
		}
		value := fixed[name]
		if below, ok := value.(map[string]any); ok && property.Properties != nil {
			if err := t.fix(property, below); err != nil {
				return err
			}
		} else if err := fits(property, name, value); err != nil {
			return err
		} else {
			property = &jsonschema.Schema{Const: &value, Description: property.Description}
			s.Properties[name] = property
		}
		if len(property.Required) == 0 {
			s.Required = slices.DeleteFunc(slices.Clone(s.Required), func(r string) bool { return r == name })
		}
	}
	return nil
}

// fits holds a value to a property, unless that refers to a schema elsewhere.
func fits(property *jsonschema.Schema, name string, value any) error {
	alone, err := schema.Compile(property.CloneSchemas())
	if err != nil {
		return nil //nolint:nilerr // each call holds it to the whole schema
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = alone.CheckAs(name, text)
	return err
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
