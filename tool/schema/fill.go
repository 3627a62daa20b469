package schema

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// filling is a default for a field that is missing in the object at path.
type filling struct {
	path  []step
	name  string
	value json.RawMessage
}

// fill is v, which fits its schema, with the fillings, the first of one field. The
// other values stay as they are written; the fields come in order of their names.
func fill(v json.RawMessage, fills []filling) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(v))
	dec.UseNumber()
	var root any
	if err := dec.Decode(&root); err != nil {
		return nil, invalid("no valid JSON")
	}
	for _, one := range fills {
		at := root
		for _, s := range one.path {
			if s.item {
				at = at.([]any)[s.index]
			} else {
				at = at.(map[string]any)[s.name]
			}
		}
		if object := at.(map[string]any); object[one.name] == nil {
			object[one.name] = one.value
		}
	}
	return compact(root)
}

// compact is v as JSON in one line.
func compact(v any) (json.RawMessage, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(text.Bytes()), nil
}

// defaults are those of the fields that v, which fits sub, lacks at path and below.
func (s *Schema) defaults(path []step, sub *jsonschema.Schema, v any) (all []filling) {
	in := func(at step, sub *jsonschema.Schema, v any) {
		all = append(all, s.defaults(append(slices.Clip(path), at), sub, v)...)
	}
	switch v := v.(type) {
	case []any:
		first, rest := slices.Concat(sub.PrefixItems, sub.ItemsArray), sub.Items
		if sub.ItemsArray != nil {
			rest = sub.AdditionalItems
		}
		for i := range v {
			if at := (step{index: i, item: true}); i < len(first) {
				in(at, first[i], v[i])
			} else if rest != nil {
				in(at, rest, v[i])
			}
		}
	case map[string]any:
		for _, name := range sub.PropertyOrder {
			if below, has := v[name]; has {
				in(step{name: name}, sub.Properties[name], below)
			} else if value := sub.Properties[name].Default; value != nil {
				all = append(all, filling{path, name, value})
			}
		}
		for name, below := range v {
			named := sub.Properties[name] != nil
			for pattern, one := range sub.PatternProperties {
				if fits, _ := regexp.MatchString(pattern, name); fits { // the library has read it
					named = true
					in(step{name: name}, one, below)
				}
			}
			if !named && sub.AdditionalProperties != nil {
				in(step{name: name}, sub.AdditionalProperties, below)
			}
		}
		for _, dependent := range []map[string]*jsonschema.Schema{sub.DependentSchemas, sub.DependencySchemas} {
			for name, one := range dependent {
				if _, has := v[name]; has {
					all = append(all, s.defaults(path, one, v)...)
				}
			}
		}
	}
	for _, same := range s.applied(sub, v) {
		all = append(all, s.defaults(path, same, v)...)
	}
	return all
}

// applied are the schemas that v, which fits sub, is held against beside it: of a union
// the first option that fits.
func (s *Schema) applied(sub *jsonschema.Schema, v any) []*jsonschema.Schema {
	fits := func(option *jsonschema.Schema) bool { return s.compiled[option].Validate(v) == nil }
	all := slices.Clone(sub.AllOf)
	if sub.Ref != "" {
		all = append(all, s.target(sub.Ref))
	}
	for _, options := range [][]*jsonschema.Schema{sub.AnyOf, sub.OneOf} {
		if i := slices.IndexFunc(options, fits); i >= 0 {
			all = append(all, options[i])
		}
	}
	if sub.If != nil {
		branch := sub.Else
		if fits(sub.If) {
			branch = sub.Then
		}
		if branch != nil {
			all = append(all, branch)
		}
	}
	return all
}
