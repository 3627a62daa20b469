package openai

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/engine/openaihttp"
	"parley/stt"
)

const (
	// maxPrompt is the most bytes of prompt. Whisper reads the last 224 tokens, some 900
	// letters of English.
	maxPrompt = 800
	// leastLetters is how long a word is that may need to be told; shorter ones every
	// recogniser knows. mostLetters is no word any more.
	leastLetters, mostLetters = 6, 30
)

// prompt tells the model which words will be said, as a glossary: those of the domain that
// come most often first, then the names, since the end counts most. No sentence is in it: a
// recogniser of Whisper's kind leans towards what it was told, and repeats it when there is
// nothing to hear.
func prompt(o stt.Options) string {
	var names []string
	room := maxPrompt / 2
	for _, p := range o.Phrases {
		if p = openaihttp.Line(p); p != "" && len(p)+2 <= room {
			names = append(names, p)
			room -= len(p) + 2
		}
	}
	words := vocabulary(o.Domain, strings.ToLower(strings.Join(names, " ")), maxPrompt/2+room-len("."))
	if all := append(words, names...); len(all) > 0 {
		return strings.Join(all, ", ") + "."
	}
	return ""
}

// vocabulary is the words of texts, other than those of known, that come most often: as
// many as have room with a comma and a space each, in alphabetical order.
func vocabulary(texts []string, known string, room int) []string {
	counts := map[string]int{}
	for _, text := range texts {
		for w := range strings.FieldsFuncSeq(openaihttp.Line(text), between) {
			w = strings.ToLower(w)
			if n := utf8.RuneCountInString(w); n >= leastLetters && n <= mostLetters && !strings.Contains(known, w) {
				counts[w]++
			}
		}
	}
	often := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
	for i, w := range often {
		if room -= len(w) + 2; room < 0 {
			often = often[:i]
			break
		}
	}
	slices.Sort(often)
	return often
}

// between reports whether r stands between words.
func between(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
