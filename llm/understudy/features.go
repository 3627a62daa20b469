package understudy

import (
	"cmp"
	"maps"
	"slices"

	"parley/language"
	"parley/language/likeness"
)

// The kinds of features beside those of words: a concept that was said, and two.
const (
	aConcept = iota
	twoConcepts
)

// reader finds the features of words.
type reader struct {
	*manners
	names   []string   // of the concepts, in order
	inOrder []*concept // by name
	starts  starts
	// own are the words of the scene's own sentences: one of them that is heard is
	// that word, not one that sounds like it.
	own map[string]bool
}

// hear reads a turn.
func (r reader) hear(text string) *turn {
	t := r.manners.hear(text)
	for i := range t.words {
		if r.own[t.words[i].text] {
			t.words[i].common = true
		}
	}
	return t
}

func newReader(l *manners, concepts map[string]*concept) reader {
	r := reader{manners: l, names: slices.Sorted(maps.Keys(concepts))}
	for _, name := range r.names {
		r.inOrder = append(r.inOrder, concepts[name])
	}
	r.starts = newStarts(r.inOrder)
	return r
}

// mention is a concept that was said, and in which words of a turn.
type mention struct{ concept, from, to int }

// mentions finds all concepts said in u, by concept.
func (r reader) mentions(u []word) []mention {
	var out []mention
	for i := range u {
		negated := guarded(u, i)
		for _, at := range r.starts.of(&u[i]) {
			for _, w := range r.starts.all[at].wordings {
				c := r.inOrder[w.concept]
				if c.guard && negated {
					continue
				}
				if n, ok := c.rest(c.wordings[w.wording][1:], u[i+1:]); ok {
					out = append(out, mention{w.concept, i, i + 1 + n})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b mention) int {
		return cmp.Or(cmp.Compare(a.concept, b.concept), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	return out
}

// features appends the features of the words from..to of a turn, which are done so, to out, each
// once, in order.
func (r reader) features(out []likeness.Feature, words []word, done []language.Act, mentions []mention, from, to int) []likeness.Feature {
	start := len(out)
	out = likeness.Wordings(out, to-from, func(i int) likeness.Word {
		w := &words[from+i]
		return likeness.Word{Text: w.text, Stem: w.stem, Figure: w.number, Negates: w.negates, Does: done[from+i]}
	})
	var said []int
	for _, m := range mentions {
		if m.from >= from && m.to <= to && (len(said) == 0 || said[len(said)-1] != m.concept) {
			said = append(said, m.concept)
		}
	}
	for i, a := range said {
		out = append(out, likeness.Named(aConcept, a))
		for _, b := range said[:i] {
			out = append(out, likeness.Named(twoConcepts, a, b))
		}
	}
	return out[:start+len(likeness.Sorted(out[start:]))]
}
