package caller

import (
	"strings"
	"unicode"
)

// Recall is the share of the words of said that heard gives back in order, from
// 0 to 1: the longest common subsequence of the two over the words of said. Case
// and punctuation do not count; nothing said is 1. It takes time proportional to
// the product of the two lengths.
func Recall(said, heard string) float64 {
	want, got := words(said), words(heard)
	if len(want) == 0 {
		return 1
	}
	// best[j] is the longest common subsequence of the words of want so far and
	// the first j of got.
	best := make([]int, len(got)+1)
	for _, w := range want {
		diagonal := 0
		for j, g := range got {
			above := best[j+1]
			if w == g {
				best[j+1] = diagonal + 1
			} else {
				best[j+1] = max(above, best[j])
			}
			diagonal = above
		}
	}
	return float64(best[len(got)]) / float64(len(want))
}

// words are the words of text in lower case, apostrophes kept.
func words(text string) []string {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	fields := strings.FieldsFunc(text, func(r rune) bool {
		return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	kept := fields[:0]
	for _, w := range fields {
		if w = strings.Trim(w, "'"); w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}
