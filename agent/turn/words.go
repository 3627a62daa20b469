package turn

import (
	_ "embed"
	"slices"
	"strings"

	"parley/language"
)

//go:embed listening.txt
var listening string

var lists = language.Embedded(listening)

// plainWords are the lower-case words of text without marks.
func plainWords(text string) []string { return language.Read(text).Spelt() }

// backchannel reports whether text holds nothing but a listener's words. The
// language is a BCP 47 tag; one without a list of its own has the English one.
func backchannel(text, language string) bool {
	words := plainWords(text)
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	known := lists().Words[primary]
	if known == nil {
		known = lists().Words["en"]
	}
	for len(words) > 0 {
		n := phrase(words)
		if n == 0 && known[words[0]] {
			n = 1
		}
		if n == 0 {
			return false
		}
		words = words[n:]
	}
	return true
}

// phrase is the length of the longest phrase of a listener that words begin
// with, 0 if there is none.
func phrase(words []string) int {
	longest := 0
	for _, p := range lists().Phrases["listening"] {
		if n := len(strings.Fields(p)); n <= len(words) && strings.Join(words[:n], " ") == p {
			longest = max(longest, n)
		}
	}
	return longest
}

// mayBackchannel reports whether text, of which more may come, may turn out to
// be a listener's words: it is one up to its last words, and these begin a
// phrase.
func mayBackchannel(text, language string) bool {
	words := plainWords(text)
	for i := range min(len(words), 3) {
		head, tail := words[:len(words)-1-i], strings.Join(words[len(words)-1-i:], " ")
		begun := slices.ContainsFunc(lists().Phrases["listening"], func(p string) bool { return strings.HasPrefix(p, tail) })
		if begun && (len(head) == 0 || backchannel(strings.Join(head, " "), language)) {
			return true
		}
	}
	return backchannel(text, language)
}

// sameWords reports whether an answer to a answers b too: they differ in
// punctuation, case or empty words at the end alone.
func sameWords(a, b string) bool {
	x, y := plainWords(a), plainWords(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	for i, w := range x {
		if y[i] != w {
			return false
		}
	}
	for _, w := range y[len(x):] {
		if !lists().Is("empty", w) {
			return false
		}
	}
	return len(x) > 0 || len(y) == 0
}

// Echoes reports whether text is the character's own words coming back: all of
// at least two words, in order and in one stretch of what it said lately.
func Echoes(text, lately string) bool {
	words := plainWords(text)
	return len(words) >= 2 && strings.Contains(" "+strings.Join(plainWords(lately), " ")+" ", " "+strings.Join(words, " ")+" ")
}
