package likeness

import (
	"testing"

	"parley/language"
)

// learnt is a model of few sentences: orders to launch and refusals.
func learnt(same func(string) bool) *Model {
	g := language.GrammarOf("en")
	var examples [][]Feature
	var kinds []float64
	for text, kind := range map[string]float64{
		"You have your launch.": 1, "You have my signature.": 1, "Take the engineers and launch.": 1,
		"You don't have your launch.": -1, "You will never have my signature.": -1, "Show me the figures first.": -1,
	} {
		examples, kinds = append(examples, Of(g.Hear(text), same).Whole()), append(kinds, kind)
	}
	return Learn(examples, kinds)
}

func score(m *Model, text string, same func(string) bool) float64 {
	return m.Score(Of(language.GrammarOf("en").Hear(text), same).Whole())
}

// TestModel: what was not among the examples is told by what it shares with them, and a
// denied word is another one than a word that is said.
func TestModel(t *testing.T) {
	m := learnt(nil)
	for text, yes := range map[string]bool{
		"You have the engineers.":           true,
		"Then launch, with my signature.":   true,
		"You don't have the engineers.":     false,
		"You will not have your launch.":    false,
		"The figures. Show me those first.": false,
	} {
		if s := score(m, text, nil); s > 0 != yes {
			t.Errorf("%q scores %.2f", text, s)
		}
	}
}

// TestEmpty: where nothing is known the score is that of no kind, and of no examples
// there is a model that tells nothing.
func TestEmpty(t *testing.T) {
	m := learnt(nil)
	for _, text := range []string{"", "...", "Zebras graze quietly."} {
		if s := score(m, text, nil); s > 0.2 || s < -0.2 {
			t.Errorf("%q scores %.2f", text, s)
		}
	}
	if s := Learn(nil, nil).Score([]Feature{1, 2}); s != 0 {
		t.Errorf("a model of nothing scores %v", s)
	}
}

// TestSame: words that are one are learnt as one, so that a matter nobody has named scores as
// those that were.
func TestSame(t *testing.T) {
	same := func(word string) bool { return word == "launch" || word == "holiday" || word == "engineers" }
	m := learnt(same)
	if a, b := score(m, "You have your launch.", same), score(m, "You have your holiday.", same); a != b {
		t.Errorf("two words that are one score %v and %v", a, b)
	}
	if a, b := score(m, "You have your launch.", same), score(m, "You have your holiday.", nil); a <= b {
		t.Errorf("a word that is no other scores %v, not less than %v", b, a)
	}
}
