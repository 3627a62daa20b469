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
	u.Beats = []scenarios.Beat{{ID: "free", Code: scenarios.Code{"yield <Message>Done. It is held.</Message>", "yield <Message>{n} left.</Message>"}}}
	for text, want := range map[string]bool{
		"Done. It is held.": true, "Done.": true, "Numbers first. Shall I hold it?": true, "It is held.": false,
		"Fine. You have it.":          false,
		"Fine. You have it. Shall I?": false, "": false, "Yes.": false,
	} {
		if got := u.Recites(text); got != want {
			t.Errorf("with code, Recites(%q) = %v", text, got)
		}
	}
}
