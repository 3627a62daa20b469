package skill

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"parley"
	"parley/llm"
	"parley/tool/schema"
)

// form is what an answer has to be: the JSON Schema of a Go type, in which the
// fields that are left out when empty are optional.
type form struct {
	// sent is strict: all keys are required and optional ones may be null, as
	// services want it that enforce a schema.
	sent llm.Schema
	// read takes optional keys that are null or missing, as models write without
	// one, and no others than these.
	read *schema.Schema
}

// formOf makes the form of an A. It panics if A has none: only types of this package
// are given.
func formOf[A any](name string) form {
	root, err := jsonschema.For[A](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[parley.Priority](): oneOf(parley.Low, parley.Normal, parley.High),
		reflect.TypeFor[WhenType]():        oneOf(Scheduled, Delayed, Repeated, Never),
		reflect.TypeFor[RefKind]():         oneOf(RefTask, RefFact, RefPreference, RefEpisode, RefTrip),
	}})
	if err != nil {
		panic(fmt.Sprintf("skill: no form of %s: %v", name, err))
	}
	lenient := root.CloneSchemas()
	shape(lenient, false)
	shape(root, true)
	read, err := schema.Compile(lenient)
	if err != nil {
		panic(fmt.Sprintf("skill: the form of %s: %v", name, err))
	}
	return form{sent: llm.Schema{Name: name, JSON: []byte(quote(root))}, read: read}
}

// oneOf is the schema of a text that is one of a few.
func oneOf[T ~string](values ...T) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, v := range values {
		s.Enum = append(s.Enum, string(v))
	}
	return s
}

// shape lets optional properties be null, and requires all of them if strict. A list
// is a list, or null if it is not strict.
func shape(s *jsonschema.Schema, strict bool) {
	if s.Items != nil && strict {
		s.Type, s.Types = "array", nil
	}
	for name, p := range s.Properties {
		if p.Type != "" && p.Items == nil && !required(s, name) {
			p.Type, p.Types = "", []string{p.Type, "null"}
		}
		shape(p, strict)
	}
	if s.Items != nil {
		shape(s.Items, strict)
	}
	if strict && s.Properties != nil {
		s.Required = s.PropertyOrder
	}
}

func required(s *jsonschema.Schema, name string) bool {
	for _, r := range s.Required {
		if r == name {
			return true
		}
	}
	return false
}

// maxReplyBytes bounds an answer; long plans take a third of it.
const maxReplyBytes = 32 << 10

var errForm = errors.New("it is not the JSON object asked for")

// parse reads a model's answer into an A: one JSON object of the form, with
// a fence or words around it. Every error wraps errForm and may quote the
// answer.
func parse[A any](f form, reply string) (A, error) {
	var answer A
	reply = strings.TrimSpace(reply)
	if len(reply) > maxReplyBytes {
		return answer, fmt.Errorf("%w: it is longer than %d bytes", errForm, maxReplyBytes)
	}
	from, to := strings.IndexByte(reply, '{'), strings.LastIndexByte(reply, '}')
	if from < 0 || to < from {
		return answer, fmt.Errorf("%w: there is no whole object in it", errForm)
	}
	text := json.RawMessage(strings.ToValidUTF8(reply[from:to+1], ""))
	if _, err := f.read.Check(text); err != nil {
		return answer, fmt.Errorf("%w: %w", errForm, err)
	}
	var found any
	_ = json.Unmarshal(text, &found) // it is JSON
	// What was validated is read, not the text: that may hold a key twice.
	if err := json.NewDecoder(bytes.NewReader([]byte(quote(found)))).Decode(&answer); err != nil {
		return answer, fmt.Errorf("%w: %w", errForm, err)
	}
	return answer, nil
}

// quote is v as one line of JSON. No text in it can end a line or be a tag: line
// breaks, < and > are escapes. It panics if v cannot be JSON: only what is is given.
func quote(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("skill: %T is not JSON: %v", v, err))
	}
	return string(b)
}
