package textnorm

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord is the longest abbreviation or acronym, in bytes.
const maxWord = 16

// lower puts s into lower case in buf, nil if it is too long to be looked up.
func lower(buf *[maxWord]byte, s string) []byte {
	out := buf[:0]
	for _, r := range s {
		if r = unicode.ToLower(r); len(out)+utf8.RuneLen(r) > len(buf) || r == utf8.RuneError {
			return nil
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// wordFormAt reads what is written with letters and not said so: dates and
// amounts that begin with a word, abbreviations, acronyms, Roman numerals.
func (l *language) wordFormAt(b *builder, shout bool) (int, string) {
	text := b.rest()
	if len(text) > window {
		text = text[:max(wholeWords(text, window), 1)]
	}
	if n, said := monthAt(l, b, text); n > 0 {
		return n, said
	}
	if key, n := l.coinAt(text); n > 0 && key != "" {
		if n, said := quantityAt(l, b, text); n > 0 {
			return n, said
		}
	}
	if n, said := versionAt(l, b, text); n > 0 {
		return n, said
	}
	if n, said := l.numbered(text); n > 0 {
		return n, said
	}
	if n, said := l.abbreviation(text); n > 0 {
		return n, said
	}
	if n, said := romanAt(l, b, text); n > 0 {
		return n, said
	}
	if shout {
		return 0, ""
	}
	return l.acronym(text)
}

var numberedForm = regexp.MustCompile(`^[Nn]o\. ?\d`)

// numbered reads "No." before a figure.
func (l *language) numbered(text string) (int, string) {
	if !l.halves || !numberedForm.MatchString(text) {
		return 0, ""
	}
	return len("No."), l.number
}

// abbreviation reads the longest of the language's. Its full stop is kept where
// it ends the sentence too.
func (l *language) abbreviation(text string) (int, string) {
	n, said := 0, ""
	for i, r := range text {
		if i >= maxWord || !unicode.IsLetter(r) && !strings.ContainsRune("./-º°", r) {
			break
		}
		end := i + utf8.RuneLen(r)
		if r != '/' && !ended(text[end:]) {
			continue
		}
		var buf [maxWord]byte
		if full, ok := l.abbreviations[string(lower(&buf, text[:end]))]; ok {
			n, said = end, full
		}
	}
	if n > 0 && text[n-1] == '.' && (strings.TrimSpace(text[n:]) == "" || trailing[said] && sentenceEnds(text[n:])) {
		n--
	}
	return n, said
}

// trailing are abbreviations after which a capital begins a new sentence.
var trailing = map[string]bool{
	"et cetera": true, "und so weiter": true, "etcétera": true, "incorporated": true, "limited": true, "corporation": true,
	"junior": true, "senior": true, "Straße": true,
}

// acronym reads API, APIs and API's letter by letter.
func (l *language) acronym(text string) (int, string) {
	n := strings.IndexFunc(text, func(r rune) bool { return r != '&' && !inWord(r) })
	if n < 0 {
		n = len(text)
	}
	stem := strings.TrimRight(text[:n], "&'’")
	n = len(stem)
	ending := ""
	for _, e := range []string{"'s", "’s", "s"} {
		if before, ok := strings.CutSuffix(stem, e); ok {
			stem, ending = before, "'s"
			break
		}
	}
	if !l.spelled[stem] {
		return 0, ""
	}
	parts := make([]string, 0, len(stem))
	for _, r := range stem {
		switch {
		case r == '&':
			parts = append(parts, l.and)
		case r >= '0' && r <= '9':
			parts = append(parts, l.digits[r-'0'])
		default:
			parts = append(parts, string(r))
		}
	}
	return n, strings.Join(parts, " ") + ending
}
