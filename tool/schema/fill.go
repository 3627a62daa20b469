package schema

import (
	"bytes"
	"encoding/json"
)

// filling is a default for a field that is missing in the object at path.
type filling struct {
	path  []step
	name  string
	value json.RawMessage
}

// fill is v, which fits its schema, with the fillings, the first of one field. The
// other values stay as they are written; the fields come in order of their names.
func fill(v json.RawMessage, fills []filling) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(v))
	dec.UseNumber()
	var root any
	if err := dec.Decode(&root); err != nil {
		return nil, invalid("no valid JSON")
	}
	for _, one := range fills {
		at := root
		for _, s := range one.path {
			if s.item {
				at = at.([]any)[s.index]
			} else {
				at = at.(map[string]any)[s.name]
			}
		}
		if object := at.(map[string]any); object[one.name] == nil {
			object[one.name] = one.value
		}
	}
	return compact(root)
}

// compact is v as JSON in one line.
func compact(v any) (json.RawMessage, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(text.Bytes()), nil
}
