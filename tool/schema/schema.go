// Package schema holds values to JSON Schemas and says in words what is wrong with
// them, for a language model to correct. A Schema is made of a Go type, of JSON, or
// of the form of google's library. santhosh-tekuri's library finds what is wrong, by
// 2020-12, or by draft 7 if a keyword of that alone is used; what a Schema would have to
// ignore is refused.
package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

// Bounds of a Schema and of the text of a fault.
const (
	// MaxBytes bounds the JSON that Parse takes, MaxDepth how deep schemas nest.
	MaxBytes = 64 << 10
	MaxDepth = 32
	// MaxFaults bounds the faults that are told of one value.
	MaxFaults = 10
)

var (
	// ErrSchema means a schema that cannot be used.
	ErrSchema = errors.New("bad schema")
	// ErrInvalid means a value that breaks its schema. The text of an error that wraps
	// it lists the faults by field, and holds none of the value's own values.
	ErrInvalid = errors.New("the value breaks its schema")
)

// Schema is a JSON Schema that values are held to. It is immutable and safe for
// concurrent use. ForType, OfResult, Parse and Compile make one; the zero Schema is none.
type Schema struct {
	root     *jsonschema.Schema
	text     json.RawMessage
	at       map[string]*jsonschema.Schema            // every schema, by JSON Pointer
	tags     map[*jsonschema.Schema]string            // what tells the options of a union apart
	names    map[string]int                           // of fields that it knows, in order
	compiled map[*jsonschema.Schema]*validator.Schema // each by itself
	fills    bool                                     // there are defaults

	checking sync.Mutex
	steps    int // that are left of the check
}

// known are the schemas of types that marshal to something other than their kind.
var known = &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
	reflect.TypeFor[json.RawMessage](): {},
}}

// ForType is the schema of what others write for a T: fields are in the order of the
// struct, one without omitempty or omitzero is required, and no others are allowed.
// Only a pointer may be null: a list is left out or empty. The tag "jsonschema" says
// what a field is and may end in limits; tool.New tells which. An object has the key
// "properties" even if it has none, for some model servers insist on it. The error
// wraps ErrSchema: the type has no JSON, is recursive, or a limit is not for its type. It
// is made once: everybody has the same one.
func ForType[T any]() (*Schema, error) {
	return of[T](false, func(s *jsonschema.Schema) {
		if slices.Contains(s.Types, "array") {
			s.Type, s.Types = "array", nil
		}
	})
}

// OfResult is like ForType, for what Go itself writes for a T: a nil slice or map is null.
func OfResult[T any]() (*Schema, error) {
	return of[T](true, func(s *jsonschema.Schema) {
		if s.Type == "object" && s.Properties == nil && s.AdditionalProperties != nil && s.AdditionalProperties.Not == nil {
			s.Type, s.Types = "", []string{"null", "object"}
		}
	})
}

// ofTypes are the schemas made so far, by typed: as many as the program has types for them.
var ofTypes sync.Map

// typed is a type, as arguments or as a result.
type typed struct {
	reflect.Type
	result bool
}

func of[T any](result bool, adapt func(*jsonschema.Schema)) (*Schema, error) {
	t := reflect.TypeFor[T]()
	if made, ok := ofTypes.Load(typed{t, result}); ok {
		return made.(*Schema), nil
	}
	root, err := jsonschema.For[T](known)
	if err != nil {
		return nil, fmt.Errorf("%w: %v: %w", ErrSchema, t, err)
	}
	err = walk(root, "", 0, func(_ string, s *jsonschema.Schema) error {
		adapt(s)
		return limit(s)
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %v: %w", ErrSchema, t, err)
	}
	if root.Type == "object" && root.Properties == nil {
		root.Properties = map[string]*jsonschema.Schema{}
	}
	made, err := Compile(root)
	if err != nil {
		return nil, err
	}
	ofTypes.Store(typed{t, result}, made)
	return made, nil
}

// Compile is the Schema of root, which it keeps: nobody changes it afterwards. It adds
// to each PropertyOrder the properties that are not in it. Refs are JSON Pointers
// into root. The error wraps ErrSchema.
func Compile(root *jsonschema.Schema) (*Schema, error) {
	s := &Schema{
		root: root, at: map[string]*jsonschema.Schema{}, names: map[string]int{}, tags: map[*jsonschema.Schema]string{},
		compiled: map[*jsonschema.Schema]*validator.Schema{},
	}
	err := walk(root, "", 0, func(pointer string, sub *jsonschema.Schema) error {
		s.at[pointer] = sub
		order(sub)
		for _, name := range slices.Concat(sub.PropertyOrder, sub.Required) {
			if _, has := s.names[name]; !has {
				s.names[name] = len(s.names)
			}
		}
		s.fills = s.fills || sub.Default != nil
		return supported(sub)
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	for pointer, sub := range s.at {
		if sub.Ref != "" && s.target(sub.Ref) == nil {
			return nil, fmt.Errorf("%w: %s refers to %q, which is not in it", ErrSchema, place(pointer), sub.Ref)
		}
		if options := union(sub); len(options) > 1 {
			s.tags[sub] = s.discriminator(options)
		}
	}
	if s.circular(root) {
		return nil, fmt.Errorf("%w: a schema refers to itself for the same value", ErrSchema)
	}
	if err := s.compile(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	for pointer, sub := range s.at {
		if sub.Default == nil {
			continue
		}
		if _, err := s.hold(sub, "the default", sub.Default); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrSchema, place(pointer), err)
		}
	}
	if s.text, err = compact(root); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	return s, nil
}

// JSON is the schema as JSON, its properties in order. Nobody changes it.
func (s *Schema) JSON() json.RawMessage { return s.text }

// Schema is the library's form. Nobody changes it; CloneSchemas makes a copy.
func (s *Schema) Schema() *jsonschema.Schema { return s.root }

// Target is the schema that a ref of s means, or nil.
func (s *Schema) Target(ref string) *jsonschema.Schema { return s.target(ref) }
