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
		case isApostrophe(r):
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

// silent are the signs that say nothing by themselves.
const silent = ".,!;:-–—…()¡¿·*_"

// isSign reports whether the rune at a place, which is no part of a word, is a sign that
// counts: all but silent ones, an exclamation mark that denies what follows it, and an
// apostrophe that is not one of a pair around words.
func isSign(text string, at int, r rune, size int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+size:])
	switch {
	case isApostrophe(r):
		return isLetter(before) == unicode.IsLetter(after) || quotes(text, at)
	case r == '!':
		return !unicode.IsLetter(before) && !unicode.IsDigit(before) && isLetter(after)
	}
	return !unicode.IsSpace(r) && !tones(r) && !strings.ContainsRune(silent, r)
}

// quotes reports whether the apostrophe at a place may be one of a pair around words.
func quotes(text string, at int) bool {
	opens := func(i int) bool {
		r, _ := utf8.DecodeLastRuneInString(text[:i])
		return !unicode.IsLetter(r)
	}
	closes := func(i int) bool {
		_, size := utf8.DecodeRuneInString(text[i:])
		r, _ := utf8.DecodeRuneInString(text[i+size:])
		return !unicode.IsLetter(r)
	}
	for i, r := range text {
		if isApostrophe(r) && i != at && (i < at && opens(i) && closes(at) || i > at && opens(at) && closes(i)) {
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
