package codefirst

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"parley/codefirst/sandbox"
	"parley/codefirst/typings"
	"parley/tool"
	"parley/tool/schema"
)

// Object is a namespace that the code finds under Name: variables and tools that
// belong together.
type Object struct {
	Name, Description string
	Properties        []Property
	Tools             []tool.Tool
	Metadata          map[string]any
	// Save, if not nil, is given what an iteration has changed once it has ended well,
	// and keeps it. Without it, the changes last for the run. An error of Save is the
	// run's.
	Save func(ctx context.Context, changes []Mutation) error
}

// Property is a variable of an Object.
type Property struct {
	Name, Description string
	// Value is what it is when an iteration starts.
	Value json.RawMessage
	// Schema is what a new value is held to; nil takes any.
	Schema *schema.Schema
	// Writable lets the code assign it, whole.
	Writable bool
}

// Mutation is what an iteration has made of a property.
type Mutation struct {
	Object   string          `json:"object"`
	Property string          `json:"property"`
	Before   json.RawMessage `json:"before"`
	After    json.RawMessage `json:"after"`
}

func (m Mutation) String() string {
	return fmt.Sprintf("%s.%s = %s (was %s)", m.Object, m.Property, m.After, m.Before)
}

// Bounds of what one run is given, of each kind.
const maxThings = 100

var (
	validName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,63}$`)
	// reserved are names that would hide what the prompt and the language speak of.
	reserved = strings.Fields(`think listen return exit action function callback code execute jsx object
		string number boolean array yield await async break case catch class const continue debugger default delete
		do else enum export extends false finally for if import in instanceof let new null static super switch this
		throw true try typeof var void while with undefined console Math Date JSON Promise Object Array String Number
		Boolean Error`)
)

// toolbox is what the code finds in one iteration.
type toolbox struct {
	tools   map[string]tool.Tool // by every name, "object.tool" for those of objects
	objects []Object             // with the tools of dotted names
	free    []tool.Tool          // the tools of no object

	mu      sync.Mutex
	changes []Mutation
}

// newToolbox puts tools whose name has a dot into the object of that name. The error
// wraps ErrParams.
func newToolbox(tools []tool.Tool, objects []Object, taken []string) (*toolbox, error) {
	b := &toolbox{tools: make(map[string]tool.Tool)}
	for _, o := range objects {
		o.Tools, o.Properties = slices.Clone(o.Tools), slices.Clone(o.Properties)
		b.objects = append(b.objects, o)
	}
	for _, t := range tools {
		space, name, dotted := strings.Cut(t.Name(), ".")
		if !dotted {
			b.free = append(b.free, t)
			continue
		}
		inner, err := t.Change(tool.WithName(name))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrParams, err)
		}
		i := slices.IndexFunc(b.objects, func(o Object) bool { return o.Name == space })
		if i < 0 {
			i, b.objects = len(b.objects), append(b.objects, Object{Name: space})
		}
		b.objects[i].Tools = append(b.objects[i].Tools, inner)
	}
	return b, b.check(taken)
}

// check holds every name to the rules and fills in tools.
func (b *toolbox) check(taken []string) error {
	seen := make(map[string]bool)
	for _, name := range taken {
		seen[name] = true
	}
	claim := func(space, name string) error {
		full := space + name
		switch {
		case !validName.MatchString(name), space == "" && slices.Contains(reserved, name):
			return fmt.Errorf("%w: %q cannot be a name in code", ErrParams, full)
		case seen[full]:
			return fmt.Errorf("%w: two things are named %q", ErrParams, full)
		}
		seen[full] = true
		return nil
	}
	add := func(space string, tools []tool.Tool) error {
		if len(tools) > maxThings {
			return fmt.Errorf("%w: %d tools, %d at most", ErrParams, len(tools), maxThings)
		}
		for _, t := range tools {
			for _, name := range append([]string{t.Name()}, t.Aliases()...) {
				if err := claim(space, name); err != nil {
					return err
				}
				b.tools[space+name] = t
			}
		}
		return nil
	}
	if len(b.objects) > maxThings {
		return fmt.Errorf("%w: %d objects, %d at most", ErrParams, len(b.objects), maxThings)
	}
	err := add("", b.free)
	for _, o := range b.objects {
		err = errors.Join(err, claim("", o.Name), add(o.Name+".", o.Tools))
		if len(o.Properties) > maxThings {
			err = errors.Join(err, fmt.Errorf("%w: %d properties of %s, %d at most",
				ErrParams, len(o.Properties), o.Name, maxThings))
		}
		for _, p := range o.Properties {
			err = errors.Join(err, claim(o.Name+".", p.Name))
			if !json.Valid(p.Value) {
				err = errors.Join(err, fmt.Errorf("%w: %s.%s has no JSON value", ErrParams, o.Name, p.Name))
			}
		}
	}
	return err
}

// functions are the names of the tools in code.
func (b *toolbox) functions() []string { return slices.Sorted(maps.Keys(b.tools)) }

// fields says what is wrong with the names of the fields that a tool is called with.
func (b *toolbox) fields(function string, names []string) error {
	return b.tools[function].CheckFields(names)
}

// namespaces are the objects as a sandbox takes them.
func (b *toolbox) namespaces() []sandbox.Object {
	var objects []sandbox.Object
	for _, o := range b.objects {
		out := sandbox.Object{Name: o.Name}
		for _, p := range o.Properties {
			out.Properties = append(out.Properties, sandbox.Property{Name: p.Name, Value: p.Value, Writable: p.Writable})
		}
		objects = append(objects, out)
	}
	return objects
}

// typings declares all of it in TypeScript.
func (b *toolbox) typings() string {
	var parts []string
	for _, t := range b.free {
		parts = append(parts, typings.Tool(t))
	}
	for _, o := range b.objects {
		space := typings.Space{Name: o.Name, Description: o.Description, Tools: o.Tools}
		for _, p := range o.Properties {
			property := typings.Property{Name: p.Name, Description: p.Description, Value: p.Value, Writable: p.Writable}
			if p.Schema != nil {
				property.Schema = p.Schema.JSON()
			}
			space.Properties = append(space.Properties, property)
		}
		parts = append(parts, typings.Namespace(space))
	}
	return strings.Join(parts, "\n")
}

func (b *toolbox) property(object, property string) (*Property, bool) {
	for i := range b.objects {
		for j := range b.objects[i].Properties {
			if p := &b.objects[i].Properties[j]; b.objects[i].Name == object && p.Name == property {
				return p, true
			}
		}
	}
	return nil, false
}

// assign is what the code's assignment of a property comes to. The text of the error
// is thrown in the code.
func (b *toolbox) assign(object, property string, value json.RawMessage) (Mutation, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.property(object, property)
	if !ok || !p.Writable {
		return Mutation{}, fmt.Errorf("Property %s.%s is read-only and cannot be modified", object, property)
	}
	if p.Schema != nil {
		checked, err := p.Schema.Check(value)
		if err != nil {
			//nolint:staticcheck // as above
			return Mutation{}, fmt.Errorf("Invalid value for Object property %s.%s: %w", object, property, err)
		}
		value = checked
	}
	m := Mutation{Object: object, Property: property, Before: p.Value, After: value}
	i := slices.IndexFunc(b.changes, func(c Mutation) bool { return c.Object == object && c.Property == property })
	if i < 0 {
		b.changes = append(b.changes, m)
	} else {
		m.Before = b.changes[i].After
		b.changes[i].After = value
	}
	return m, nil
}

// mutations are what was changed in all, one for a property, without those that were
// put back.
func (b *toolbox) mutations() []Mutation {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []Mutation
	for _, m := range b.changes {
		if !bytes.Equal(m.Before, m.After) {
			m.Before, m.After = bytes.Clone(m.Before), bytes.Clone(m.After)
			all = append(all, m)
		}
	}
	return all
}

// save hands the changes of an iteration that ended well to the objects that keep
// them, and the others' to kept, which outlives the iteration.
func (b *toolbox) save(ctx context.Context, kept map[string]json.RawMessage) error {
	all := b.mutations()
	for _, o := range b.objects {
		mine := slices.DeleteFunc(slices.Clone(all), func(m Mutation) bool { return m.Object != o.Name })
		if len(mine) == 0 {
			continue
		}
		if o.Save == nil {
			for _, m := range mine {
				kept[m.Object+"."+m.Property] = m.After
			}
			continue
		}
		if err := o.Save(ctx, mine); err != nil {
			return fmt.Errorf("save %s: %w", o.Name, err)
		}
	}
	return nil
}

// restore gives the properties of objects that keep nothing what an earlier iteration
// made of them.
func (b *toolbox) restore(kept map[string]json.RawMessage) {
	for _, o := range b.objects {
		for j := range o.Properties {
			if value, ok := kept[o.Name+"."+o.Properties[j].Name]; ok && o.Save == nil {
				o.Properties[j].Value = value
			}
		}
	}
}

// rewind gives the properties the values that recorded code found.
func (b *toolbox) rewind(objects []sandbox.Object) {
	for _, o := range objects {
		for _, recorded := range o.Properties {
			if p, ok := b.property(o.Name, recorded.Name); ok {
				p.Value = recorded.Value
			}
		}
	}
}
