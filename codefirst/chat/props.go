package chat

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/codefirst/tsx"
)

// Contents are the names under which models give what an element is to say, where it has
// no such prop.
var Contents = []string{"text", "children", "content", "message", "body", "reply", "response"}

// synonyms are the names that a prop is also given by, as React and HTML have them.
var synonyms = map[string][]string{"url": {"src", "href"}, "title": {"alt", "name"}, "label": {"title"}}

// known are the props of given that the component has. What it does not know says nothing
// to the user and is left out: key, className, onClick. A text among them that is what
// the element is to say goes into it, before what is in it already. dropped is one of
// those that were left out.
func known(e *tsx.Element, kind Component, given json.RawMessage) (kept json.RawMessage, dropped string) {
	var props map[string]json.RawMessage
	if json.Unmarshal(given, &props) != nil || len(props) == 0 {
		return given, ""
	}
	has := func(string) bool { return false }
	if kind.Props != nil {
		s := kind.Props.Schema()
		closed := s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil
		has = func(name string) bool { return s.Properties[name] != nil || !closed }
	}
	for name, others := range synonyms {
		for _, other := range others {
			if value, ok := props[other]; ok && has(name) && !has(other) && props[name] == nil {
				props[name] = value
			}
		}
	}
	var said []string
	for _, name := range Contents {
		var text string
		if kind.Text && !has(name) && json.Unmarshal(props[name], &text) == nil && strings.TrimSpace(text) != "" &&
			!slices.Contains(said, text) && !strings.Contains(textOf(*e), text) {
			said = append(said, text)
		}
	}
	if len(said) > 0 {
		text, after := strings.Join(said, "\n"), e.Children
		if len(after) > 0 {
			text += "\n"
			if after[0].Element == nil {
				text, after = text+after[0].Text, after[1:]
			}
		}
		e.Children = append([]tsx.Node{{Text: text}}, after...)
	}
	for name := range props {
		if !has(name) {
			delete(props, name)
			dropped = name
		}
	}
	kept, _ = json.Marshal(props) // JSON
	return kept, dropped
}
