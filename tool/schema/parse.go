package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"
)

// Parse is the Schema that raw is, with the properties in the order of the text. The
// error wraps ErrSchema: raw is over MaxBytes, too deep, no JSON Schema, or has
// keywords that Check does not know.
func Parse(raw json.RawMessage) (*Schema, error) {
	if len(raw) > MaxBytes {
		return nil, fmt.Errorf("%w: over %d bytes", ErrSchema, MaxBytes)
	}
	if !json.Valid(raw) {
		return nil, fmt.Errorf("%w: no valid JSON", ErrSchema)
	}
	keys := map[string][]string{}
	if err := collect(raw, "", 0, keys); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	var root jsonschema.Schema
	if err := json.Unmarshal(raw, &root); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	err := walk(&root, "", 0, func(pointer string, s *jsonschema.Schema) error {
		s.PropertyOrder = keys[pointer+"/properties"]
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	return Compile(&root)
}

// collect adds to keys the names in every object of raw, which is at pointer, in order
// and each once.
func collect(raw json.RawMessage, pointer string, depth int, keys map[string][]string) error {
	if depth > 2*MaxDepth { // a schema below another is in an object or a list of that one
		return fmt.Errorf("deeper than %d schemas", MaxDepth)
	}
	fields, isObject := Fields(raw)
	if !isObject {
		var items []json.RawMessage
		_ = json.Unmarshal(raw, &items) // what is no list has no items
		for i, item := range items {
			fields = append(fields, Field{strconv.Itoa(i), item})
		}
	}
	for _, one := range fields {
		if isObject && !slices.Contains(keys[pointer], one.Key) {
			keys[pointer] = append(keys[pointer], one.Key)
		}
		if err := collect(one.Value, pointer+"/"+escaper.Replace(one.Key), depth+1, keys); err != nil {
			return err
		}
	}
	return nil
}

// Field is one of an object.
type Field struct {
	Key   string
	Value json.RawMessage
}

// Fields are those of a JSON object, as they are written; false means that raw is none.
func Fields(raw json.RawMessage) ([]Field, bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	var all []Field
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, false
		}
		one := Field{Key: key.(string)} // the decoder takes no other
		if dec.Decode(&one.Value) != nil {
			return nil, false
		}
		all = append(all, one)
	}
	return all, true
}
