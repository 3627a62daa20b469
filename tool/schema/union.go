package schema

import (
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// union are the options of s, or nil.
func union(s *jsonschema.Schema) []*jsonschema.Schema {
	if s.OneOf != nil {
		return s.OneOf
	}
	return s.AnyOf
}

// combined holds v against the keywords of s that are made of other schemas.
func (f *faults) combined(s *jsonschema.Schema, v any) {
	for _, all := range s.AllOf {
		f.look(all, v)
	}
	if s.AnyOf != nil {
		f.options(s, s.AnyOf, false, v)
	}
	if s.OneOf != nil {
		f.options(s, s.OneOf, true, v)
	}
	if s.Not != nil && f.fits(func() { f.look(s.Not, v) }) {
		f.add("is what it must not be")
	}
	if s.If != nil {
		branch := s.Else
		if f.fits(func() { f.look(s.If, v) }) {
			branch = s.Then
		}
		if branch != nil {
			f.look(branch, v)
		}
	}
}

// fits reports whether looking finds no fault, and forgets what it found.
func (f *faults) fits(look func()) bool {
	fit, _ := f.try(look)
	f.fills = f.fills[:len(f.fills)-fit.fills]
	return fit.count == 0
}

// attempt is what looking at a value found.
type attempt struct {
	found []string
	count int
	fills int // the last of faults.fills
}

// try looks, and takes the faults out again. It leaves the fills.
func (f *faults) try(look func()) (attempt, []filling) {
	found, count, fills := f.found, f.count, len(f.fills)
	f.found, f.count = nil, 0
	look()
	got := attempt{f.found, f.count, len(f.fills) - fills}
	f.found, f.count = found, count
	return got, slices.Clone(f.fills[fills:])
}

// options holds v against a union. If no option fits, it tells the faults of the one
// that v was meant to be: that of its discriminator, the only one of its type, or the
// one with the fewest faults.
func (f *faults) options(s *jsonschema.Schema, options []*jsonschema.Schema, one bool, v any) {
	if tag := f.schema.tags[s]; tag != "" && len(union(s)) == len(options) {
		if object, ok := v.(map[string]any); ok {
			f.tagged(options, tag, object)
			return
		}
	}
	fitting, typed := 0, 0
	var nearest *attempt
	base := f.fills
	for _, option := range options {
		got, fills := f.try(func() { f.look(option, v) })
		f.fills = base
		if got.count > 0 {
			if f.takes(option, v) {
				if typed++; nearest == nil || got.count < nearest.count {
					nearest = &got
				}
			}
			continue
		}
		if fitting++; fitting == 1 {
			base = append(base, fills...)
			f.fills = base
		}
		if !one {
			return
		}
	}
	switch {
	case fitting == 1:
	case fitting > 1:
		f.add("must fit one of %d forms only, and fits %d", len(options), fitting)
	case typed == 0:
		f.add("must be of type %s", strings.Join(f.types(options), " or "))
	default:
		if typed > 1 {
			f.add("fits none of %d forms; of the nearest", len(options))
			f.found[len(f.found)-1] += ": " + cut(strings.Join(nearest.found, "; "))
			return
		}
		f.keep(*nearest)
	}
}

// keep adds the faults of an attempt.
func (f *faults) keep(a attempt) {
	f.count += a.count
	f.found = append(f.found, a.found[:min(len(a.found), MaxFaults-len(f.found))]...)
}

// tagged holds an object against the option that its field tag names.
func (f *faults) tagged(options []*jsonschema.Schema, tag string, object map[string]any) {
	v, has := object[tag]
	if !has {
		f.missing(tag)
		return
	}
	var names []any
	for _, option := range options {
		name := f.schema.Constant(option, tag)
		if equal(name, v) {
			f.look(option, object)
			return
		}
		names = append(names, name)
	}
	f.path = append(f.path, step{name: tag})
	f.add("must be one of %s", list(names))
	f.path = f.path[:len(f.path)-1]
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

// Constant is the only value that option allows for its field tag, as JSON is read, or nil.
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

// takes reports whether v is of a type that option allows.
func (f *faults) takes(option *jsonschema.Schema, v any) bool {
	types := f.types([]*jsonschema.Schema{option})
	return len(types) == 0 || slices.ContainsFunc(types, func(t string) bool { return isType(v, t) })
}

// types are those that the options ask for, each once.
func (f *faults) types(options []*jsonschema.Schema) (types []string) {
	for _, option := range options {
		option = f.schema.Follow(option)
		for _, t := range append(slices.Clone(option.Types), option.Type) {
			if t != "" && !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return types
}
