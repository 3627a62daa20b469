package textnorm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark deals with what is no letter, digit or space: a word for it in English,
// a pause for a bracket, else it is kept or left out.
func (n *Normaliser) mark(b *builder, r rune, size int) {
	if n.english {
		if length, said := symbolAt(b, r, size); length > 0 {
			b.say(length, said)
			return
		}
	}
	switch {
	case r == '(' || r == '[':
		b.pause()
		b.skip(size)
	case r == ')' || r == ']':
		if wordFollows(b.rest()[size:]) {
			b.pause()
		}
		b.skip(size)
	case n.silent(r):
		b.skip(size)
		if unicode.IsGraphic(r) && !unicode.IsMark(r) { // "snake_case" is two words
			b.gap = max(b.gap, soft)
		}
	default:
		b.keep(size, r)
	}
}

// silent reports whether r is left out: emoji and their parts, marks of markup,
// what does not print. In English no symbol is left to the voice.
func (n *Normaliser) silent(r rune) bool {
	switch {
	case r == unicode.ReplacementChar, strings.ContainsRune("*_`~|\\^{}<>", r):
		return true
	case unicode.In(r, unicode.So, unicode.Sk, unicode.Cc, unicode.Cf, unicode.Co, unicode.Me, unicode.Variation_Selector):
		return r != '\u200c' // the zero-width non-joiner parts letters of some scripts
	}
	return n.english && (unicode.In(r, unicode.S, unicode.No) || strings.ContainsRune("#@%&/•", r))
}

// symbolAt reads a mark that stands for a word, and returns its length, or 0.
func symbolAt(b *builder, r rune, size int) (int, string) {
	next := b.rest()[size:]
	said := symbols[r]
	switch {
	case r == '#' && digitsAt(next) > 0:
		return size, "number"
	case r == '&' && strings.HasPrefix(next, "amp;"):
		return size + len("amp;"), said
	case r == '-' && strings.HasPrefix(next, ">"):
		return size + 1, symbols['→']
	case said == "":
		said = currencies[string(r)].many
	}
	if said == "" || !wordy(b.last()) && !wordFollows(next) { // at no word, as in a row of "==="
		return 0, ""
	}
	return size, said
}

// wordFollows reports whether a word comes next in text, behind spaces.
func wordFollows(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " "))
	return wordy(r)
}
