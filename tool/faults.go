package tool

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"parley"
)

const (
	// maxFaults bounds those that are told of one call.
	maxFaults = 10
	// maxField bounds, in characters, a field's name that the model made up.
	maxField = 40
)

// faults say in words what is wrong with arguments. The validator of jsonschema
// stops at the first fault and repeats the value, so they are found here: for all
// keywords that inputOf makes.
type faults []string

func (f *faults) add(path, what string, values ...any) {
	if path == "" {
		path = "the arguments"
	}
	*f = append(*f, path+" "+fmt.Sprintf(what, values...))
}

// String is one line.
func (f faults) String() string {
	if n := len(f) - maxFaults; n > 0 {
		return strings.Join(f[:maxFaults], "; ") + fmt.Sprintf("; and %d more", n)
	}
	return strings.Join(f, "; ")
}

// look holds v, the value at path, against s.
func (f *faults) look(s *jsonschema.Schema, path string, v any) {
	types := s.Types
	if s.Type != "" {
		types = []string{s.Type}
	}
	if len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return isType(v, t) }) {
		f.add(path, "must be of type %s", strings.Join(types, " or "))
		return
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		f.add(path, "must be one of %q", s.Enum)
	}
	switch v := v.(type) {
	case string:
		bound(f, path, utf8.RuneCountInString(v), s.MinLength, s.MaxLength, " characters")
		if _, err := time.Parse(time.RFC3339, v); s.Format == "date-time" && err != nil {
			f.add(path, "must be a time in RFC 3339, as 2006-01-02T15:04:05+01:00")
		}
	case float64:
		bound(f, path, v, s.Minimum, s.Maximum, "")
	case []any:
		bound(f, path, len(v), s.MinItems, s.MaxItems, " items")
		for i := 0; i < len(v) && s.Items != nil; i++ {
			f.look(s.Items, fmt.Sprintf("%s[%d]", path, i), v[i])
		}
	case map[string]any:
		f.fields(s, path, v)
	}
}

// fields holds the object at path against s.
func (f *faults) fields(s *jsonschema.Schema, path string, object map[string]any) {
	if path != "" {
		path += "."
	}
	for _, name := range s.PropertyOrder {
		if v, has := object[name]; has {
			f.look(s.Properties[name], path+name, v)
		} else if slices.Contains(s.Required, name) {
			f.add(path+name, "is missing")
		}
	}
	if s.AdditionalProperties == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		shown := fmt.Sprintf("%s%.*q", path, maxField, parley.OneLine(name))
		switch {
		case s.Properties[name] != nil:
		case s.AdditionalProperties.Not != nil: // so the library writes that there may be none
			f.add(shown, "is not a field")
		default:
			f.look(s.AdditionalProperties, shown, object[name])
		}
	}
}

// bound adds a fault if n is out of bounds; a nil bound is none.
func bound[N int | float64](f *faults, path string, n N, low, high *N, unit string) {
	if low != nil && n < *low {
		f.add(path, "must be at least %v%s", *low, unit)
	}
	if high != nil && n > *high {
		f.add(path, "must be at most %v%s", *high, unit)
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
