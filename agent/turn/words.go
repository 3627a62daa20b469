package turn

import (
	"slices"
	"strings"

	"parley/agent/endpoint"
)

// backchannels are the words of a listener, by language: said over the
// character they do not ask for the floor.
var backchannels = map[string]map[string]bool{
	"en": endpoint.Set("mm mhm mm-hm mmhm mmhmm mm-hmm hm hmm hmmm uh-huh uhuh uhhuh huh yeah yep yes yup okay ok right " +
		"sure ah aha oh wow really exactly true alright um uh er " +
		"good great nice fine cool lovely perfect interesting understood absolutely indeed"),
	"de": endpoint.Set("mm mhm hm hmm ja jaja genau okay ok ach aha oh stimmt klar richtig gut schön toll äh ähm"),
	"fr": endpoint.Set("mm hm hmm oui ouais d'accord okay ok ah oh bien voilà exact euh"),
	"es": endpoint.Set("mm hm hmm sí si claro vale okay ok ah oh ajá bueno ya eh"),
	"it": endpoint.Set("mm hm hmm sì si certo okay ok ah oh già esatto bene va"),
}

// backPhrases are backchannels of several words.
var backPhrases = []string{
	"i see", "i understand", "i know", "got it", "all right", "of course", "go on", "uh huh", "mm hm", "mm hmm",
	"fair enough", "makes sense", "that makes sense", "that's right", "that's true", "that's good", "that's fair",
	"for sure", "no problem", "very good", "sounds good", "you're right", "ach so", "ich verstehe", "alles klar",
}

// backchannel reports whether text holds nothing but a listener's words. The
// language is a BCP 47 tag; one without a list of its own has the English one.
func backchannel(text, language string) bool {
	words := plainWords(text)
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	known := backchannels[primary]
	if known == nil {
		known = backchannels["en"]
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
	for _, p := range backPhrases {
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
		begun := slices.ContainsFunc(backPhrases, func(p string) bool { return strings.HasPrefix(p, tail) })
		if begun && (len(head) == 0 || backchannel(strings.Join(head, " "), language)) {
			return true
		}
	}
	return backchannel(text, language)
}

// empties are words that change nothing when they follow an otherwise equal
// transcript.
var empties = endpoint.Set("please thanks um uh er hmm okay ok yeah right so well anyway then you know thank")

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
		if !empties[w] {
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
