package schema

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"parley"
)

// address is what the library calls every schema.
const address = "schema:///it"

// nowhere loads no schema: refs are into the schema itself.
type nowhere struct{}

func (nowhere) Load(string) (any, error) { return nil, errors.New("schemas elsewhere are not read") }

// compile prepares the library for s, and for the schemas below that are held against
// values by themselves.
func (s *Schema) compile() error {
	lib := validator.NewCompiler()
	lib.UseLoader(nowhere{})
	lib.AssertFormat()
	lib.DefaultDraft(validator.Draft2020)
	root := s.root.CloneSchemas()
	old, modern := false, false
	err := walk(root, "", 0, func(_ string, sub *jsonschema.Schema) error {
		old = old || sub.ItemsArray != nil || sub.AdditionalItems != nil || sub.DependencySchemas != nil || sub.DependencyStrings != nil
		modern = modern || sub.PrefixItems != nil || sub.DependentSchemas != nil || sub.DependentRequired != nil ||
			sub.MinContains != nil || sub.MaxContains != nil
		return s.prepare(sub, lib)
	})
	if err != nil {
		return err
	}
	if old && modern {
		return errors.New("it has keywords that only draft 7 has, and others that only 2020-12 has")
	}
	if old {
		lib.DefaultDraft(validator.Draft7)
	}
	text, err := compact(root)
	if err != nil {
		return err
	}
	doc, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	if err := lib.AddResource(address, doc); err != nil {
		return err
	}
	for pointer, sub := range s.at {
		if s.compiled[sub], err = lib.Compile(address + "#" + (&url.URL{Path: pointer}).EscapedPath()); err != nil {
			return errors.New(parley.OneLine(err.Error()))
		}
	}
	return nil
}

// prepare changes a copy of a schema into what the library is to hold values to: what
// has a default may be missing, and formats are our own, which count the steps, too.
func (s *Schema) prepare(sub *jsonschema.Schema, lib *validator.Compiler) error {
	if sub.Ref != "" {
		sub.Ref = "#" + strings.TrimPrefix(sub.Ref, "#")
	}
	sub.Schema, sub.ID, sub.Anchor, sub.DynamicAnchor, sub.Extra = "", "", "", "", nil
	sub.Required = slices.DeleteFunc(slices.Clone(sub.Required), func(name string) bool {
		return sub.Properties[name] != nil && sub.Properties[name].Default != nil
	})
	if n := len(sub.PrefixItems); sub.Items != nil && isFalse(sub.Items) && (sub.MaxItems == nil || *sub.MaxItems > n) {
		sub.Items, sub.MaxItems = &jsonschema.Schema{}, &n
	}
	if isFalse(sub) || reflect.DeepEqual(sub, &jsonschema.Schema{}) {
		return nil
	}
	of := formats[sub.Format]
	for _, stops := range []jsonschema.Schema{{Enum: sub.Enum, Const: sub.Const}, {Format: sub.Format}} {
		if !reflect.DeepEqual(stops, jsonschema.Schema{}) && !reflect.DeepEqual(stops, *sub) {
			sub.AllOf = append(slices.Clip(sub.AllOf), &stops) // else the library would tell it and nothing else
		}
	}
	if len(sub.AllOf) > 0 {
		sub.Enum, sub.Const, sub.Format, of.is = nil, nil, "", nil
	}
	weight := 1
	for range children(sub) {
		weight++
	}
	sub.Format = fmt.Sprint(weight, " ", sub.Format)
	lib.RegisterFormat(&validator.Format{Name: sub.Format, Validate: func(v any) error {
		if s.steps -= weight; s.steps < 0 {
			return errTooMuch // without a look at what is below
		}
		if text, ok := v.(string); ok && of.is != nil && !of.is(text) {
			return errors.New(of.words)
		}
		return nil
	}})
	return nil
}

// errTooMuch ends a check that takes too long.
var errTooMuch = errors.New("is nested too deep, or too large to check")

// isFalse reports whether s allows nothing, as google's library writes false.
func isFalse(s *jsonschema.Schema) bool {
	return s.Not != nil && reflect.DeepEqual(s, &jsonschema.Schema{Not: &jsonschema.Schema{}})
}
