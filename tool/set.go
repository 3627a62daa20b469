package tool

import (
	"fmt"
	"slices"
)

// Set is the tools that a model is offered. It is immutable and safe for
// concurrent use; the zero Set is empty.
type Set struct{ tools []Tool }

// NewSet is a Set of tools in that order. The error wraps ErrTool: two have one
// name, or one is the zero Tool.
func NewSet(tools ...Tool) (Set, error) {
	var s Set
	for _, t := range tools {
		if t.run == nil {
			return Set{}, fmt.Errorf("%w: one that New did not make", ErrTool)
		}
		for _, name := range append([]string{t.name}, t.aliases...) {
			if _, taken := s.Get(name); taken {
				return Set{}, fmt.Errorf("%w: two are named %s", ErrTool, name)
			}
		}
		s.tools = append(s.tools, t)
	}
	return s, nil
}

// Get is the tool of a name or alias, if there is one.
func (s Set) Get(name string) (Tool, bool) {
	i := slices.IndexFunc(s.tools, func(t Tool) bool { return t.name == name || slices.Contains(t.aliases, name) })
	if i < 0 {
		return Tool{}, false
	}
	return s.tools[i], true
}

// All is every tool, in order. The caller owns the slice.
func (s Set) All() []Tool { return slices.Clone(s.tools) }
