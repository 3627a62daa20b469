package likeness

import "math"

// Vocabulary are the features that occur in the examples, with how much each tells: the
// rarer the more.
type Vocabulary struct {
	index map[Feature]int32
	rare  []float64
	// unseen is what a feature outside the examples tells of a text: that it is about
	// something else.
	unseen float64
}

// NewVocabulary is that of examples, each of Sorted features.
func NewVocabulary(texts [][]Feature) Vocabulary {
	v := Vocabulary{index: map[Feature]int32{}}
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

// Len is how many features it has.
func (v Vocabulary) Len() int { return len(v.rare) }

// Entry is a feature that a text has, by its number in the vocabulary, and how much of it.
type Entry struct {
	ID int32
	X  float64
}

const (
	// unseenShare weighs features that no example has: most of them are pairs.
	unseenShare = 0.3
	// lightShare weighs what the words tell already.
	lightShare = 0.5
)

// Vector appends a text, given its Sorted features, to out: of length one. What is not in
// the vocabulary counts into the length alone.
func (v Vocabulary) Vector(out []Entry, fs []Feature) []Entry {
	start, square := len(out), 0.0
	for _, f := range fs {
		id, ok := v.index[f]
		if !ok {
			square += unseenShare * v.unseen * v.unseen
			continue
		}
		x := v.rare[id]
		if f&light != 0 {
			x *= lightShare
		}
		out = append(out, Entry{id, x})
		square += x * x
	}
	if square > 0 {
		for i := range out[start:] {
			out[start+i].X /= math.Sqrt(square)
		}
	}
	return out
}
