package schema

import (
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// union are the options of s, or nil.
func union(s *jsonschema.Schema) []*jsonschema.Schema {
	if s.OneOf != nil {
		return s.OneOf
	}
	return s.AnyOf
}

// discriminator is the field that every option is an object with, and requires, each
// with another value; "" if there is none.
func (s *Schema) discriminator(options []*jsonschema.Schema) string {
	first := s.Follow(options[0])
	for _, tag := range first.PropertyOrder {
		seen := map[any]bool{}
		for _, option := range options {
			name := s.Constant(option, tag)
			if !plain(name) || seen[name] || !slices.Contains(s.Follow(option).Required, tag) {
				break
			}
			seen[name] = true
		}
		if len(seen) == len(options) {
			return tag
		}
	}
	return ""
}

// plain reports whether v is a text, a number or a truth value.
func plain(v any) bool {
	switch v.(type) {
	case string, float64, bool:
		return true
	}
	return false
}

// Constant is the only value that option allows for its field tag as JSON is read, or nil.
func (s *Schema) Constant(option *jsonschema.Schema, tag string) any {
	field := s.Follow(option).Properties[tag]
	switch {
	case field == nil:
		return nil
	case field.Const != nil:
		return *field.Const
	case len(field.Enum) == 1:
		return field.Enum[0]
	}
	return nil
}

// Follow is the schema at the end of the refs that begin at sub, sub itself if it has
// none.
func (s *Schema) Follow(sub *jsonschema.Schema) *jsonschema.Schema {
	for range maxNested {
		if sub.Ref == "" || s.target(sub.Ref) == nil {
			break
		}
		sub = s.target(sub.Ref)
	}
	return sub
}
