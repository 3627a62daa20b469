package ttstest

import (
	"math"
	"strings"
	"time"
	"unicode"

	"parley/media"
)

// onset is when the speech begins: the first 10 ms that are less than 50 dB
// below full scale.
func onset(pcm []int16) time.Duration {
	const window = media.SampleRate / 100
	for at := 0; at+window <= len(pcm); at += window {
		if media.Level(pcm[at:at+window]) < 50 {
			return media.Duration(at)
		}
	}
	return math.MaxInt64
}

// wordErrors is the least number of words to insert, delete or replace to turn
// got into want, and the number of words of want.
func wordErrors(want, got string) (wrong, words int) {
	split := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
			return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
	}
	w, g := split(want), split(got)
	row := make([]int, len(g)+1)
	for j := range row {
		row[j] = j
	}
	for i := range w {
		diagonal := row[0]
		row[0] = i + 1
		for j := range g {
			cost := diagonal
			if w[i] != g[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(g)], len(w)
}
