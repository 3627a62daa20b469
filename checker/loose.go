package checker

import (
	"encoding/json"
	"regexp"
	"strings"
)

// maxLooseDepth is how deep values of unknown keys may nest.
const maxLooseDepth = 6

// bareWord is a value without quotes: a number, true, null.
type bareWord string

// loose reads JSON that a language model wrote by hand. Its values are string,
// bareWord, []any and map[string]any.
type loose struct{ rest string }

// bareForm is what may stand without quotes; "7/10" is a progress.
var bareForm = regexp.MustCompile(`^(?:-?\d{1,6}(?:\.\d{1,6})?(?: ?/ ?10)?|true|True|false|False|null|None)`)

func (l *loose) skip() { l.rest = strings.TrimLeft(l.rest, " \t\r\n") }

// next takes the rune c off, with the spaces before it.
func (l *loose) next(c string) bool {
	l.skip()
	rest, found := strings.CutPrefix(l.rest, c)
	if found {
		l.rest = rest
	}
	return found
}

func (l *loose) value(depth int) (any, bool) {
	l.skip()
	switch {
	case depth == 0 || l.rest == "":
		return nil, false
	case l.rest[0] == '{':
		return l.object(depth)
	case l.rest[0] == '[':
		return l.array(depth)
	case l.rest[0] == '"' || l.rest[0] == '\'':
		return l.quoted()
	}
	word := bareForm.FindString(l.rest)
	l.rest = l.rest[len(word):]
	return bareWord(word), word != ""
}

// object reads an object in which no key comes twice.
func (l *loose) object(depth int) (map[string]any, bool) {
	out := map[string]any{}
	if !l.next("{") {
		return nil, false
	}
	for !l.next("}") {
		l.skip()
		key, ok := l.quoted()
		if !ok || !l.next(":") {
			return nil, false
		}
		if _, twice := out[key]; twice {
			return nil, false
		}
		if out[key], ok = l.value(depth - 1); !ok || !l.separated("}") {
			return nil, false
		}
	}
	return out, true
}

func (l *loose) array(depth int) ([]any, bool) {
	out := []any{}
	if !l.next("[") {
		return nil, false
	}
	for !l.next("]") {
		v, ok := l.value(depth - 1)
		if !ok || !l.separated("]") {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// separated takes a comma off, or leaves the closing bracket.
func (l *loose) separated(closing string) bool {
	if l.next(",") {
		return true
	}
	l.skip()
	return strings.HasPrefix(l.rest, closing)
}

// afterQuote is what follows the end of a string: an apostrophe inside one is
// followed by something else.
var afterQuote = regexp.MustCompile(`^\s*[,:}\]]`)

// quoted reads a string in either kind of quotes.
func (l *loose) quoted() (string, bool) {
	if l.rest == "" || l.rest[0] != '"' && l.rest[0] != '\'' {
		return "", false
	}
	mark := l.rest[0]
	var inner strings.Builder
	for i := 1; i < len(l.rest); i++ {
		switch c := l.rest[i]; {
		case c == '\\' && i+1 < len(l.rest):
			if i++; l.rest[i] == '\'' {
				inner.WriteByte('\'')
			} else {
				inner.WriteString(l.rest[i-1 : i+1])
			}
		case c == mark && (mark == '"' || afterQuote.MatchString(l.rest[i+1:])):
			l.rest = l.rest[i+1:]
			var s string
			err := json.Unmarshal([]byte(`"`+inner.String()+`"`), &s)
			return s, err == nil
		case c == '"': // inside single quotes
			inner.WriteString(`\"`)
		default:
			inner.WriteByte(c)
		}
	}
	return "", false
}
