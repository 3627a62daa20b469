package parley

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Joiners hold letters of some scripts, and the parts of an emoji, together.
const (
	zwnj = '\u200C'
	zwj  = '\u200D'
)

// OneLine is s as one line of printable runes and what joins them, with single spaces
// between its words and none around them. Names, labels and calls to action that
// people and models wrote pass through it before they reach a prompt or a page.
func OneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) && r != zwj && r != zwnj:
			return -1
		}
		return r
	}, Plain(s))
	return strings.Join(strings.Fields(s), " ")
}

// Plain is s without what a terminal obeys or what hides or turns the text around
// it: escape sequences, which go whole, control characters, marks of direction and
// other formats that cannot be seen; bytes that are no UTF-8 become U+FFFD. Line breaks
// and tabs stay, and joiners behind what they may join. Text that people, models, scenes
// and services wrote passes through it before it reaches a terminal or a caption.
func Plain(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	last := rune(0)
	for s != "" {
		if n, _ := Escape(s); n > 0 {
			s = s[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		odd := r == utf8.RuneError && size == 1
		s = s[size:]
		switch {
		case odd:
			b.WriteRune(utf8.RuneError)
		case r == '\r' && strings.HasPrefix(s, "\n"):
		case r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			r = '\n'
			b.WriteRune(r)
		case r == '\v' || r == '\f':
			r = ' '
			b.WriteRune(r)
		case (r == zwj || r == zwnj) && !unicode.In(last, unicode.L, unicode.M, unicode.S, unicode.Variation_Selector):
		case r == zwj || r == zwnj || IsPlain(r):
			b.WriteRune(r)
		default:
			continue // as if it were not there
		}
		last = r
	}
	return b.String()
}

// IsPlain reports whether a rune by itself may stay in a text, see Plain.
func IsPlain(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return true
	case unicode.Is(unicode.Cf, r): // the signs of numbers in Arabic and others can be seen
		return unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	case r == 0x2028 || r == 0x2029:
		return false
	}
	return !unicode.IsControl(r)
}

// maxEscape bounds an escape sequence, in bytes: what is longer is none.
const maxEscape = 128

// Escape is the length of the escape sequence of a terminal that s begins with, 0 for
// none (ECMA-48, 5.3, 5.4, 5.6). whole is false if more of s may still belong to it.
func Escape(s string) (n int, whole bool) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == 0x1B && len(s) == 1:
		return 1, false
	case r == 0x1B:
		size++
		if r = rune(s[1]) + 0x40; s[1] < 0x40 || s[1] > 0x5F {
			return shortEscape(s)
		}
	case r < 0x80 || r > 0x9F:
		return 0, true
	}
	switch r {
	case 0x9B: // CSI: parameters, then a letter that says what
		n = size
		for n < len(s) && s[n] >= 0x20 && s[n] < 0x40 && n < maxEscape {
			n++
		}
		if n < len(s) && s[n] >= 0x40 && s[n] < 0x7F {
			return n + 1, true
		}
		return n, n < len(s)
	case 0x90, 0x98, 0x9D, 0x9E, 0x9F: // a string, up to its end or that of the line
		return stringEscape(s, size)
	}
	if s[0] != 0x1B {
		return 0, true // a control character and no more
	}
	return size, true
}

// shortEscape is one of ESC, marks and a letter.
func shortEscape(s string) (n int, whole bool) {
	n = 1
	for n < len(s) && s[n] >= 0x20 && s[n] < 0x30 && n < maxEscape {
		n++
	}
	switch {
	case n == len(s):
		return n, false
	case s[n] >= 0x30 && s[n] < 0x7F:
		n++
	}
	return n, true
}

// stringEscape is one that begins with size bytes and holds text that is not for the
// screen. Where no end is in sight only its beginning is.
func stringEscape(s string, size int) (n int, whole bool) {
	for i := size; i < len(s) && i < maxEscape; i++ {
		switch {
		case s[i] == '\a':
			return i + 1, true
		case strings.HasPrefix(s[i:], "\x1b\\") || strings.HasPrefix(s[i:], "\u009c"):
			return i + 2, true
		case s[i] == '\n':
			return i, true
		}
	}
	if len(s) < maxEscape {
		return len(s), false
	}
	return size, true
}
