package textnorm

import (
	"unicode"
	"unicode/utf8"
)

// plain reports whether text is said as it is written: nothing but words that
// are no abbreviation, acronym or pronunciation, and usual punctuation.
func (s *Speller) plain(text string) bool {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsLetter(r) {
			n := wordAt(text[at:])
			if n == 0 || !s.plainWord(text, at, at+n) {
				return false
			}
			at += n
			continue
		}
		if !plainMark(r) || len(s.respelt[r]) > 0 {
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

// plainWord reports whether the word text[from:to] is said as it is.
func (s *Speller) plainWord(text string, from, to int) bool {
	if n, _ := s.respelt.at(text[from:]); n > 0 {
		return false
	}
	if !s.lang.spells() {
		return true
	}
	word := text[from:to]
	if to < len(text) && text[to] == '.' && !(to+1 == len(text) || text[to+1] == ' ' || text[to+1] == '.') {
		return false // an address, or letters with full stops
	}
	if to-from > maxWord || s.lang.abbreviations == nil {
		return true
	}
	capitals := true
	for _, r := range word {
		capitals = capitals && (unicode.IsUpper(r) || r == '\'' || r == '’' || r == 's')
	}
	if capitals {
		return to-from == 1 // acronyms and Roman numerals
	}
	var buf [maxWord]byte
	low := lower(&buf, word)
	if _, ok := s.lang.abbreviations[string(low)]; ok {
		return false
	}
	if to < len(text) && text[to] == '.' && len(low) < maxWord && low != nil {
		_, ok := s.lang.abbreviations[string(append(low, '.'))]
		return !ok
	}
	return true
}
