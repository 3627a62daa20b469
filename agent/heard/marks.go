package heard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// brackets enclose what a recogniser describes and nobody says, as "[BLANK_AUDIO]"
// and "(keyboard clicking)". Quotation marks are none: what they enclose is said.
var brackets = map[rune]rune{
	'(': ')', '[': ']', '{': '}', '（': '）', '［': '］', '｛': '｝', '【': '】', '〔': '〕', '〖': '〗', '⟨': '⟩', '*': '*', '<': '>',
}

// longestMark bounds what is looked through for the end of a mark, in bytes: what
// opens and does not close is no mark.
const longestMark = 200

// note reports whether r is written for music.
func note(r rune) bool { return r >= '♩' && r <= '♯' || r >= '🎙' && r <= '🎼' }

// strip cuts what is written of other things than words: marks of templates (<|en|>,
// <channel|>), descriptions of sounds in brackets or between asterisks, music between
// notes. growing says that more of the text will come: a mark that is open is one.
// cut reports whether anything was.
func strip(text string, growing bool) (words string, cut bool) {
	bare := withoutMusic(text)
	var b strings.Builder
	b.Grow(len(bare))
	before := ' '
	for bare != "" {
		r, size := utf8.DecodeRuneInString(bare)
		if n := mark(bare, before, growing || b.Len() == 0); n > 0 {
			bare, before = bare[n:], ' '
			b.WriteByte(' ')
			continue
		}
		if r != '*' || before == ' ' && (len(bare) == size || bare[size] == ' ') { // else it is for emphasis
			b.WriteRune(r)
		}
		bare, before = bare[size:], r
	}
	words = tidy(b.String())
	return words, words != tidy(text)
}

// withoutMusic cuts notes, and what is sung between the first and the last.
func withoutMusic(text string) string {
	first := strings.IndexFunc(text, note)
	if first < 0 {
		return text
	}
	last := strings.LastIndexFunc(text, note)
	_, size := utf8.DecodeRuneInString(text[last:])
	return text[:first] + " " + text[last+size:]
}

// mark is the length of the mark that text begins with, 0 if none. before is the rune
// in front of it; open takes one without an end for one.
func mark(text string, before rune, open bool) int {
	opens, size := utf8.DecodeRuneInString(text)
	closes, known := brackets[opens]
	next, _ := utf8.DecodeRuneInString(text[size:])
	tight := opens == '<' || opens == '*' // "2 < 3", "2 * 3", "**bold**"
	if !known || tight && (unicode.IsSpace(next) || next == opens || before == opens) {
		return 0
	}
	within := text[size:min(len(text), size+longestMark)]
	end := strings.IndexRune(within, closes)
	if end < 0 {
		if len(text) <= longestMark && (open && !tight || strings.HasPrefix(within, "|")) {
			return len(text)
		}
		return 0
	}
	inside := within[:end]
	letters := strings.ContainsFunc(inside, unicode.IsLetter)
	attached := isWord(before) && isWord(next) && !strings.ContainsFunc(inside, unicode.IsSpace)
	if opens == '(' && (attached || strings.ContainsFunc(inside, unicode.IsDigit) && !letters) { // "401(k)", "(555) 123"
		return 0
	}
	return size + end + utf8.RuneLen(closes)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// tidy is text in one line, without what can be no word: what nobody says, as
// SPEAKER_00 or an emoji, and marks of punctuation that come first. It is empty if no
// word is left.
func tidy(text string) string {
	var out []string
	for w := range strings.FieldsSeq(text) {
		if strings.Contains(w, "_") || !strings.ContainsFunc(w, spoken) {
			continue
		}
		if len(out) > 0 || strings.ContainsFunc(w, isWord) {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// spoken reports whether r is no picture.
func spoken(r rune) bool { return !unicode.In(r, unicode.So, unicode.Sk, unicode.Mn) }
