package openai

import (
	"bytes"
	"encoding/json"

	"parley/llm"
)

// maxExtraBytes bounds what is kept to be given back: a model's thoughts, of 64 KiB at
// most, and their signatures.
const maxExtraBytes = 256 << 10

// extra puts together what a service sends beside a message or a call.
type extra struct {
	fields map[string]any
	bytes  int
}

// add takes the fields of one piece.
func (x *extra) add(all []member) {
	for _, m := range all {
		var v any
		d := json.NewDecoder(bytes.NewReader(m.value))
		d.UseNumber()
		if x.bytes += len(m.value); x.bytes > maxExtraBytes || d.Decode(&v) != nil {
			continue
		}
		if x.fields == nil {
			x.fields = map[string]any{}
		}
		name := textOf(append(append([]byte{'"'}, m.name...), '"'))
		x.fields[name] = merged(x.fields[name], v, name)
	}
}

// merged is a field of which was came before: texts go on, lists grow, by the index of
// their parts where these have one; anything else is replaced.
func merged(was, v any, name string) any {
	switch v := v.(type) {
	case string:
		if before, is := was.(string); is && !constant(name) {
			return before + v
		}
	case []any:
		before, _ := was.([]any)
		for _, part := range v {
			before = joined(before, part)
		}
		return before
	case map[string]any:
		before, is := was.(map[string]any)
		if !is {
			return v
		}
		for name, field := range v {
			before[name] = merged(before[name], field, name)
		}
		return before
	case nil:
		return was
	}
	return v
}

// constant reports a field whose text does not go on but comes again.
func constant(name string) bool {
	switch name {
	case "type", "id", "format", "name", "role", "signature", "status":
		return true
	}
	return false
}

// joined is a list with one more part, or with the part of the same index going on.
func joined(list []any, part any) []any {
	fields, is := part.(map[string]any)
	if is && fields["index"] != nil {
		for i, other := range list {
			if known, is := other.(map[string]any); is && known["index"] == fields["index"] && known["type"] == fields["type"] {
				list[i] = merged(known, fields, "")
				return list
			}
		}
	}
	return append(list, part)
}

// take is what was put together, as of service; nil for nothing.
func (x *extra) take(service string) *llm.Extra {
	for name, v := range x.fields {
		if v == "" {
			delete(x.fields, name)
		}
	}
	if len(x.fields) == 0 || x.bytes > maxExtraBytes {
		return nil
	}
	b, err := json.Marshal(x.fields)
	if err != nil {
		return nil // what was decoded can be encoded
	}
	return &llm.Extra{Service: service, Fields: b}
}

// beside is a JSON object with the fields of x in it, if they are service's.
func beside(object []byte, x *llm.Extra, service string) []byte {
	if x == nil || x.Service != service || len(x.Fields) <= len("{}") || len(object) <= len("{}") {
		return object
	}
	out := append(object[:len(object)-1:len(object)-1], ',')
	return append(out, x.Fields[1:]...)
}
