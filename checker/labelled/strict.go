package labelled

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// strict reads data, one JSON object, into the struct into points to. Unlike
// encoding/json it takes no key in another case, none twice, none it does not
// know, no null, and nothing after the object. Fields of the kind
// json.RawMessage are left to be read by themselves.
func strict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("must be a JSON object")
	}
	fields := fieldsOf(reflect.ValueOf(into).Elem())
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return syntax(err)
		}
		key, _ := t.(string) // keys are strings
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return syntax(err)
		}
		field, known := fields[key]
		switch {
		case !known:
			return fmt.Errorf("%q is no field", key)
		case seen[key]:
			return fmt.Errorf("%q is there twice", key)
		}
		seen[key] = true
		if err := value(raw, field); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	if _, err := d.Token(); err != nil {
		return syntax(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
}

// value reads one member of an object.
func value(raw json.RawMessage, field reflect.Value) error {
	if string(raw) == "null" {
		return errors.New("must not be null")
	}
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		return strict(raw, field.Interface())
	}
	if err := json.Unmarshal(raw, field.Addr().Interface()); err != nil {
		if te := (*json.UnmarshalTypeError)(nil); errors.As(err, &te) {
			return fmt.Errorf("must be %s, not %s", kindName(te.Type.Kind()), te.Value)
		}
		return syntax(err)
	}
	return nil
}

// kindName says a kind of value in the words of JSON.
func kindName(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a string"
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	default:
		return "a list" // the files have no other kinds that encoding/json fills in
	}
}

func fieldsOf(v reflect.Value) map[string]reflect.Value {
	m := make(map[string]reflect.Value, v.NumField())
	for f, field := range v.Fields() {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			m[name] = field
		}
	}
	return m
}

func syntax(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("ends too early")
	}
	return fmt.Errorf("is not JSON: %w", err)
}
