package textnorm

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// Text is a piece of text as it is said, aligned with the text as written. The
// zero value is an empty one; a Text does not change.
type Text struct {
	// Said is what a voice gets; empty if there is nothing to say.
	Said string

	text  string // as written
	spans []span // nil if Said is the text as written
}

// span ends at offset said of what is said and at offset text of what is
// written, and begins where the one before ends. A plain span is the same in
// both.
type span struct {
	said, text int
	plain      bool
}

// End maps an offset in bytes of Said, where a word ends, to the offset in the
// text as written up to which has been said then. It never goes past what was
// said: inside a word, or inside what stands for one word as written, it is the
// end of the word before. It rises with its argument, and the end of Said is
// the end of the text.
func (t Text) End(said int) int {
	if said >= len(t.Said) {
		return len(t.text)
	}
	said = wholeWords(t.Said, said)
	if t.spans == nil || said == 0 {
		return trimmed(t.text, said)
	}
	return trimmed(t.text, wholeWords(t.text, t.written(said)))
}

// trimmed moves at back over spaces.
func trimmed(text string, at int) int {
	for at > 0 && text[at-1] == ' ' {
		at--
	}
	return at
}

// written maps an offset that cuts no word of what is said.
func (t Text) written(said int) int {
	i, _ := slices.BinarySearchFunc(t.spans, said, func(s span, said int) int { return s.said - said })
	switch s := t.spans[i]; {
	case s.said == said:
		return s.text
	case s.plain:
		return s.text - (s.said - said)
	case i == 0:
		return 0
	}
	return t.spans[i-1].text
}

// wholeWords moves at back until it cuts no word of text.
func wholeWords(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at > 0 && at < len(text) {
		r, _ := utf8.DecodeRuneInString(text[at:])
		before, size := utf8.DecodeLastRuneInString(text[:at])
		if utf8.RuneStart(text[at]) && (!inWord(r) || !inWord(before) || spaceless(r) || spaceless(before)) {
			return at
		}
		if !utf8.RuneStart(text[at]) {
			size = 1
		}
		at -= size
	}
	return at
}

func inWord(r rune) bool { return r == '\'' || r == '’' || wordy(r) }

// spaceless reports whether r is of a script that puts no spaces between words.
func spaceless(r rune) bool {
	return r > 0xE00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
		unicode.Myanmar)
}
