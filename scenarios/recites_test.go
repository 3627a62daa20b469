package scenarios_test

import (
	"testing"

	"parley/scenarios"
)

func TestRecites(t *testing.T) {
	u := &scenarios.Understudy{
		Deflect: scenarios.Said("Numbers first.", "And {number}, you say? Hmm."),
		Agree:   scenarios.Agreement{Say: "Fine. You have it.", Quote: "You have it"},
	}
	for text, want := range map[string]bool{
		"Numbers first.": true, " Numbers first. ": true, "And twelve percent, you say? Hmm.": true,
		"Fine. You have it.": false, "Numbers last.": false, "": false, "And twelve percent.": false,
	} {
		if got := u.Recites(text); got != want {
			t.Errorf("Recites(%q) = %v", text, got)
		}
	}
}
