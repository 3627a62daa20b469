package playout_test

import (
	"strings"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

func TestResumeRewinds(t *testing.T) {
	const each = 100 * time.Millisecond
	for _, test := range []struct {
		name, text string
		words      []media.Word // nil: guessed
		paused     time.Duration
		back       playout.Rewind
		want       time.Duration
	}{
		{"onward", "One two three, four five six", wordsEvery("One two three, four five six", each), 440 * time.Millisecond, playout.Onward, 440 * time.Millisecond},
		{"to the word", "One two three, four five six", wordsEvery("One two three, four five six", each), 440 * time.Millisecond, playout.ToWord, 400 * time.Millisecond},
		{"between words", "One two three, four five six", wordsEvery("One two three, four five six", each), 400 * time.Millisecond, playout.ToWord, 400 * time.Millisecond},
		{"to the clause", "One two three, four five six", wordsEvery("One two three, four five six", each), 540 * time.Millisecond, playout.ToClause, 300 * time.Millisecond},
		{"in the first clause", "One two three, four five six", wordsEvery("One two three, four five six", each), 240 * time.Millisecond, playout.ToClause, 0},
		{"clause in quotes", `He said "no!" to me then`, wordsEvery(`He said "no!" to me then`, each), 440 * time.Millisecond, playout.ToClause, 300 * time.Millisecond},
		{"no clause in a number", "take 3.5 and go on now", wordsEvery("take 3.5 and go on now", each), 440 * time.Millisecond, playout.ToClause, 0},
		{"words not known yet", "One two three, four five six", wordsEvery("One two", each), 440 * time.Millisecond, playout.ToWord, 200 * time.Millisecond},
		// 600 ms for 12 letters and spaces: 50 ms each.
		{"guessed word", "ab cd, fg ij", nil, 540 * time.Millisecond, playout.ToWord, 450 * time.Millisecond},
		{"guessed clause", "ab cd, fg ij", nil, 540 * time.Millisecond, playout.ToClause, 300 * time.Millisecond},
		{"no text", "", nil, 540 * time.Millisecond, playout.ToWord, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			inStage(t, func(s *stage) {
				s.play(1, test.text, 600*time.Millisecond, test.words)
				s.Finish(1)
				s.pass(test.paused + 5*time.Millisecond)
				before := s.Heard(1)
				if before.Played != test.paused {
					t.Fatalf("paused after %v, want %v", before.Played, test.paused)
				}
				s.Pause(1)
				s.pass(200 * time.Millisecond)
				sent := len(s.sink.Frames())
				s.Resume(1, test.back)
				s.pass(media.PTime)
				if got := s.Heard(1); got.Played < before.Played || !strings.HasPrefix(got.Text, before.Text) {
					t.Errorf("Heard went back from %+v to %+v", before, got)
				}
				s.pass(time.Second)
				checkOnward(t, s.since(sent), media.Samples(test.want), media.Samples(600*time.Millisecond))
				want := playout.Heard{Turn: 1, Text: test.text, Played: 600 * time.Millisecond, Complete: true}
				if got := s.Heard(1); got != want {
					t.Errorf("Heard = %+v, want %+v", got, want)
				}
			})
		})
	}
}

// TestResumeRewindsThreeSeconds says a clause of 20 s, more than the playout
// keeps, whose words are tones of their own.
func TestResumeRewindsThreeSeconds(t *testing.T) {
	inStage(t, func(s *stage) {
		text := strings.TrimSpace(strings.Repeat("word ", 40))
		words := wordsEvery(text, 500*time.Millisecond)
		tone := func(i int) float64 { return float64(200 + 100*i) }
		s.Begin(playout.Segment{Turn: 1, Text: text})
		go func() {
			for i, w := range words {
				if err := s.Write(s.t.Context(), 1, mediatest.Tone(500*time.Millisecond, tone(i), 8000), []media.Word{w}); err != nil {
					t.Errorf("Write = %v", err)
				}
			}
			s.Finish(1)
		}()
		expect := func(sent, word int) {
			t.Helper()
			s.pass(500 * time.Millisecond)
			var pcm []int16
			for _, f := range s.since(sent)[1:24] {
				pcm = append(pcm, f.PCM...)
			}
			if got := mediatest.Power(pcm, tone(word)); got < 0.95 {
				t.Errorf("word %d has %.2f of the energy after Resume, want all", word, got)
			}
		}
		s.pass(7645 * time.Millisecond)
		s.Pause(1)
		s.pass(4 * time.Second) // the writer fills the queue
		sent := len(s.sink.Frames())
		s.Resume(1, playout.ToClause)
		expect(sent, 10) // of 4.64 s and later the first word begins at 5 s
		s.Pause(1)
		s.pass(time.Second)
		sent = len(s.sink.Frames())
		s.Resume(1, playout.ToClause)
		expect(sent, 10) // what was before 4.64 s has made room when the queue filled
		s.pass(25 * time.Second)
		want := playout.Heard{Turn: 1, Text: text, Played: 20 * time.Second, Complete: true}
		if got := s.Heard(1); got != want {
			t.Errorf("Heard = %+v, want %+v", got, want)
		}
	})
}
