package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
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
	dec := json.NewDecoder(bytes.NewReader(raw))
	keys := map[string][]string{}
	if err := collect(dec, "", 0, keys); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: more than one JSON value", ErrSchema)
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
	return From(&root)
}

// collect reads one value of dec, which is at pointer, and adds to keys the names in
// every object, in order and each once.
func collect(dec *json.Decoder, pointer string, depth int, keys map[string][]string) error {
	token, err := dec.Token()
	if err != nil {
		return fmt.Errorf("no valid JSON: %w", err)
	}
	if depth > 2*MaxDepth { // a schema below another is in an object or a list of that one
		return fmt.Errorf("deeper than %d schemas", MaxDepth)
	}
	switch token {
	case json.Delim('['):
		for i := 0; dec.More(); i++ {
			if err := collect(dec, pointer+"/"+strconv.Itoa(i), depth+1, keys); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		seen := map[string]bool{}
		for dec.More() {
			token, err := dec.Token()
			if err != nil {
				return fmt.Errorf("no valid JSON: %w", err)
			}
			name, _ := token.(string) // the decoder takes no other name
			if !seen[name] {
				seen[name] = true
				keys[pointer] = append(keys[pointer], name)
			}
			if err := collect(dec, pointer+"/"+escaper.Replace(name), depth+1, keys); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	if _, err := dec.Token(); err != nil { // the end of the list or object
		return fmt.Errorf("no valid JSON: %w", err)
	}
	return nil
}
