package playout_test

import (
	"testing"
	"time"

	"parley/media"
)

// TestBrokenSegmentClaimsNoMoreThanWasSaid holds that the words of a segment
// whose synthesis failed are not taken for heard.
func TestBrokenSegmentClaimsNoMoreThanWasSaid(t *testing.T) {
	const text = "One two three four"
	for name, words := range map[string][]media.Word{
		"guessed":       nil,
		"known":         wordsEvery(text, 300*time.Millisecond),
		"known in part": wordsEvery("One two", 300*time.Millisecond),
	} {
		t.Run(name, func(t *testing.T) {
			inStage(t, func(s *stage) {
				s.play(1, text, 650*time.Millisecond, words)
				s.Break(1)
				s.play(1, "Again", 100*time.Millisecond, nil)
				s.Finish(1)
				s.pass(time.Second)
				if got := s.Heard(1); !got.Complete || got.Text != "One two Again" && got.Text != "One Again" {
					t.Errorf("Heard = %+v, want what 650 ms hold of four words, and the next segment", got)
				}
				s.Break(1) // closed
				s.Break(2) // unknown
			})
		})
	}
}
