package chat

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/codefirst/tsx"
	"parley/tool/schema"
)

// MaxComponents bounds the components of one conversation.
const MaxComponents = 100

var (
	// ErrComponent means a component that cannot be used.
	ErrComponent = errors.New("bad component")
	// ErrElement means an element that is not as its component says. The text of an
	// error that wraps it is for the model that wrote the element.
	ErrElement = errors.New("bad element")
)

// Example is code that shows a component.
type Example struct {
	Name string
	// Code is TSX, such as "yield <Message>Hello</Message>".
	Code string
}

// Component is something that code may show. It is not changed once it is in use.
type Component struct {
	// Name and each of Aliases is 3-50 letters and digits, the first a capital letter.
	Name        string
	Aliases     []string
	Description string
	// Examples are one at least.
	Examples []Example
	// Props is what the props are held to; nil allows none.
	Props *schema.Schema
	// Children are the own names of the components that may be inside; Text says that
	// text may.
	Children []string
	Text     bool
	// Textual says that its text is words to the user: shown while they are still being
	// written, and spoken in a voice conversation.
	Textual bool
	// Inner says that it is shown inside others only.
	Inner bool
	// Finish, if not nil, is given an element whose props fit, and returns it completed,
	// or an error in words of what a schema cannot say.
	Finish func(e tsx.Element) (tsx.Element, error)

	untold []string // aliases that models use unasked, and that no prompt tells
}

// New is a Component whose props are those of P; the tags of P are those that
// schema.ForType reads. The caller sets the other fields. The error wraps ErrComponent.
func New[P any](name, description string, examples ...Example) (Component, error) {
	props, err := schema.ForType[P]()
	if err != nil {
		return Component{}, fmt.Errorf("%w: %s: %w", ErrComponent, name, err)
	}
	c := Component{Name: name, Description: description, Examples: examples, Props: props}
	return c, c.valid()
}

var validName = regexp.MustCompile(`^[A-Z][A-Za-z0-9]{2,49}$`)

func (c Component) valid() error {
	for _, name := range c.names() {
		if !validName.MatchString(name) {
			return fmt.Errorf("%w: the name %q is not 3-50 letters and digits after a capital", ErrComponent, name)
		}
	}
	if strings.TrimSpace(c.Description) == "" {
		return fmt.Errorf("%w: %s has no description", ErrComponent, c.Name)
	}
	if len(c.Examples) == 0 {
		return fmt.Errorf("%w: %s has no example", ErrComponent, c.Name)
	}
	for _, e := range c.Examples {
		if !strings.Contains(e.Code, "<") {
			return fmt.Errorf("%w: %s: the example %q has no element", ErrComponent, c.Name, e.Name)
		}
	}
	return nil
}

func (c Component) names() []string { return slices.Concat([]string{c.Name}, c.Aliases, c.untold) }

// Valid is why components cannot be used together, nil if they can: one is bad, two
// share a name whatever its case, or there are too many. The error wraps ErrComponent.
func Valid(components []Component) error {
	if len(components) > MaxComponents {
		return fmt.Errorf("%w: %d components, %d at most", ErrComponent, len(components), MaxComponents)
	}
	seen := make(map[string]bool)
	for _, c := range components {
		if err := c.valid(); err != nil {
			return err
		}
		for _, name := range c.names() {
			low := strings.ToLower(name)
			if seen[low] {
				return fmt.Errorf("%w: two are named %s", ErrComponent, name)
			}
			seen[low] = true
		}
	}
	return nil
}

// Names are all names of components, each with the component's own.
func Names(components []Component) map[string]string {
	names := make(map[string]string, len(components))
	for _, c := range components {
		for _, name := range c.names() {
			names[name] = c.Name
		}
	}
	return names
}

// Textual are all names of the components whose text is words to the user, a
// component's own before its aliases, in the order of components.
func Textual(components []Component) []string {
	var names []string
	for _, c := range components {
		if c.Textual && !c.Inner {
			names = append(names, c.names()...)
		}
	}
	return names
}

// find is the component of a name, whatever its case.
func find(components []Component, name string) (Component, bool) {
	i := slices.IndexFunc(components, func(c Component) bool {
		return slices.ContainsFunc(c.names(), func(n string) bool { return strings.EqualFold(n, name) })
	})
	if i < 0 {
		return Component{}, false
	}
	return components[i], true
}
