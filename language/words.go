package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// accents are the marks that are folded. Others change what a letter means: a word that
// is struck out is no word.
const accents = "\u0300\u0301\u0302\u0303\u0308\u030a\u0327"

// marks are the punctuation that says nothing by itself. All else that is no letter and
// no figure is a word of its own: a question mark, a quotation mark, a picture.
const marks = ".,!;:-–—…()¡¿·*_"

// tones are what follows a picture to change its look.
func tones(r rune) bool { return r == '\ufe0f' || '\U0001f3fb' <= r && r <= '\U0001f3ff' }

// ligatures are letters that are written as two, too.
var ligatures = strings.NewReplacer("ß", "ss", "œ", "oe", "æ", "ae")

// fold is text in lower case without accents.
func fold(text string) string {
	if ascii(text) {
		return strings.ToLower(text)
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("’‘ʼ´`′＇", r):
			return '\''
		case strings.ContainsRune(accents, r) || tones(r):
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(text)))
	return ligatures.Replace(norm.NFC.String(text))
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf || text[i] == '`' {
			return false
		}
	}
	return true
}

// split is the words of folded text; an apostrophe within one stays.
func split(text string) (words []string) {
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			words = append(words, strings.Trim(word.String(), "'"))
			word.Reset()
		}
	}
	runes := []rune(text)
	for i, r := range runes {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		next := i+1 < len(runes) && unicode.IsLetter(runes[i+1])
		switch {
		case letter, r == '\'' && next && (word.Len() > 0 || !quotes(runes, i)):
			word.WriteRune(r)
		case r == '\'' && word.Len() > 0 && !quotes(runes, i): // "goin'"
		case unicode.IsSpace(r), strings.ContainsRune(marks, r) && (r != '!' || !next || word.Len() > 0):
			end()
		default:
			end()
			words = append(words, string(r))
		}
	}
	end()
	return words
}

// quotes reports whether the apostrophe at i may be one of a pair around words.
func quotes(runes []rune, i int) bool {
	opens := func(i int) bool { return i == 0 || !unicode.IsLetter(runes[i-1]) }
	closes := func(i int) bool { return i+1 == len(runes) || !unicode.IsLetter(runes[i+1]) }
	for j, r := range runes {
		if r == '\'' && j != i && (j < i && opens(j) && closes(i) || j > i && opens(i) && closes(j)) {
			return true
		}
	}
	return false
}

// unstretched is a word without what is drawn out: "nooo", "yesss".
func unstretched(word string) string {
	runes := []rune(word)
	out := runes[:0:0]
	for i := 0; i < len(runes); {
		n := 1
		for i+n < len(runes) && runes[i+n] == runes[i] {
			n++
		}
		if n < 3 {
			out = append(out, runes[i:i+n]...)
		} else {
			out = append(out, runes[i])
		}
		i += n
	}
	return string(out)
}

// words are the words of text as the vocabulary's phrases have them.
func (v *vocabulary) words(text string) (out []string) {
	for _, w := range split(fold(text)) {
		if !unicode.IsDigit([]rune(w + " ")[0]) {
			w = unstretched(w)
		}
		if as, ok := v.spelling[w]; ok {
			out = append(out, as...)
			continue
		}
		out = append(out, strings.FieldsFunc(w, func(r rune) bool { return r == '\'' && len(w) > 1 })...)
	}
	return out
}
