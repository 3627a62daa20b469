package scenarios

import (
	"slices"
	"strings"
	"testing"
)

// TestLinesAreSpeech holds every line of the embedded scenes to speech alone:
// nothing a voice cannot say, at most 25 words, nine in ten of 5 to 15, as the prompt asks of the character.
func TestLinesAreSpeech(t *testing.T) {
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range l.List() {
		lines := append([]string{s.Opening, s.Understudy.Agree.Say}, s.Nudges...)
		lines = append(lines, s.Excuses...)
		for _, e := range s.BadEndings {
			lines = append(lines, e.Line)
		}
		for _, line := range s.Understudy.lines() {
			lines = append(lines, line)
		}
		fitting := 0
		for _, line := range lines {
			n := len(strings.Fields(line))
			if n >= 5 && n <= 15 {
				fitting++
			} else {
				t.Logf("%s: %d words: %s", s.ID, n, line)
			}
			if n > 25 || strings.ContainsAny(line, "*()[]<>_#\"") {
				t.Errorf("%s: not speech: %s", s.ID, line)
			}
		}
		if fitting*10 < len(lines)*9 {
			t.Errorf("%s: %d of %d lines have 5 to 15 words, want nine in ten", s.ID, fitting, len(lines))
		}
		if levels := levelsOf(s.Hints); !slices.Equal(levels, []int{1, 2, 3}) {
			t.Errorf("%s: hints of levels %v, want each", s.ID, levels)
		}
		if len(s.Hints) < 3 || s.MinTurns < 4 || s.TimeLimitS == 0 || len(s.Briefing.YouKnow) == 0 {
			t.Errorf("%s: %d hints, min_turns %d, limit %d s", s.ID, len(s.Hints), s.MinTurns, s.TimeLimitS)
		}
	}
}
