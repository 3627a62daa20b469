package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"parley"
)

const (
	// maxField bounds, in characters, a field's name that the value made up.
	maxField = 40
	// maxNested bounds how deep a value may nest, and a schema refer on at one place.
	maxNested = 100
	// maxSteps bounds the work of one check beside ten steps a byte: a recursive union
	// may double it with every level of the value.
	maxSteps = 20_000
)

// Check holds v against s and returns it with the defaults of missing fields filled
// in; v itself if there are none. The error wraps ErrInvalid. Its text is one line
// of at most MaxFaults faults.
func (s *Schema) Check(v json.RawMessage) (json.RawMessage, error) { return s.CheckAs("the value", v) }

// CheckAs is Check for a value that faults call by a name, such as "the arguments".
func (s *Schema) CheckAs(name string, v json.RawMessage) (json.RawMessage, error) {
	fills, err := s.hold(s.root, name, v)
	switch {
	case err != nil:
		return nil, err
	case len(fills) == 0:
		return v, nil
	}
	return fill(v, fills)
}

// hold holds v against sub and gives the defaults of missing fields.
func (s *Schema) hold(sub *jsonschema.Schema, name string, v json.RawMessage) ([]filling, error) {
	var value any
	if json.Unmarshal(v, &value) != nil {
		return nil, invalid("no valid JSON")
	}
	f := faults{schema: s, name: name, steps: maxSteps + 10*len(v)}
	if f.look(sub, value); f.count > 0 {
		return nil, invalid(f.String())
	}
	return f.fills, nil
}

// invalid is an error that wraps ErrInvalid, by its text.
type invalid string

func (e invalid) Error() string { return string(e) }
func (e invalid) Unwrap() error { return ErrInvalid }

// step is one step into a value: into a field, or an item if there is no name.
type step struct {
	name  string
	index int
	item  bool
	other bool // the value made the name up
}

// faults says in words what is wrong with one value. A validator of a library stops
// at the first fault and repeats the value.
type faults struct {
	schema *Schema
	name   string
	path   []step
	found  []string // the first MaxFaults
	count  int      // of all
	fills  []filling
	steps  int // that are left
}

func (f *faults) add(what string, values ...any) {
	if f.count++; len(f.found) < MaxFaults {
		f.found = append(f.found, f.where()+" "+fmt.Sprintf(what, values...))
	}
}

// where is the place that is looked at.
func (f *faults) where() string {
	var b strings.Builder
	for _, step := range f.path {
		switch {
		case step.item:
			b.WriteString("[" + strconv.Itoa(step.index) + "]")
			continue
		case b.Len() > 0:
			b.WriteByte('.')
		}
		if step.other {
			fmt.Fprintf(&b, "%.*q", maxField, parley.OneLine(step.name))
		} else {
			b.WriteString(step.name)
		}
	}
	if b.Len() == 0 {
		return f.name
	}
	return b.String()
}

// String is one line.
func (f *faults) String() string {
	if n := f.count - len(f.found); n > 0 {
		return strings.Join(f.found, "; ") + fmt.Sprintf("; and %d more", n)
	}
	return strings.Join(f.found, "; ")
}

// in looks at v, which is one step below.
func (f *faults) in(at step, s *jsonschema.Schema, v any) {
	f.path = append(f.path, at)
	f.look(s, v)
	f.path = f.path[:len(f.path)-1]
}

// look holds v, the value at the path, against s.
func (f *faults) look(s *jsonschema.Schema, v any) {
	for range maxNested {
		if f.steps--; f.steps < 0 || len(f.path) > maxNested {
			f.tooMuch()
			return
		}
		if !f.here(s, v) || s.Ref == "" {
			return
		}
		s = f.schema.target(s.Ref)
	}
	f.tooMuch()
}

// tooMuch says once that the value cannot be checked.
func (f *faults) tooMuch() {
	const what = "is nested too deep, or too large to check"
	if f.count == 0 || !strings.HasSuffix(f.found[len(f.found)-1], what) {
		f.add(what)
	}
}

// here holds v against s but for its ref, and reports whether the type is right.
func (f *faults) here(s *jsonschema.Schema, v any) bool {
	if s.Type != "" && !isType(v, s.Type) {
		f.add("must be of type %s", s.Type)
		return false
	}
	if len(s.Types) > 0 && !slices.ContainsFunc(s.Types, func(t string) bool { return isType(v, t) }) {
		f.add("must be of type %s", strings.Join(s.Types, " or "))
		return false
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(one any) bool { return equal(one, v) }) {
		f.add("must be one of %s", list(s.Enum))
	}
	if s.Const != nil && !equal(*s.Const, v) {
		f.add("must be %s", short(*s.Const))
	}
	switch v := v.(type) {
	case string:
		f.text(s, v)
	case float64:
		f.number(s, v)
	case []any:
		f.items(s, v)
	case map[string]any:
		f.fields(s, v)
	}
	f.combined(s, v)
	return true
}
