package schema

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"parley"
)

// maxField bounds, in characters, a field's name that the value made up.
const maxField = 40

// step is one step into a value: into a field, or an item if there is no name.
type step struct {
	name  string
	index int
	item  bool
	other bool // the value made the name up
}

// fault is what is wrong at one place of a value, in words.
type fault struct {
	path []step
	what string
}

func missing(path []step, name string) fault {
	return fault{append(slices.Clip(path), step{name: name}), "is missing"}
}

func surplus(path []step, name string) fault {
	return fault{append(slices.Clip(path), step{name: name, other: true}), "is not a field"}
}

// where is the place of a fault in a value that is called name.
func (f fault) where(name string) string {
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
	return cmp.Or(b.String(), name)
}

// tell is faults of a value that is called name in one line.
func tell(name string, found []fault) string {
	told, more := make([]string, min(len(found), MaxFaults)), ""
	for i := range told {
		told[i] = found[i].where(name) + " " + found[i].what
	}
	if n := len(found) - len(told); n > 0 {
		more = fmt.Sprintf("; and %d more", n)
	}
	return strings.Join(told, "; ") + more
}

// faults are those that the library found in v, in the order of the schema's fields.
func (s *Schema) faults(found *validator.ValidationError, v any) []fault {
	return s.sorted(looked{s, nil, v}.causes(found))
}

func (s *Schema) sorted(all []fault) []fault {
	rank := func(at step) int {
		if at.other {
			return math.MaxInt
		}
		return s.names[at.name]
	}
	slices.SortStableFunc(all, func(a, b fault) int {
		for i := range min(len(a.path), len(b.path)) {
			x, y := a.path[i], b.path[i]
			if c := cmp.Or(x.index-y.index, cmp.Compare(rank(x), rank(y)), strings.Compare(x.name, y.name)); c != 0 {
				return c
			}
		}
		return cmp.Or(len(a.path)-len(b.path), strings.Compare(a.what, b.what)) // the library's order is by chance
	})
	return all
}

// looked is a value, at a place of the whole one, that the library has looked at.
type looked struct {
	schema *Schema
	at     []step
	value  any
}

// below is the value at a place of l, as the library names that.
func (l looked) below(place []string) looked {
	for _, name := range place {
		l.at = slices.Clip(l.at)
		switch v := l.value.(type) {
		case []any:
			i, _ := strconv.Atoi(name) // the library made it of a number
			l.at, l.value = append(l.at, step{index: i, item: true}), v[i]
		case map[string]any:
			l = l.field(name, v[name])
		}
	}
	return l
}

func (l looked) field(name string, v any) looked {
	_, known := l.schema.names[name]
	return looked{l.schema, append(slices.Clip(l.at), step{name: name, other: !known}), v}
}

// causes tells a fault of the library, or those that it is made of.
func (l looked) causes(e *validator.ValidationError) (all []fault) {
	at := l.below(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
	case *kind.PropertyNames:
		l = at.field(k.Property, k.Property)
	case *kind.Required:
		return at.missing(k.Missing)
	case *kind.Dependency:
		return at.missing(k.Missing)
	case *kind.DependentRequired:
		return at.missing(k.Missing)
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			all = append(all, surplus(at.at, name))
		}
		return all
	case *kind.AnyOf, *kind.OneOf:
		return l.misfit(at, e)
	default:
		return at.says("%s", words(k, at.value))
	}
	for _, cause := range e.Causes {
		all = append(all, l.causes(cause)...)
	}
	return all
}

func (l looked) says(what string, values ...any) []fault {
	return []fault{{l.at, fmt.Sprintf(what, values...)}}
}

func (l looked) missing(names []string) (all []fault) {
	for _, name := range names {
		all = append(all, missing(l.at, name))
	}
	return all
}

// misfit tells why a value fits no option of a union, or more than one. If none fits, it
// tells the faults of the one that the value was meant to be: that of its discriminator,
// the only one of its type, or the one with the fewest faults.
func (l looked) misfit(at looked, e *validator.ValidationError) []fault {
	s := l.schema.target(strings.TrimPrefix(e.SchemaURL, address))
	options := union(s)
	if len(e.Causes) == 0 {
		return at.says("must fit one of %d forms only, and fits more", len(options))
	}
	object, isObject := at.value.(map[string]any)
	if tag := l.schema.tags[s]; isObject && tag != "" && len(options) == len(e.Causes) {
		v, has := object[tag]
		if !has {
			return at.missing([]string{tag})
		}
		var names []any
		for i, option := range options {
			name := l.schema.Constant(option, tag)
			if name == v {
				return l.causes(e.Causes[i])
			}
			names = append(names, name)
		}
		return at.field(tag, v).says("must be one of %s", list(names))
	}
	var types []string
	var nearest []fault
	typed := 0
	for _, cause := range e.Causes {
		if wants := wanted(cause); wants != nil {
			types = append(types, slices.DeleteFunc(wants, func(t string) bool { return slices.Contains(types, t) })...)
			continue
		}
		if got := l.schema.sorted(l.causes(cause)); typed == 0 || len(got) < len(nearest) {
			nearest = got
		}
		typed++
	}
	switch typed {
	case 0:
		return at.says("must be of type %s", strings.Join(types, " or "))
	case 1:
		return nearest
	}
	return at.says("fits none of %d forms; of the nearest: %s", typed, cut(tell("the value", nearest)))
}

// wanted are the types that an option asks for, if the value is of none of them.
func wanted(e *validator.ValidationError) []string {
	for range maxNested {
		switch k := e.ErrorKind.(type) {
		case *kind.Type:
			return k.Want
		case *kind.Reference:
			e = e.Causes[0]
		default:
			return nil
		}
	}
	return nil
}
