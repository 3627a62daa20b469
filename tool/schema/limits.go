package schema

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

var (
	// limits are at the end of a description.
	limits = regexp.MustCompile(`\s*\[(\w+=[^\]]*)\]$`)
	// limited are the types that a limit is for.
	limited = map[string][]string{
		"enum": {"string"}, "minLength": {"string"}, "maxLength": {"string"}, "minItems": {"array"}, "maxItems": {"array"},
		"minimum": {"integer", "number"}, "maximum": {"integer", "number"}, "default": {"string", "integer", "number", "boolean"},
	}
)

// limit moves the limits at the end of the description of s into s.
func limit(s *jsonschema.Schema) error {
	m := limits.FindStringSubmatch(s.Description)
	if m == nil {
		return nil
	}
	s.Description = strings.TrimSuffix(s.Description, m[0])
	for _, text := range strings.Fields(m[1]) {
		key, value, _ := strings.Cut(text, "=")
		of := s
		if s.Items != nil && limited[key] != nil && limited[key][0] != "array" {
			of = s.Items
		}
		types := append(slices.Clone(of.Types), of.Type)
		n, err := strconv.Atoi(value)
		if !slices.ContainsFunc(types, func(t string) bool { return slices.Contains(limited[key], t) }) ||
			err != nil && key != "enum" && key != "default" {
			return fmt.Errorf("no limit of this type: %s", text)
		}
		switch key {
		case "enum":
			for v := range strings.SplitSeq(value, "|") {
				of.Enum = append(of.Enum, v)
			}
		case "default":
			of.Default = json.RawMessage(value)
			if slices.Contains(types, "string") {
				of.Default, _ = json.Marshal(value) // a string always marshals
			}
		case "minLength":
			of.MinLength = &n
		case "maxLength":
			of.MaxLength = &n
		case "minItems":
			of.MinItems = &n
		case "maxItems":
			of.MaxItems = &n
		case "minimum":
			of.Minimum = new(float64(n))
		case "maximum":
			of.Maximum = new(float64(n))
		}
	}
	return nil
}
