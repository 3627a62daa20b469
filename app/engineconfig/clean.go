package engineconfig

import (
	"fmt"
	"strings"
	"unicode"

	"parley/engine/openaihttp"
)

// said reads settings as people write them: files of variables leave quotes and line ends
// on their values, editors a byte order mark, pages what cannot be seen. What is no part
// of a value is left out, and noted once, never the value itself.
type said struct {
	getenv func(string) string
	notes  []string
	noted  map[string]bool
}

func (s *said) note(format string, args ...any) {
	n := fmt.Sprintf(format, args...)
	if !s.noted[n] {
		s.noted[n] = true
		s.notes = append(s.notes, n)
	}
}

// value is what was said under a name without what is no part of it.
func (s *said) value(name, text string) string {
	out := bare(text)
	if text != out {
		s.note("%s has quotes, a space, a line end or something unseen on it, which is left out", name)
	}
	return out
}

// env is a variable's value.
func (s *said) env(name string) string { return s.value(name, s.getenv(name)) }

// key is the value of a variable that holds a key. An error says what no key has.
func (s *said) key(name string) (string, error) {
	out := s.env(name)
	if scheme, rest, found := strings.Cut(out, " "); found && strings.EqualFold(scheme, "Bearer") {
		out = bare(rest)
		s.note("%s has the word Bearer before the key, which is left out", name)
	}
	if strings.ContainsFunc(out, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("%s holds a space, a line break or a letter that no key has: copy the key anew, alone and whole", name)
	}
	return out, nil
}

// address is the base URL that was said under a name; what had to be read into it is
// noted.
func (s *said) address(name, text string) string {
	text = s.value(name, text)
	base := openaihttp.Base(text)
	if given := strings.TrimRight(text, "/"); base != given && !strings.Contains(base, "@") {
		s.note("%s is read as %s", name, base)
	}
	return base
}

// bare is text without spaces, quotes and what cannot be seen at its ends, and without the
// latter anywhere.
func bare(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Pi, unicode.Pf) || strings.ContainsRune("\"'`", r)
	})
}
