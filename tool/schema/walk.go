package schema

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// walk calls f with root and every schema below it, by JSON Pointer, until f fails.
func walk(root *jsonschema.Schema, pointer string, depth int, f func(string, *jsonschema.Schema) error) error {
	if root == nil {
		return fmt.Errorf("%s is no schema", place(pointer))
	}
	if depth > MaxDepth {
		return fmt.Errorf("deeper than %d schemas", MaxDepth)
	}
	if err := f(pointer, root); err != nil {
		return fmt.Errorf("%s: %w", place(pointer), err)
	}
	for below, s := range children(root) {
		if err := walk(s, pointer+below, depth+1, f); err != nil {
			return err
		}
	}
	return nil
}

func place(pointer string) string { return "#" + pointer }

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// children are the schemas directly in s, by the pointer from there. Those of maps
// come in order of their names.
func children(s *jsonschema.Schema) iter.Seq2[string, *jsonschema.Schema] {
	return func(yield func(string, *jsonschema.Schema) bool) {
		if isFalse(s) {
			return // it is written so
		}
		for _, one := range []struct {
			keyword string
			s       *jsonschema.Schema
		}{
			{"items", s.Items}, {"additionalItems", s.AdditionalItems}, {"contains", s.Contains},
			{"additionalProperties", s.AdditionalProperties}, {"propertyNames", s.PropertyNames},
			{"not", s.Not}, {"if", s.If}, {"then", s.Then}, {"else", s.Else},
		} {
			if one.s != nil && !yield("/"+one.keyword, one.s) {
				return
			}
		}
		for _, list := range []struct {
			keyword string
			all     []*jsonschema.Schema
		}{
			{"prefixItems", s.PrefixItems}, {"items", s.ItemsArray}, {"allOf", s.AllOf}, {"anyOf", s.AnyOf}, {"oneOf", s.OneOf},
		} {
			for i, sub := range list.all {
				if !yield("/"+list.keyword+"/"+strconv.Itoa(i), sub) {
					return
				}
			}
		}
		for _, table := range []struct {
			keyword string
			all     map[string]*jsonschema.Schema
		}{
			{"properties", s.Properties}, {"patternProperties", s.PatternProperties}, {"$defs", s.Defs},
			{"definitions", s.Definitions}, {"dependentSchemas", s.DependentSchemas}, {"dependencies", s.DependencySchemas},
		} {
			for _, name := range slices.Sorted(maps.Keys(table.all)) {
				if !yield("/"+table.keyword+"/"+escaper.Replace(name), table.all[name]) {
					return
				}
			}
		}
	}
}

// order completes the PropertyOrder of s, and drops what is no property.
func order(s *jsonschema.Schema) {
	if len(s.PropertyOrder) == len(s.Properties) {
		return
	}
	s.PropertyOrder = slices.DeleteFunc(s.PropertyOrder, func(name string) bool { return s.Properties[name] == nil })
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(s.PropertyOrder, name) {
			s.PropertyOrder = append(s.PropertyOrder, name)
		}
	}
}

// supported refuses what faults have no words for. The library refuses what is no schema.
func supported(s *jsonschema.Schema) error {
	if s.Enum != nil && len(s.Enum) == 0 {
		return errors.New("an enum without values")
	}
	if s.DynamicRef != "" || s.UnevaluatedItems != nil || s.UnevaluatedProperties != nil {
		return errors.New("$dynamicRef, unevaluatedItems and unevaluatedProperties are not supported")
	}
	return nil
}

// circular reports whether some schema is held against the value that it is held
// against already, without end.
func (s *Schema) circular(root *jsonschema.Schema) bool {
	const open, closed = 1, 2
	state := map[*jsonschema.Schema]int{}
	var circle func(sub *jsonschema.Schema) bool
	circle = func(sub *jsonschema.Schema) bool {
		if sub == nil || state[sub] == closed {
			return false
		}
		if state[sub] == open {
			return true
		}
		state[sub] = open
		same := slices.Concat(sub.AllOf, sub.AnyOf, sub.OneOf, []*jsonschema.Schema{sub.Not, sub.If, sub.Then, sub.Else},
			slices.Collect(maps.Values(sub.DependentSchemas)), slices.Collect(maps.Values(sub.DependencySchemas)))
		if sub.Ref != "" {
			same = append(same, s.target(sub.Ref))
		}
		if slices.ContainsFunc(same, circle) {
			return true
		}
		state[sub] = closed
		return false
	}
	for _, sub := range s.at {
		if circle(sub) {
			return true
		}
	}
	return circle(root)
}

// target is the schema that ref, a JSON Pointer into the root, means, or nil.
func (s *Schema) target(ref string) *jsonschema.Schema {
	if sub, found := s.at[strings.TrimPrefix(ref, "#")]; found {
		return sub
	}
	pointer, ok := strings.CutPrefix(ref, "#")
	pointer, err := url.PathUnescape(pointer)
	if !ok || err != nil {
		return nil
	}
	return s.at[pointer]
}
