package schema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"time"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

const (
	// maxListed bounds the values of an enum, and maxShown, in bytes, a value or a
	// pattern of a schema that a fault tells.
	maxListed = 40
	maxShown  = 200
)

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// formats are those that strings are held to; others are only told.
var formats = map[string]struct {
	words string
	is    func(string) bool
}{
	"date-time": {"a time in RFC 3339, as 2006-01-02T15:04:05+01:00", isTime(time.RFC3339)},
	"date":      {"a date, as 2006-01-02", isTime(time.DateOnly)},
	"email":     {"an address of e-mail", func(s string) bool { a, err := mail.ParseAddress(s); return err == nil && a.Address == s }},
	"uri":       {"an absolute URI", func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() }},
	"uuid":      {"a UUID", uuid.MatchString},
}

func isTime(layout string) func(string) bool {
	return func(s string) bool { _, err := time.Parse(layout, s); return err == nil }
}

// words say what the library found wrong with v, and nothing of v.
func words(k validator.ErrorKind, v any) string {
	const most, least, kindly = "must be at most %v%s", "must be at least %v%s", " items of the kind that is asked for"
	bound := func(words string, n any, unit string) string { return fmt.Sprintf(words, n, unit) }
	number := func(words string, n *big.Rat) string { f, _ := n.Float64(); return fmt.Sprintf(words, f) }
	switch k := k.(type) {
	case *kind.Type:
		return "must be of type " + strings.Join(k.Want, " or ")
	case *kind.Enum:
		return "must be one of " + list(k.Want)
	case *kind.Const:
		return "must be " + short(k.Want)
	case *kind.Format:
		return "must be " + k.Err.Error()
	case *kind.Pattern:
		return "must match the pattern " + cut(k.Want)
	case *kind.MinLength:
		return bound(least, k.Want, " characters")
	case *kind.MaxLength:
		return bound(most, k.Want, " characters")
	case *kind.MinItems:
		return bound(least, k.Want, " items")
	case *kind.MaxItems:
		return bound(most, k.Want, " items")
	case *kind.AdditionalItems:
		items, _ := v.([]any)
		return bound(most, len(items)-k.Count, " items")
	case *kind.MinProperties:
		return bound(least, k.Want, " fields")
	case *kind.MaxProperties:
		return bound(most, k.Want, " fields")
	case *kind.Contains:
		return bound(least, 1, kindly)
	case *kind.MinContains:
		return bound(least, k.Want, kindly)
	case *kind.MaxContains:
		return bound(most, k.Want, kindly)
	case *kind.Minimum:
		return number("must be at least %v", k.Want)
	case *kind.Maximum:
		return number("must be at most %v", k.Want)
	case *kind.ExclusiveMinimum:
		return number("must be more than %v", k.Want)
	case *kind.ExclusiveMaximum:
		return number("must be less than %v", k.Want)
	case *kind.MultipleOf:
		return number("must be a multiple of %v", k.Want)
	case *kind.UniqueItems:
		return "must not have an item twice"
	}
	return "is what it must not be"
}

// list is the values of an enum for a fault.
func list(values []any) string {
	more := ""
	if n := len(values) - maxListed; n > 0 {
		values, more = values[:maxListed], fmt.Sprintf(" and %d more", n)
	}
	shown := make([]string, len(values))
	for i, v := range values {
		shown[i] = short(v)
	}
	return "[" + strings.Join(shown, " ") + "]" + more
}

// short is a value of a schema for a fault.
func short(v any) string {
	if s, ok := v.(string); ok {
		return cut(fmt.Sprintf("%q", s))
	}
	text, _ := json.Marshal(v) // it was JSON
	return cut(string(text))
}

func cut(text string) string {
	if len(text) > maxShown {
		return strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	return text
}
