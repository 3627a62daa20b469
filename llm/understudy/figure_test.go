package understudy

import (
	"strings"
	"testing"
)

// TestFigureIsOneThatCanBeSaid takes up what a user typed only where it is a figure
// and nothing else: the character says it aloud.
func TestFigureIsOneThatCanBeSaid(t *testing.T) {
	en := mannersOf("en")
	for text, want := range map[string]string{
		"we make 40% of it back":             "40%",
		"in eighteen months, or so":          "eighteen months",
		"it costs 5{word} and 7<b>":          "",
		"5" + strings.Repeat("x", 2000):      "",
		"about $3,000 a month, that is 12/5": "$3,000",
		"":                                   "",
	} {
		if got := en.figure(text); got != want {
			t.Errorf("figure(%.40q) = %.60q, want %q", text, got, want)
		}
	}
}
