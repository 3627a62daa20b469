package understudy

import (
	"strings"

	"parley/scenarios"
)

const (
	// maxGap is how many words may stand between two neighbours of a wording:
	// recognisers insert words, and people say "a three or four times return".
	maxGap = 2
	// guardReach is how far before a wording a negation still turns it round.
	guardReach = 3
)

var negations = map[string]bool{"not": true, "no": true, "never": true, "without": true, "nothing": true,
	"none": true, "neither": true, "nor": true, "hardly": true}

// concept is a scenarios.Concept made ready for matching.
type concept struct {
	wordings     [][]word
	guard, exact bool
}

func newConcept(c scenarios.Concept) concept {
	out := concept{guard: c.Guard, exact: c.Exact}
	for _, wording := range c.Any {
		if w := wordingWords(wording); len(w) > 0 {
			out.wordings = append(out.wordings, w)
		}
	}
	return out
}

// wordingWords is words, with "#" kept.
func wordingWords(wording string) []word {
	var out []word
	for i, part := range strings.Split(wording, "#") {
		if i > 0 {
			out = append(out, word{text: "#"})
		}
		out = append(out, utterance(part)...)
	}
	return out
}

func utterance(text string) []word {
	ws := words(text)
	out := make([]word, len(ws))
	for i, w := range ws {
		out[i] = newWord(w)
	}
	return out
}

// in reports whether the concept was said in u.
func (c concept) in(u []word) bool {
	for _, wording := range c.wordings {
		for i := range u {
			if c.same(wording[0], u[i]) && !c.negated(u, i) && c.rest(wording[1:], u[i+1:]) {
				return true
			}
		}
	}
	return false
}

// rest matches the remaining words of a wording at the start of u, over at
// most maxGap words each. A negation is never skipped: it would turn the
// wording round.
func (c concept) rest(wording, u []word) bool {
	if len(wording) == 0 {
		return true
	}
	for i := range min(maxGap+1, len(u)) {
		if c.same(wording[0], u[i]) && c.rest(wording[1:], u[i+1:]) {
			return true
		}
		if negations[u[i].text] {
			return false
		}
	}
	return false
}

func (c concept) same(want, heard word) bool {
	switch {
	case want.text == "#":
		return isNumber[heard.text]
	case c.exact:
		return want.text == heard.text
	}
	return alike(want, heard)
}

func (c concept) negated(u []word, at int) bool {
	if !c.guard {
		return false
	}
	for _, w := range u[max(0, at-guardReach):at] {
		if negations[w.text] {
			return true
		}
	}
	return false
}
