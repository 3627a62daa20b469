package typings

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"parley/tool/schema"
)

// shape is what of a JSON Schema is written.
type shape struct {
	never bool // the schema false

	Ref                  string            `json:"$ref"`
	Type                 any               `json:"type"`
	Description          string            `json:"description"`
	Const                json.RawMessage   `json:"const"`
	Enum                 []json.RawMessage `json:"enum"`
	AnyOf                []json.RawMessage `json:"anyOf"`
	OneOf                []json.RawMessage `json:"oneOf"`
	AllOf                []json.RawMessage `json:"allOf"`
	Properties           ordered           `json:"properties"`
	PatternProperties    json.RawMessage   `json:"patternProperties"`
	Required             []string          `json:"required"`
	AdditionalProperties json.RawMessage   `json:"additionalProperties"`
	Items                json.RawMessage   `json:"items"`
	PrefixItems          []json.RawMessage `json:"prefixItems"`
	Default              json.RawMessage   `json:"default"`
	Format               string            `json:"format"`
	Pattern              string            `json:"pattern"`
	Minimum              json.Number       `json:"minimum"`
	Maximum              json.Number       `json:"maximum"`
	ExclusiveMinimum     json.Number       `json:"exclusiveMinimum"`
	ExclusiveMaximum     json.Number       `json:"exclusiveMaximum"`
	MultipleOf           json.Number       `json:"multipleOf"`
	MinLength            json.Number       `json:"minLength"`
	MaxLength            json.Number       `json:"maxLength"`
	MinItems             json.Number       `json:"minItems"`
	MaxItems             json.Number       `json:"maxItems"`
}

// parse reads a schema; keywords that are not in their form are as if they were not
// there, for json.Unmarshal goes on after them.
func parse(raw json.RawMessage) (s shape) {
	_ = json.Unmarshal(raw, &s)
	s.never = bytes.Equal(bytes.TrimSpace(raw), []byte("false"))
	if items := bytes.TrimSpace(s.Items); s.PrefixItems == nil && bytes.HasPrefix(items, []byte("[")) {
		_ = json.Unmarshal(items, &s.PrefixItems) // as draft 7 writes tuples
	}
	return s
}

// ordered is the fields of an object in the order in which they are written; it is not
// nil if there is an object.
type ordered []schema.Field

// UnmarshalJSON implements json.Unmarshaler. What is no object has no fields.
func (o *ordered) UnmarshalJSON(raw []byte) error {
	if fields, ok := schema.Fields(raw); ok {
		*o = ordered{}
		for _, one := range fields {
			*o = append(slices.DeleteFunc(*o, func(f schema.Field) bool { return f.Key == one.Key }), one)
		}
	}
	return nil
}

// bounds tells in words what a value is held to besides its type, and each item of it.
func (s shape) bounds() string {
	all := s.limits()
	if s.Items != nil {
		if each := parse(s.Items).limits(); len(each) > 0 {
			all = append(all, "each "+strings.Join(each, ", "))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "(" + strings.Join(all, ", ") + ")"
}

func (s shape) limits() (all []string) {
	for _, one := range [][2]string{
		{"min", s.Minimum.String()}, {"max", s.Maximum.String()},
		{"more than", s.ExclusiveMinimum.String()}, {"less than", s.ExclusiveMaximum.String()},
		{"multiple of", s.MultipleOf.String()},
		{"min length", s.MinLength.String()}, {"max length", s.MaxLength.String()},
		{"min items", s.MinItems.String()}, {"max items", s.MaxItems.String()},
		{"format", s.Format}, {"pattern", s.Pattern}, {"default", string(s.Default)},
	} {
		if one[1] != "" {
			all = append(all, one[0]+" "+one[1])
		}
	}
	return all
}

// target is the schema in root that a ref means, nil for none.
func target(root json.RawMessage, ref string) json.RawMessage {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	at := root
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if step == "" {
			continue
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		var fields map[string]json.RawMessage
		var items []json.RawMessage
		switch i, err := strconv.Atoi(step); {
		case json.Unmarshal(at, &fields) == nil:
			at = fields[step]
		case json.Unmarshal(at, &items) == nil && err == nil && i >= 0 && i < len(items):
			at = items[i]
		default:
			return nil
		}
	}
	return at
}
