package scenarios

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// Limits of a scenario file. A scene written by hand stays far below both.
const (
	MaxBytes = 512 << 10
	MaxDepth = 32
)

// Parse reads one scenario file, checks it and fills in the defaults. name is
// the file's name: it gives the id its default and stands in the errors. A field
// that there is not is an error, unless it stands at the top and is neither a slip of
// a field nor one of another object: it is kept in Extra. Every error is a Problems.
func Parse(name string, data []byte) (Scenario, error) {
	r := &report{file: name}
	var s Scenario
	if !wellFormed(r, data) {
		return Scenario{}, r.err()
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		r.add("", "%v", err)
		return Scenario{}, r.err()
	}
	shape(r, "", tree, reflect.TypeFor[Scenario]())
	if err := r.err(); err != nil {
		return Scenario{}, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		// shape compares keys exactly; json also takes "GOAL" for "goal".
		field := ""
		if te := (*json.UnmarshalTypeError)(nil); errors.As(err, &te) {
			field = te.Field
		}
		r.add(field, "%v", err)
		return Scenario{}, r.err()
	}
	s.Extra = extra(data)
	setDefaults(&s, strings.TrimSuffix(name, ".json"))
	check(r, &s)
	if err := r.err(); err != nil {
		return Scenario{}, err
	}
	return s, nil
}

// wellFormed reports whether data is one JSON object of bearable size and
// depth.
func wellFormed(r *report, data []byte) bool {
	switch {
	case len(data) > MaxBytes:
		r.add("", "is %d bytes, at most %d", len(data), MaxBytes)
		return false
	case !utf8.Valid(data):
		r.add("", "is not UTF-8 text")
		return false
	case len(bytes.TrimSpace(data)) == 0:
		r.add("", "is empty")
		return false
	}
	d := json.NewDecoder(bytes.NewReader(data))
	depth, ended := 0, false
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) && ended {
			return true
		}
		if err != nil {
			r.add("", "line %d: %s", line(data, d.InputOffset()), syntax(err))
			return false
		}
		if ended {
			r.add("", "line %d: something follows the scenario", line(data, d.InputOffset()))
			return false
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > MaxDepth {
			r.add("", "line %d: nested more than %d deep", line(data, d.InputOffset()), MaxDepth)
			return false
		}
		ended = depth == 0
		if ended && t != json.Delim('}') {
			r.add("", "must be a JSON object")
			return false
		}
	}
}

func syntax(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "ends too early"
	}
	return err.Error()
}

func line(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
}

// extra returns the top-level keys that are no field of Scenario.
func extra(data []byte) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		return nil
	}
	for name := range fields(reflect.TypeFor[Scenario]()) {
		delete(all, name)
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
