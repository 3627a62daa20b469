package understudy

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"parley/language"
)

// feature is a property of a few words, by its hash: a word's stem, two stems
// near each other, a concept that was said. Its kind is part of the hash.
type feature uint64

// The kinds of features.
const (
	oneStem feature = iota + 1
	twoStems
	apart // two stems with a word between
	head  // the first letters of a long word
	aConcept
	twoConcepts
	deniedStem // soon after a negation
	actStem    // with what its clause does; the last
)

// negationReach is how many words after a negation are learned as denied.
const negationReach = 4

// Hash steps of FNV-1a.
const (
	hashBase  = 14695981039346656037
	hashPrime = 1099511628211
)

func hash(h feature, s string) feature {
	for i := range len(s) {
		h = (h ^ feature(s[i])) * hashPrime
	}
	return (h ^ 0xff) * hashPrime &^ meaning
}

func begin(kind feature) feature { return (hashBase ^ kind) * hashPrime }

// meaning marks the features of concepts.
const meaning feature = 1 << 63

// headLetters is how much of a word stands for all of its family.
const headLetters = 5

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

// wordings appends the features of words and word pairs to out. A word that is denied,
// asked, supposed or told of somebody is another word: which of them make a beat is
// learnt.
func wordings(out []feature, u []word, done []language.Act) []feature {
	stems := [2]string{"<", "<"}
	denied := 0 // how many more words a negation reaches
	for i := range len(u) + 1 {
		s := ">"
		if i < len(u) {
			s = u[i].stem
			if u[i].number {
				s = "#"
			}
			if done[i] == 0 {
				out = append(out, hash(begin(oneStem), s))
			}
			for does := language.Act(1); does <= language.Denies; does <<= 1 {
				if done[i]&does != 0 {
					out = append(out, hash(begin(actStem+feature(does)), s))
				}
			}
			switch {
			case u[i].negates:
				denied = negationReach
			case denied > 0:
				denied--
				out = append(out, hash(begin(deniedStem), s))
			}
			if t := u[i].text; len(t) > headLetters {
				out = append(out, hash(begin(head), t[:headLetters]))
			}
		}
		out = append(out, hash(hash(begin(twoStems), stems[1]), s))
		if i > 0 && i < len(u) {
			out = append(out, hash(hash(begin(apart), stems[0]), s))
		}
		stems[0], stems[1] = stems[1], s
	}
	return out
}

// features appends the features of the words from..to of a turn, which are done so, to out, each
// once, in order.
func (r reader) features(out []feature, words []word, done []language.Act, mentions []mention, from, to int) []feature {
	start := len(out)
	out = wordings(out, words[from:to], done[from:to])
	var said []feature
	for _, m := range mentions {
		if c := feature(m.concept); m.from >= from && m.to <= to && (len(said) == 0 || said[len(said)-1] != c) {
			said = append(said, c)
		}
	}
	for i, a := range said {
		out = append(out, (begin(aConcept)^a)*hashPrime|meaning)
		for _, b := range said[:i] {
			out = append(out, ((begin(twoConcepts)^a)*hashPrime^b)*hashPrime|meaning)
		}
	}
	slices.Sort(out[start:])
	return out[:start+len(slices.Compact(out[start:]))]
}

// vocabulary are the features that occur in the examples, with how much each
// tells: the rarer the more.
type vocabulary struct {
	index map[feature]int32
	rare  []float64
	// unseen is what a feature outside the examples tells of a text: that it is
	// about something else.
	unseen float64
}

func newVocabulary(texts [][]feature) vocabulary {
	v := vocabulary{index: map[feature]int32{}}
	var count []int
	for _, fs := range texts {
		for _, f := range fs {
			id, ok := v.index[f]
			if !ok {
				id = int32(len(count))
				v.index[f] = id
				count = append(count, 0)
			}
			count[id]++
		}
	}
	v.rare = make([]float64, len(count))
	for i, n := range count {
		v.rare[i] = math.Log(1 + float64(len(texts))/float64(n))
	}
	v.unseen = math.Log(1 + float64(len(texts)))
	return v
}

// entry is a feature that a text has and how much of it.
type entry struct {
	id int32
	x  float64
}

// vector makes a text of its features, of length one. What is not in the
// vocabulary counts into the length alone.
func (v vocabulary) vector(out []entry, fs []feature) []entry {
	start, square := len(out), 0.0
	for _, f := range fs {
		id, ok := v.index[f]
		if !ok {
			square += unseenShare * v.unseen * v.unseen
			continue
		}
		x := v.rare[id]
		if f&meaning != 0 {
			x *= conceptShare
		}
		out = append(out, entry{id, x})
		square += x * x
	}
	if square > 0 {
		for i := range out[start:] {
			out[start+i].x /= math.Sqrt(square)
		}
	}
	return out
}

// unseenShare weighs features that no example has: most of them are pairs.
const unseenShare = 0.3

// conceptShare weighs concepts, which wordings alone are heard by already.
const conceptShare = 0.5
