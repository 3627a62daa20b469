package scenarios

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"parley"
)

// shape reports every value of the decoded JSON v that cannot become a t, and every
// field that there is not; see unknown. It lets json.Unmarshal's first-error-only
// reports be complete ones. Null stands for a field left out.
func shape(r *report, path string, v any, t reflect.Type) {
	if v == nil || t == reflect.TypeFor[json.RawMessage]() {
		return
	}
	if t == reflect.TypeFor[parley.Timing]() {
		timing(r, path, v)
		return
	}
	if _, plain := v.(string); plain && t == reflect.TypeFor[Line]() {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		shape(r, path, v, t.Elem())
	case reflect.Struct, reflect.Map:
		object, ok := v.(map[string]any)
		if !ok {
			want := "an object"
			if t == reflect.TypeFor[Line]() {
				want = `a string or an object with "say"`
			}
			r.add(path, "must be %s, not %s", want, kind(v))
			return
		}
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if elem, ok := member(t, key); ok {
				shape(r, join(path, key), object[key], elem)
			} else {
				unknown(r, path, key, t)
			}
		}
	case reflect.Slice:
		list, ok := v.([]any)
		if !ok {
			r.add(path, "must be a list, not %s", kind(v))
			return
		}
		for i, elem := range list {
			at := fmt.Sprintf("%s[%d]", path, i)
			if elem == nil {
				r.add(at, "must not be null")
			}
			shape(r, at, elem, t.Elem())
		}
	case reflect.String:
		if _, ok := v.(string); !ok {
			r.add(path, "must be a string, not %s", kind(v))
		}
	case reflect.Int:
		n, ok := v.(json.Number)
		if !ok {
			r.add(path, "must be a whole number, not %s", kind(v))
		} else if _, err := strconv.Atoi(n.String()); err != nil {
			r.add(path, "must be a whole number, not %s", n)
		}
	default: // reflect.Bool: Scenario has no other kinds
		if _, ok := v.(bool); !ok {
			r.add(path, "must be true or false, not %s", kind(v))
		}
	}
}

// member finds the type of an object's member: any key of a map, the field of
// that name of a struct.
func member(t reflect.Type, key string) (reflect.Type, bool) {
	if t.Kind() == reflect.Map {
		return t.Elem(), true
	}
	elem, ok := fields(t)[key]
	return elem, ok
}

// unknown reports a field that an object of type t does not have: which it may be a slip
// of, and which objects have one of that name. At the top of a file, where tools may keep
// fields of their own, one that is neither passes.
func unknown(r *report, path, key string, t reflect.Type) {
	here, owners, least := fields(t), objectsWith(key), float32(alike)
	var told []string
	if len(owners) > 0 {
		told = []string{"it belongs to " + strings.Join(owners[:min(3, len(owners))], " or ")}
	}
	if len(owners) > 0 || path == "" {
		least = veryAlike
	}
	if near := nearest(key, maps.Keys(here), least); near != "" {
		told = append(told, fmt.Sprintf("did you mean %q?", near))
	}
	if len(told) == 0 && path != "" {
		told = []string{"there are " + strings.Join(slices.Sorted(maps.Keys(here)), ", ")}
	}
	if len(told) > 0 {
		r.add(join(path, key), "unknown field: %s", strings.Join(told, "; "))
	}
}

// objectsWith are the places of a file whose objects have a field of that name, in the
// order of the file; of objects of one type the first.
func objectsWith(name string) (paths []string) {
	seen := map[reflect.Type]bool{}
	var walk func(path string, t reflect.Type)
	walk = func(path string, t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer:
			walk(path, t.Elem())
		case reflect.Slice:
			walk(path+"[]", t.Elem())
		case reflect.Map:
			walk(path+".*", t.Elem())
		case reflect.Struct:
			if _, ok := fields(t)[name]; ok && !seen[t] {
				paths = append(paths, cmp.Or(path, "the top of the file"))
			}
			seen[t] = true
			for f := range t.Fields() {
				if key := jsonName(f); key != "" {
					walk(join(path, key), f.Type)
				}
			}
		default: // a value
		}
	}
	walk("", reflect.TypeFor[Scenario]())
	return paths
}

// fields are the JSON names and types of a struct's fields.
func fields(t reflect.Type) map[string]reflect.Type {
	m := make(map[string]reflect.Type, t.NumField())
	for f := range t.Fields() {
		if name := jsonName(f); name != "" {
			m[name] = f.Type
		}
	}
	return m
}

// jsonName is the name of a field in a file, empty if it is in none.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return strings.Trim(name, "-")
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func kind(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return "true or false"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}
