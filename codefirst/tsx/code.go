package tsx

import (
	"strings"
	"unicode"
)

// The marks between which a model is asked to write its code.
const (
	StartMark = "■fn_start"
	EndMark   = "■fn_end"
)

// PlainText is the text of an element, and of those in it that are named so, one line
// after another: what other elements hold is not in it. White space counts as one
// space, or as one newline if it has any.
func PlainText(e Element, names ...string) string {
	var b strings.Builder
	plain(&b, e, names)
	return collapse(b.String())
}

func plain(b *strings.Builder, e Element, names []string) {
	for _, child := range e.Children {
		switch {
		case child.Element == nil:
			b.WriteString(child.Text)
		case named(child.Element.Name, names):
			b.WriteByte('\n')
			plain(b, *child.Element, names)
			b.WriteByte('\n')
		default:
			b.WriteByte('\n')
		}
	}
}

func named(name string, names []string) bool {
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}

// collapse is text with its white space as PlainText has it.
func collapse(text string) string {
	var s spacing
	var b strings.Builder
	for _, r := range text {
		b.WriteString(s.add(r))
	}
	return b.String()
}

// spacing collapses white space as it comes.
type spacing struct {
	begun bool // something else has come
	run   byte // the white space since: 0 for none, ' ' or '\n'
}

// add is what r adds to the text.
func (s *spacing) add(r rune) string {
	switch {
	case r == '\n':
		s.run = '\n'
		return ""
	case unicode.IsSpace(r):
		if s.run == 0 {
			s.run = ' '
		}
		return ""
	}
	out := string(r)
	if s.run != 0 && s.begun {
		out = string(s.run) + out
	}
	s.begun, s.run = true, 0
	return out
}
