// Package tsx reads the TypeScript with JSX that a model writes, without running
// it: the code in a reply, the text of its elements, and the messages that lead it
// and can be said while the rest is still being written.
package tsx

import "encoding/json"

// Element is a component as the code yields it: plain data, made of what the sandbox
// let out. Nobody changes one once it is made.
type Element struct {
	// Name is the component's own name, whichever alias or case the code used.
	Name string `json:"name"`
	// Props is a JSON object, or nil for none.
	Props json.RawMessage `json:"props,omitempty"`
	// Children are in order; no two texts follow one another.
	Children []Node `json:"children,omitempty"`
}

// Node is a child of an Element: an Element, or text where Element is nil.
type Node struct {
	Text    string   `json:"text,omitempty"`
	Element *Element `json:"element,omitempty"`
}
