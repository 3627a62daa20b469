package textnorm

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pronunciations are those of a scene, by their first rune in lower case, the
// longest first.
type pronunciations map[rune][]pronunciation

// pronunciation is one of them; written is in lower case.
type pronunciation struct{ written, said string }

func newPronunciations(words map[string]string) pronunciations {
	all := pronunciations{}
	for written, said := range words {
		written, said = strings.TrimSpace(written), strings.TrimSpace(said)
		if written == "" || said == "" {
			continue
		}
		first, _ := utf8.DecodeRuneInString(written)
		first = unicode.ToLower(first)
		all[first] = append(all[first], pronunciation{strings.ToLower(written), said})
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b pronunciation) int {
			if len(a.written) != len(b.written) {
				return len(b.written) - len(a.written)
			}
			return strings.Compare(a.written, b.written)
		})
	}
	return all
}

// at finds the longest that stands at the start of text as whole words, and
// returns its length there, 0 for none.
func (p pronunciations) at(text string) (int, string) {
	if len(p) == 0 {
		return 0, ""
	}
	r, _ := utf8.DecodeRuneInString(text)
	for _, e := range p[unicode.ToLower(r)] {
		if n := foldedPrefix(text, e.written); n > 0 {
			next, _ := utf8.DecodeRuneInString(text[n:])
			last, _ := utf8.DecodeLastRuneInString(e.written)
			if n == len(text) || !wordy(next) || !wordy(last) {
				return n, e.said
			}
		}
	}
	return 0, ""
}

// foldedPrefix is the length of the prefix of text that is written in lower
// case, 0 if there is none.
func foldedPrefix(text, written string) int {
	at := 0
	for _, want := range written {
		r, size := utf8.DecodeRuneInString(text[at:])
		if size == 0 || unicode.ToLower(r) != want {
			return 0
		}
		at += size
	}
	return at
}
