package textnorm

import (
	"strings"
	"unicode"
)

// unsaid are marks that no voice says, in any language.
const unsaid = "*_`~|\\^{}<>"

// mark deals with what is no letter, digit or space.
func (s *Speller) mark(b *builder, r rune, size int) {
	if l := s.lang; l.spells() {
		if said, n := l.symbol(b, r, size); n > 0 {
			b.say(n, said)
			return
		}
	}
	switch {
	case r == '(' || r == '[':
		b.pause()
		b.skip(size)
	case r == ')' || r == ']':
		s.closeBracket(b, size)
	case s.silent(r):
		b.skip(size)
		if unicode.IsGraphic(r) && !unicode.IsMark(r) { // "snake_case" is two words
			b.gap = max(b.gap, soft)
		}
	default:
		b.keep(size, r)
	}
}

// closeBracket pauses behind a bracket where the sentence goes on.
func (s *Speller) closeBracket(b *builder, size int) {
	next := strings.TrimLeft(b.rest()[size:], " ")
	if next != "" && wordy([]rune(next[:min(len(next), 4)])[0]) {
		b.pause()
	}
	b.skip(size)
}

// silent reports whether r is left out: emoji and their parts, marks of markup,
// what does not print.
func (s *Speller) silent(r rune) bool {
	switch {
	case r == unicode.ReplacementChar, strings.ContainsRune(unsaid, r):
		return true
	case unicode.In(r, unicode.So, unicode.Sk, unicode.Cc, unicode.Cf, unicode.Co, unicode.Me, unicode.Variation_Selector):
		return r != '\u200c' // parts the letters of some scripts
	}
	return s.lang.spells() && (unicode.In(r, unicode.S, unicode.No) || strings.ContainsRune("#@%&/•", r))
}

// symbol says a mark that stands for a word, and returns its length, or 0.
func (l *language) symbol(b *builder, r rune, size int) (string, int) {
	next := b.rest()[size:]
	switch {
	case r == '#':
		if digitsAt(next) > 0 {
			return l.number, size
		}
	case r == '&' && strings.HasPrefix(next, "amp;"):
		return l.symbols['&'], size + len("amp;")
	case r == '-' && strings.HasPrefix(next, ">"):
		return l.symbols['→'], size + 1
	case l.symbols[r] != "":
		if l.alone(b, next) {
			return "", 0
		}
		return l.symbols[r], size
	case l.coins[string(r)].many != "":
		if !l.alone(b, next) {
			return l.coins[string(r)].many, size
		}
	}
	return "", 0
}

// alone reports whether a mark stands at no word at all, as in a row of "===".
func (l *language) alone(b *builder, next string) bool {
	behind := strings.TrimLeft(next, " ")
	return !wordy(b.last()) && (behind == "" || !wordy([]rune(behind[:min(len(behind), 4)])[0]))
}
