package understudy

import (
	"iter"
	"slices"
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
	*manners
	wordings          [][]word
	starting          map[string][][]word // the wordings by their first word
	guard, exact, you bool
}

func newConcept(l *manners, c scenarios.Concept) *concept {
	out := l.concept(c.Any, c.Guard == nil || *c.Guard, c.Exact)
	out.you = c.You
	return out
}

func (l *manners) concept(wordings []string, guard, exact bool) *concept {
	out := &concept{manners: l, guard: guard, exact: exact, starting: map[string][][]word{}}
	for _, wording := range wordings {
		if w := l.wording(wording); len(w) > 0 {
			out.wordings = append(out.wordings, w)
			out.starting[w[0].text] = append(out.starting[w[0].text], w)
		}
	}
	return out
}

// wording is words, with "#" kept.
func (l *manners) wording(wording string) []word {
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

// has reports whether a word is in one of the wordings.
func (c *concept) has(text string) bool {
	return slices.ContainsFunc(c.wordings, func(wording []word) bool {
		return slices.ContainsFunc(wording, func(w word) bool { return w.text == text })
	})
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

func (c *concept) negated(u []word, at int) bool { return c.guard && guarded(u, at) }

// guarded reports whether a negation stands before a word that turns round what is guarded.
func guarded(u []word, at int) bool {
	for i := max(0, at-guardReach); i < at; i++ {
		if u[i].negates {
			return true
		}
	}
	return false
}

// start is how wordings begin. Thousands begin with few hundred words.
type start struct {
	of       *concept
	word     word
	wordings []struct{ concept, wording int }
}

// starts are the starts of all wordings of a scene, by what a word that is heard has in
// common with one that it may be: see alike.
type starts struct {
	all []start
	// The places in all by spelling, stem, sound and length; numbers are those of "#".
	texts, stems, groups, keys map[string][]int
	lengths                    [maxLetters + 1][]int
	numbers                    []int
}

func newStarts(concepts []*concept) starts {
	s := starts{texts: map[string][]int{}, stems: map[string][]int{}, groups: map[string][]int{}, keys: map[string][]int{}}
	type key struct {
		text  string
		exact bool
	}
	index := map[key]int{}
	for i, c := range concepts {
		for k, wording := range c.wordings {
			first := wording[0]
			at, ok := index[key{first.text, c.exact}]
			if !ok {
				at = len(s.all)
				index[key{first.text, c.exact}] = at
				s.all = append(s.all, start{of: c, word: first})
				s.file(at, c.exact)
			}
			s.all[at].wordings = append(s.all[at].wordings, struct{ concept, wording int }{i, k})
		}
	}
	return s
}

// file puts a start where it will be looked for.
func (s *starts) file(at int, exact bool) {
	w := &s.all[at].word
	switch {
	case w.any:
		s.numbers = append(s.numbers, at)
		return
	case exact:
		s.texts[w.text] = append(s.texts[w.text], at)
		return
	}
	s.stems[w.stem] = append(s.stems[w.stem], at)
	s.texts[w.text] = append(s.texts[w.text], at)
	if w.group != "" {
		s.groups[w.group] = append(s.groups[w.group], at)
	}
	if w.key != "" {
		s.keys[w.key] = append(s.keys[w.key], at)
	}
	if n := len(w.text); n >= longWord && n <= maxLetters {
		s.lengths[n] = append(s.lengths[n], at)
	}
}

// longWord is how many letters a word has of which one may differ, and mostOff how many
// may where nothing but the spelling tells.
const (
	longWord = 6
	mostOff  = 2
)

// of are the places of the starts that a word may be, each once.
func (s *starts) of(heard *word) []int {
	var out []int
	add := func(places []int) {
		for _, at := range places {
			if st := &s.all[at]; !slices.Contains(out, at) && st.of.same(&st.word, heard) {
				out = append(out, at)
			}
		}
	}
	if heard.number {
		add(s.numbers)
	}
	add(s.texts[heard.text])
	add(s.stems[heard.stem])
	if heard.spoken && heard.group != "" {
		add(s.groups[heard.group])
	}
	if heard.common {
		return out
	}
	if heard.spoken && heard.key != "" {
		add(s.keys[heard.key])
	}
	for n := max(longWord, len(heard.text)-mostOff); len(heard.text) >= longWord && n <= min(maxLetters, len(heard.text)+mostOff); n++ {
		add(s.lengths[n])
	}
	return out
}
