package chat

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"parley/codefirst/tsx"
)

// Bounds of an element that is shown.
const (
	// MaxDepth bounds how deep elements nest, MaxNodes how many nodes one holds.
	MaxDepth = 8
	MaxNodes = 200
	// MaxText bounds the characters of all its text, MaxProps the bytes of one's props.
	MaxText  = 20_000
	MaxProps = 16 << 10

	maxFaults = 10
)

// Check holds e to its component among components, and everything inside it. It
// returns e with own names, defaults filled in, and without blank text where no text
// may be. e itself is not changed. The error wraps ErrElement and tells what is wrong,
// and where, in one line for the model to correct.
func Check(components []Component, e tsx.Element) (tsx.Element, error) {
	c := checker{components: components}
	out := c.element(e, nil, 1)
	if len(c.faults) == 0 {
		return out, nil
	}
	text := strings.Join(c.faults[:min(len(c.faults), maxFaults)], "; ")
	if n := len(c.faults) - maxFaults; n > 0 {
		text += fmt.Sprintf("; and %d more", n)
	}
	return tsx.Element{}, badElement(text)
}

// badElement is an error that wraps ErrElement, by its text.
type badElement string

func (e badElement) Error() string { return string(e) }
func (e badElement) Unwrap() error { return ErrElement }

// checker holds one element and counts what is in it.
type checker struct {
	components  []Component
	nodes, text int
	faults      []string
}

func (c *checker) fault(format string, values ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, values...))
}

// count reports whether there is room for a node with text, and says once if not.
func (c *checker) count(text string) bool {
	before := c.nodes > MaxNodes || c.text > MaxText
	c.nodes++
	c.text += utf8.RuneCountInString(text)
	after := c.nodes > MaxNodes || c.text > MaxText
	if after && !before {
		c.fault("the message is too large: at most %d parts and %d characters, so send less, or in pieces", MaxNodes, MaxText)
	}
	return !after
}

// element holds e, which is in parent, or on its own where that is nil.
func (c *checker) element(e tsx.Element, parent *Component, depth int) tsx.Element {
	kind, ok := find(c.components, e.Name)
	if !ok {
		c.fault("there is no component <%s>; there are: %s", Preview(e.Name, 50), c.all())
		return e
	}
	switch {
	case !c.count(""):
		return e
	case depth > MaxDepth:
		c.fault("<%s> is nested deeper than %d", kind.Name, MaxDepth)
		return e
	case parent == nil && kind.Inner:
		if outer, ok := c.outer(kind.Name); ok { // it is a message of its own
			return c.element(tsx.Element{Name: outer, Children: []tsx.Node{{Element: &e}}}, nil, depth)
		}
		c.fault("<%s> cannot be sent on its own; put it inside %s", kind.Name, c.parents(kind.Name))
	case parent != nil && !slices.Contains(parent.Children, kind.Name):
		c.fault("<%s> may not be inside <%s>, which may hold %s", kind.Name, parent.Name, parent.holds())
	}
	e.Name = kind.Name
	fit := c.props(&e, kind)
	e.Children = c.children(e.Children, &kind, depth)
	if fit && kind.Finish != nil {
		out, err := kind.Finish(e)
		if err != nil {
			c.fault("<%s>: %v", kind.Name, err)
			return e
		}
		e = out
	}
	return e
}

// props holds the props of e and fills in defaults.
func (c *checker) props(e *tsx.Element, kind Component) bool {
	given := e.Props
	if len(given) == 0 || string(given) == "null" {
		given = json.RawMessage(`{}`)
	}
	if len(given) > MaxProps {
		c.fault("the props of <%s> are larger than %d bytes", kind.Name, MaxProps)
		return false
	}
	given, dropped := known(e, kind, given)
	if dropped != "" && kind.Textual && len(e.Children) == 0 {
		c.fault("<%s>: %q is not a field, and nothing is inside: its text stands between its tags", kind.Name, dropped)
		return false
	}
	if kind.Props == nil {
		e.Props = nil
		return true
	}
	out, err := kind.Props.CheckAs("the props", given)
	if err != nil {
		c.fault("<%s>: %v", kind.Name, err)
		return false
	}
	if e.Props = out; string(out) == "{}" {
		e.Props = nil
	}
	return true
}

func (c *checker) children(nodes []tsx.Node, kind *Component, depth int) []tsx.Node {
	var out []tsx.Node
	for _, n := range nodes {
		switch {
		case n.Element != nil:
			child := c.element(*n.Element, kind, depth+1)
			out = append(out, tsx.Node{Element: &child})
		case kind.Text:
			out = append(out, n)
			c.count(n.Text)
		case strings.TrimSpace(n.Text) != "":
			c.fault("<%s> may not hold text, only %s", kind.Name, kind.holds())
		}
		if c.nodes > MaxNodes || c.text > MaxText {
			break
		}
	}
	return out
}

// outer is the first component that may be sent and holds one of that name.
func (c *checker) outer(name string) (string, bool) {
	i := slices.IndexFunc(c.components, func(k Component) bool {
		return !k.Inner && k.Text && slices.Contains(k.Children, name)
	})
	if i < 0 {
		return "", false
	}
	return c.components[i].Name, true
}

// all are the names of the components that may be sent.
func (c *checker) all() string {
	var names []string
	for _, k := range c.components {
		names = append(names, "<"+k.Name+">")
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// parents are the components that may hold the one of that name.
func (c *checker) parents(name string) string {
	var names []string
	for _, k := range c.components {
		if slices.Contains(k.Children, name) && k.Name != name {
			names = append(names, "<"+k.Name+">")
		}
	}
	if len(names) == 0 {
		return "another component"
	}
	return strings.Join(names, " or ")
}

// holds says what may be inside c.
func (c Component) holds() string {
	var what []string
	if c.Text {
		what = append(what, "text")
	}
	for _, name := range c.Children {
		what = append(what, "<"+name+">")
	}
	if len(what) == 0 {
		return "nothing"
	}
	return strings.Join(what, ", ")
}
