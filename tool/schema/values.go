package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/mail"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

const (
	// maxListed bounds the values of an enum, and maxShown, in bytes, a value or a
	// pattern of a schema that a fault tells.
	maxListed = 40
	maxShown  = 200
)

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// formats are those that strings are held to; others are only told.
var formats = map[string]struct {
	words string
	is    func(string) bool
}{
	"date-time": {"a time in RFC 3339, as 2006-01-02T15:04:05+01:00", isTime(time.RFC3339)},
	"date":      {"a date, as 2006-01-02", isTime(time.DateOnly)},
	"email":     {"an address of e-mail", func(s string) bool { a, err := mail.ParseAddress(s); return err == nil && a.Address == s }},
	"uri":       {"an absolute URI", func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() }},
	"uuid":      {"a UUID", uuid.MatchString},
}

func isTime(layout string) func(string) bool {
	return func(s string) bool { _, err := time.Parse(layout, s); return err == nil }
}

func (f *faults) text(s *jsonschema.Schema, v string) {
	if s.MinLength != nil || s.MaxLength != nil {
		bound(f, utf8.RuneCountInString(v), s.MinLength, s.MaxLength, " characters")
	}
	if format, has := formats[s.Format]; has && !format.is(v) {
		f.add("must be %s", format.words)
	}
	if s.Pattern != "" && !f.schema.patterns[s.Pattern].MatchString(v) {
		f.add("must match the pattern %s", cut(s.Pattern))
	}
}

func (f *faults) number(s *jsonschema.Schema, v float64) {
	bound(f, v, s.Minimum, s.Maximum, "")
	if s.ExclusiveMinimum != nil && v <= *s.ExclusiveMinimum {
		f.add("must be more than %v", *s.ExclusiveMinimum)
	}
	if s.ExclusiveMaximum != nil && v >= *s.ExclusiveMaximum {
		f.add("must be less than %v", *s.ExclusiveMaximum)
	}
	if s.MultipleOf != nil && math.Abs(math.Remainder(v, *s.MultipleOf)) > 1e-9**s.MultipleOf {
		f.add("must be a multiple of %v", *s.MultipleOf)
	}
}

func (f *faults) items(s *jsonschema.Schema, v []any) {
	bound(f, len(v), s.MinItems, s.MaxItems, " items")
	first, rest := s.PrefixItems, s.Items
	if s.ItemsArray != nil {
		first, rest = s.ItemsArray, s.AdditionalItems
	}
	for i := range v {
		switch at := (step{index: i, item: true}); {
		case i < len(first):
			f.in(at, first[i], v[i])
		case rest == nil:
		case isFalse(rest):
			f.add("must be at most %d items", len(first))
			return
		default:
			f.in(at, rest, v[i])
		}
	}
	if s.UniqueItems && !distinct(v) {
		f.add("must not have an item twice")
	}
	if s.Contains != nil {
		n := 0
		for i := range v {
			if f.fits(func() { f.in(step{index: i, item: true}, s.Contains, v[i]) }) {
				n++
			}
		}
		least := 1
		if s.MinContains != nil {
			least = *s.MinContains
		}
		bound(f, n, &least, s.MaxContains, " items of the kind that is asked for")
	}
}

// distinct reports whether no two of v are equal.
func distinct(v []any) bool {
	seen := make(map[string]bool, len(v))
	for _, item := range v {
		text, _ := json.Marshal(item) // it was JSON
		if seen[string(text)] {
			return false
		}
		seen[string(text)] = true
	}
	return true
}

// isFalse reports whether s allows nothing, as the library writes false.
func isFalse(s *jsonschema.Schema) bool {
	return s.Not != nil && reflect.DeepEqual(s, &jsonschema.Schema{Not: &jsonschema.Schema{}})
}

// fields holds the object at the path against s.
func (f *faults) fields(s *jsonschema.Schema, object map[string]any) {
	for _, name := range s.PropertyOrder {
		property := s.Properties[name]
		if v, has := object[name]; has {
			f.in(step{name: name}, property, v)
		} else if property.Default != nil {
			f.fills = append(f.fills, filling{slices.Clone(f.path), name, property.Default})
		} else if slices.Contains(s.Required, name) {
			f.missing(name)
		}
	}
	for _, name := range s.Required {
		if _, has := object[name]; !has && s.Properties[name] == nil {
			f.missing(name)
		}
	}
	if s.AdditionalProperties != nil || s.PatternProperties != nil || s.PropertyNames != nil {
		f.others(s, object)
	}
	bound(f, len(object), s.MinProperties, s.MaxProperties, " fields")
	for _, needs := range []map[string][]string{s.DependentRequired, s.DependencyStrings} {
		for _, name := range slices.Sorted(maps.Keys(needs)) {
			for _, needed := range needs[name] {
				if _, has := object[name]; !has {
					break
				} else if _, has := object[needed]; !has {
					f.missing(needed)
				}
			}
		}
	}
	for _, needs := range []map[string]*jsonschema.Schema{s.DependentSchemas, s.DependencySchemas} {
		for _, name := range slices.Sorted(maps.Keys(needs)) {
			if _, has := object[name]; has {
				f.look(needs[name], object)
			}
		}
	}
}

// CheckFields holds the names of an object's fields against s, whatever the values are.
// The error wraps ErrInvalid and reads as Check's; nil says only that the names alone
// tell nothing.
func (s *Schema) CheckFields(names []string) error {
	root := s.Follow(s.root)
	f := faults{schema: s, name: "the value"}
	for _, name := range root.Required {
		if property := root.Properties[name]; !slices.Contains(names, name) && (property == nil || property.Default == nil) {
			f.missing(name)
		}
	}
	if root.AdditionalProperties != nil && isFalse(root.AdditionalProperties) && root.PatternProperties == nil {
		for _, name := range names {
			if root.Properties[name] == nil {
				f.surplus(name)
			}
		}
	}
	if f.count > 0 {
		return invalid(f.String())
	}
	return nil
}

func (f *faults) surplus(name string) {
	f.path = append(f.path, step{name: name, other: true})
	f.add("is not a field")
	f.path = f.path[:len(f.path)-1]
}

func (f *faults) missing(name string) {
	f.path = append(f.path, step{name: name})
	f.add("is missing")
	f.path = f.path[:len(f.path)-1]
}

// others holds the fields that the schema does not name.
func (f *faults) others(s *jsonschema.Schema, object map[string]any) {
	if s.PatternProperties == nil && s.PropertyNames == nil && !slices.ContainsFunc(slices.Collect(maps.Keys(object)),
		func(name string) bool { return s.Properties[name] == nil }) {
		return
	}
	patterns := slices.Sorted(maps.Keys(s.PatternProperties))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		at := step{name: name, other: s.Properties[name] == nil}
		if s.PropertyNames != nil {
			f.in(at, s.PropertyNames, name)
		}
		named := !at.other
		for _, pattern := range patterns {
			if f.schema.patterns[pattern].MatchString(name) {
				named = true
				f.in(at, s.PatternProperties[pattern], object[name])
			}
		}
		switch {
		case named || s.AdditionalProperties == nil:
		case isFalse(s.AdditionalProperties):
			f.surplus(name)
		default:
			f.in(at, s.AdditionalProperties, object[name])
		}
	}
}

// bound adds a fault if n is out of bounds; a nil bound is none.
func bound[N int | float64](f *faults, n N, low, high *N, unit string) {
	if low != nil && n < *low {
		f.add("must be at least %v%s", *low, unit)
	}
	if high != nil && n > *high {
		f.add("must be at most %v%s", *high, unit)
	}
}

// isType reports whether v, as encoding/json decodes it, is of a type of JSON Schema.
func isType(v any, name string) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == math.Trunc(v)
	case []any:
		return name == "array"
	default:
		return name == "object"
	}
}

func equal(a, b any) bool {
	switch a.(type) {
	case nil, bool, string, float64:
		return a == b
	}
	return reflect.DeepEqual(a, b)
}

// list is the values of an enum for a fault.
func list(values []any) string {
	more := ""
	if n := len(values) - maxListed; n > 0 {
		values, more = values[:maxListed], fmt.Sprintf(" and %d more", n)
	}
	shown := make([]string, len(values))
	for i, v := range values {
		shown[i] = short(v)
	}
	return "[" + strings.Join(shown, " ") + "]" + more
}

// short is a value of a schema for a fault.
func short(v any) string {
	if s, ok := v.(string); ok {
		return cut(fmt.Sprintf("%q", s))
	}
	text, _ := json.Marshal(v) // it was JSON
	return cut(string(text))
}

func cut(text string) string {
	if len(text) > maxShown {
		return strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	return text
}
