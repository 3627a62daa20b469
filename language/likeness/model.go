package likeness

import "parley/language"

// Text is a speech as it is learnt: its words as they stand, of no stem, so that any
// language is read alike.
type Text struct {
	speech *language.Speech
	does   []language.Act
	// same, if set, tells which words are all one.
	same func(word string) bool
}

// Of reads a speech; the words for which same is true, nil for none, are taken for one:
// those of a matter that is another in every scene.
func Of(s *language.Speech, same func(word string) bool) Text {
	return Text{s, s.Done(), same}
}

func (t Text) word(i int) Word {
	text := t.speech.Words[i].Text
	w := Word{Text: text, Stem: text, Figure: t.speech.IsFigure(text), Negates: t.speech.Negates[i], Does: t.does[i]}
	if t.same != nil && t.same(text) {
		w.Text, w.Stem = "@", "@"
	}
	return w
}

// Features are the Sorted features of the words from..to.
func (t Text) Features(from, to int) []Feature {
	return Sorted(Wordings(nil, to-from, func(i int) Word { return t.word(from + i) }))
}

// Whole are those of all of it.
func (t Text) Whole() []Feature { return t.Features(0, len(t.speech.Words)) }

// Model tells two kinds of texts apart.
type Model struct {
	Vocabulary
	weights []float64
	bias    float64
}

// Learn makes a model of examples, each of Sorted features: those of one kind have 1 in
// kinds, those of the other -1.
func Learn(examples [][]Feature, kinds []float64) *Model {
	m := &Model{Vocabulary: NewVocabulary(examples)}
	rows := make([][]Entry, len(examples))
	for i, fs := range examples {
		rows[i] = m.Vector(make([]Entry, 0, len(fs)), fs)
	}
	m.weights, m.bias = Regression(rows, m.Len(), kinds)
	return m
}

// Score is how much a text, given its Sorted features, is of the first kind: near 1 for
// its examples, near -1 for those of the other, near nought for what is like neither.
func (m *Model) Score(fs []Feature) float64 {
	sum := m.bias
	for _, e := range m.Vector(make([]Entry, 0, len(fs)), fs) {
		sum += m.weights[e.ID] * e.X
	}
	return sum
}
