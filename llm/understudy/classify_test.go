//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"slices"
	"testing"

	"parley/scenarios"
)

// taught is a scene that listens by example alone.
func taught() scenarios.Scenario {
	s := stall()
	u := *s.Understudy
	u.Beats = slices.Clone(u.Beats)
	u.Beats[0].Examples = []string{
		"My room is dark in the evening.", "The lights went out at our place.", "We sit in the dark every night.",
		"There is no lamp in my kitchen.",
		"I can't see a thing at home.", "It is so gloomy in our flat.", "Our bulb broke last week.", "The hall is pitch dark.",
	}
	u.Beats[0].Counter = []string{"The shop is dark.", "It gets dark early in winter."}
	u.Chatter = []string{"Nice stall you have.", "Do you sell shoes?", "My kitchen is painted blue.", "We sit by the river every summer."}
	s.Understudy = &u
	return s
}

func TestClassifierHearsParaphrases(t *testing.T) {
	s := taught()
	for text, want := range map[string]bool{
		"The kitchen lamp broke and we sit in the dark.":                                        true,
		"Well, you know how it is, my sister came by, and anyway our room is so dark at night.": true,
		"The weather was lovely on Sunday.":                                                     false,
		"How much is the blue one?":                                                             false,
		"":                                                                                      false,
	} {
		if got := slices.Contains(Read(s, text).Beats, "need"); got != want {
			t.Errorf("%q makes the beat: %v, want %v", text, got, want)
		}
	}
}

// TestFitIsTheSameEveryTime holds the classifier to giving character and judge,
// in two processes, the same reading.
func TestFitIsTheSameEveryTime(t *testing.T) {
	a, b := newListener(taught()), newListener(taught())
	if !slices.Equal(a.classifier.weights, b.classifier.weights) {
		t.Error("two fits differ")
	}
}

// TestScriptsShareListeners tells scenes that differ from those that do not.
func TestScriptsShareListeners(t *testing.T) {
	s, same, other := taught(), taught(), taught()
	other.Understudy.Beats[0].Examples[0] += " Really."
	if listenerOf(s) != listenerOf(same) || listenerOf(s) == listenerOf(other) {
		t.Error("listeners are not shared by what they listen for")
	}
}

// TestSceneWithoutExamplesHasNoClassifier leaves it to the wordings.
func TestSceneWithoutExamplesHasNoClassifier(t *testing.T) {
	if listenerOf(stall()).classifier != nil {
		t.Error("a classifier was fitted to nothing")
	}
}

// BenchmarkFit fits the scene with the most sentences.
func BenchmarkFit(b *testing.B) {
	s := scene(b, "entlassungHeute")
	b.ReportAllocs()
	for b.Loop() {
		newListener(s)
	}
}

func BenchmarkScore(b *testing.B) {
	l := listenerOf(scene(b, cfo))
	const text = "So look, if the parts come late we've agreed with the bank to stop, and we lose, what, forty percent, no more."
	b.ReportAllocs()
	for b.Loop() {
		t := l.hear(text)
		if l.classifier != nil {
			l.classifier.score(t, l.mentions(t.words))
		}
	}
}
