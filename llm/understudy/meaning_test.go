//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"slices"
	"strings"
	"testing"

	"parley/llm/embedding"
	"parley/llm/embedding/embeddingtest"
	"parley/scenarios"
)

// useMeaning has a test's scenes read by meaning. Such tests must not be parallel.
func useMeaning(t testing.TB, m Meaning) {
	t.Helper()
	UseMeaning(m)
	t.Cleanup(func() { UseMeaning(nil) })
}

// synonyms is a small model.
func synonyms(t testing.TB, lists ...string) *embedding.Model {
	t.Helper()
	var words [][]string
	for _, l := range lists {
		words = append(words, strings.Fields(l))
	}
	m, err := embedding.Open(embeddingtest.Synonyms(t, words...))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// loan is a scene that knows its beats by examples, and has no wordings for them
// but one that nobody says.
func loan(language string, beats map[string][]string, chatter ...string) scenarios.Scenario {
	u := &scenarios.Understudy{
		Concepts: map[string]scenarios.Concept{"nothing": {Any: []string{"xylophone quartet"}}},
		Agree:    scenarios.Agreement{All: []string{"nothing"}, Quote: "agreed"},
		Chatter:  chatter,
	}
	for _, id := range []string{"money", "thanks"} {
		u.Beats = append(u.Beats, scenarios.Beat{ID: id, All: []string{"nothing"}, Examples: beats[id]})
	}
	return scenarios.Scenario{ID: "loan", Language: language, Understudy: u}
}

// A paraphrase that shares no word with the examples makes its beat by its
// meaning, and does not without.
func TestMeaningHearsOtherWords(t *testing.T) {
	s := loan("en", map[string][]string{
		"money": {
			"Could I borrow cash?", "Please lend dollars.", "May I have a loan of cash?", "I want to borrow dollars.",
			"Would you lend cash?", "A loan would help.",
		},
		"thanks": {"Thanks a lot!", "I am grateful.", "Thanks, truly grateful.", "Many thanks.", "So grateful, thanks.", "Grateful to you."},
	}, "Nice weather, sunny.", "Rainy weather again.", "I like this sofa.", "A sunny sofa.", "What rainy weather!", "That sofa is nice.")
	const paraphrase = "Advance us some funds!"
	if got := Read(s, paraphrase); len(got.Beats) > 0 {
		t.Fatalf("by words, %q makes %v: it shares none with the examples", paraphrase, got.Beats)
	}
	useMeaning(t, synonyms(t, "borrow lend loan advance", "cash dollars funds money", "thanks grateful obliged indebted",
		"weather sunny rainy cloudy", "sofa couch", "nice like"))
	for text, want := range map[string][]string{
		paraphrase:             {"money"},
		"Much obliged.":        {"thanks"},
		"It got cloudy.":       nil,
		"A couch!":             nil,
		"Could I borrow cash?": {"money"},
	} {
		if got := Read(s, text); !slices.Equal(got.Beats, want) {
			t.Errorf("by meaning, %q makes %v, want %v", text, got.Beats, want)
		}
	}
	UseMeaning(nil)
	if got := Read(s, paraphrase); len(got.Beats) > 0 {
		t.Errorf("back to words, %q makes %v", paraphrase, got.Beats)
	}
}

// The character and the judge, who each read the conversation again, agree by
// meaning as they do by words.
func TestMeaningPlaysAScene(t *testing.T) {
	useMeaning(t, synonyms(t, "hello hi hey morning", "tea lunch coffee", "tree plant lemon", "yes sure", "i my me", "you your"))
	s := scene(t, "smallTalkLift")
	if got := hold(t, s, callLines(t, s.ID, "win")); !got.last().Complete {
		t.Errorf("its own win comes to nothing:\n%s", got.text())
	}
}

// eavesdropper is a Meaning that keeps what it is asked.
type eavesdropper struct{ texts []string }

func (*eavesdropper) Dimensions() int { return 1 }

func (e *eavesdropper) Vector(dst []float64, text string) []float64 {
	e.texts = append(e.texts, text)
	return append(dst, 1)
}

// A model that knows accents is shown them.
func TestMeaningIsShownTheWords(t *testing.T) {
	ears := &eavesdropper{}
	useMeaning(t, ears)
	for language, c := range map[string]struct{ text, want string }{
		"de": {"Ich möchte fünf, bitte!", "ich möchte"},
		"fr": {"Ça m'a gêné.", "ça m a gêné "},
		"en": {"I don't know the café.", "i do not know the café "},
	} {
		ears.texts = nil
		Read(loan(language, map[string][]string{"money": {"Geld"}}), c.text)
		if !slices.ContainsFunc(ears.texts, func(said string) bool { return strings.HasPrefix(said, c.want) }) {
			t.Errorf("%s: it was asked %q, want %q", language, ears.texts, c.want)
		}
	}
}
