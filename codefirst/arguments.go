package codefirst

import (
	"bytes"
	"encoding/json"

	"parley/tool"
)

// named are arguments that the code gave as a value without its name, getUser("1"), under
// the name of the only one that can be meant: that which the tool has to have, or the
// only one there is. A tool that takes none gets none. All else stays as it is, for the
// tool to refuse.
func named(t tool.Tool, args json.RawMessage) json.RawMessage {
	given := bytes.TrimSpace(args)
	if len(given) == 0 || given[0] == '{' || bytes.Equal(given, []byte("null")) {
		return args
	}
	var shape struct {
		Type       string `json:"type"`
		Required   []string
		Properties map[string]struct {
			Const json.RawMessage `json:"const"`
		}
	}
	if json.Unmarshal(t.Input(), &shape) != nil || shape.Type != "object" {
		return args
	}
	var free, needed []string
	for name, p := range shape.Properties {
		if p.Const == nil {
			free = append(free, name)
		}
	}
	for _, name := range shape.Required {
		if shape.Properties[name].Const == nil {
			needed = append(needed, name)
		}
	}
	switch {
	case len(shape.Properties) == 0:
		return json.RawMessage(`{}`)
	case len(needed) == 1:
		return object(field{Key: needed[0], Value: args})
	case len(needed) == 0 && len(free) == 1:
		return object(field{Key: free[0], Value: args})
	}
	return args
}
