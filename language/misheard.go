package language

import "strings"

// Plain is the words of text as a recogniser without marks writes them: in lower case,
// with their apostrophes.
func Plain(text string) []string { return Read(strings.ReplaceAll(text, "-", " ")).Spelt() }

// Misheard is the least number of words to insert, delete or replace to turn
// got into want, and the number of words of want. Case and punctuation do not
// count.
func Misheard(want, got string) (wrong, words int) {
	w, g := Plain(want), Plain(got)
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
