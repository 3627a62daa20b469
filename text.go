package parley

import (
	"strings"
	"unicode"
)

// OneLine is s as one line of printable runes, with single spaces between its
// words and none around them. Names, labels and calls to action that people and
// models wrote pass through it before they reach a prompt or a page.
func OneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
