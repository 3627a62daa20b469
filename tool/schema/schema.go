// Package schema is JSON Schemas of what crosses between a model and Go: made of Go
// types or read as JSON, with every fault of a value told in words.
package schema

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is a JSON Schema. It is immutable and safe for concurrent use.
type Schema struct {
	raw      json.RawMessage
	resolved *jsonschema.Resolved
}

// JSON is the schema. Nobody changes it.
func (s *Schema) JSON() json.RawMessage { return s.raw }
