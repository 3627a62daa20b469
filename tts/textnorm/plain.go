package textnorm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unchanged reports whether text is said as it is written: nothing but usual
// punctuation and words that are no abbreviation, acronym or pronunciation.
func (n *Normaliser) unchanged(text string) bool {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsLetter(r) {
			size = wordAt(text[at:])
			if size == 0 || !n.unchangedWord(text, at, at+size) {
				return false
			}
		} else if !plainMark(r) || len(n.pronunciations[r]) > 0 {
			return false
		}
		at += size
	}
	return true
}

// plainMark reports whether r is punctuation that stays as it is.
func plainMark(r rune) bool {
	switch r {
	case ' ', '.', ',', '!', '?', ';', ':', '\'', '"', '-', '–', '—', '…', '‘', '’', '“', '”', '¿', '¡', '«', '»', '„',
		'。', '，', '！', '？', '、':
		return true
	}
	return false
}

// unchangedWord reports whether the word text[from:to] is said as it is.
func (n *Normaliser) unchangedWord(text string, from, to int) bool {
	if length, _ := n.pronunciations.at(text[from:]); length > 0 {
		return false
	}
	if !n.english {
		return true
	}
	if to < len(text) && text[to] == '.' && !(to+1 == len(text) || text[to+1] == ' ' || text[to+1] == '.') {
		return false // an address, or letters with full stops
	}
	if to-from > maxWord {
		return true
	}
	capitals := true
	for _, r := range text[from:to] {
		capitals = capitals && (unicode.IsUpper(r) || r == '\'' || r == '’' || r == 's')
	}
	if capitals {
		return to-from == 1 // others may be acronyms
	}
	var buf [maxWord]byte
	low := lower(&buf, text[from:to])
	if _, ok := abbreviations[string(low)]; ok {
		return false
	}
	if to < len(text) && text[to] == '.' && len(low) < maxWord && low != nil {
		_, ok := abbreviations[string(append(low, '.'))]
		return !ok
	}
	return true
}

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
