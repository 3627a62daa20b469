package understudy

import (
	"iter"
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

// concept is a scenarios.Concept made ready for matching.
type concept struct {
	*language
	wordings          [][]word
	starting          map[string][][]word // the wordings by their first word
	first             []int               // for each wording, its start in the reader's list
	guard, exact, you bool
}

func newConcept(l *language, c scenarios.Concept) *concept {
	out := l.concept(c.Any, c.Guard, c.Exact)
	out.you = c.You
	return out
}

func (l *language) concept(wordings []string, guard, exact bool) *concept {
	out := &concept{language: l, guard: guard, exact: exact, starting: map[string][][]word{}}
	for _, wording := range wordings {
		if w := l.wording(wording); len(w) > 0 {
			out.wordings = append(out.wordings, w)
			out.starting[w[0].text] = append(out.starting[w[0].text], w)
		}
	}
	return out
}

// wording is words, with "#" kept.
func (l *language) wording(wording string) []word {
	var out []word
	for i, part := range strings.Split(wording, "#") {
		if i > 0 {
			out = append(out, word{text: "#", any: true})
		}
		for _, w := range l.words(part) {
			out = append(out, l.word(w, false))
		}
	}
	return out
}

// in reports whether the concept was said in u.
func (c *concept) in(u []word) bool {
	_, _, ok := c.find(u)
	return ok
}

// find returns where in u the concept is first said: the words of one of its
// wordings.
func (c *concept) find(u []word) (from, to int, ok bool) {
	for from, to := range c.spans(u) {
		return from, to, true
	}
	return 0, 0, false
}

// spans yields where in u the concept is said.
func (c *concept) spans(u []word) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for _, wording := range c.wordings {
			first := &wording[0]
			for i := range u {
				if !c.same(first, &u[i]) || c.negated(u, i) {
					continue
				}
				if n, ok := c.rest(wording[1:], u[i+1:]); ok && !yield(i, i+1+n) {
					return
				}
			}
		}
	}
}

// rest matches the remaining words of a wording at the start of u, over at
// most maxGap words each, and counts the words of u this takes. A negation is
// never skipped: it would turn the wording round.
func (c *concept) rest(wording, u []word) (n int, ok bool) {
	if len(wording) == 0 {
		return 0, true
	}
	for i := range min(maxGap+1, len(u)) {
		if c.same(&wording[0], &u[i]) {
			if n, ok := c.rest(wording[1:], u[i+1:]); ok {
				return i + 1 + n, true
			}
		}
		if u[i].negates {
			return 0, false
		}
	}
	return 0, false
}

func (c *concept) same(want, heard *word) bool {
	switch {
	case want.any:
		return heard.number
	case c.exact:
		return want.text == heard.text
	}
	return alike(want, heard)
}

func (c *concept) negated(u []word, at int) bool {
	if !c.guard {
		return false
	}
	for _, w := range u[max(0, at-guardReach):at] {
		if w.negates {
			return true
		}
	}
	return false
}
