package playout_test

import (
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

// cuts are the reports that end a turn with Cut.
func (s *stage) cuts() (cuts []playout.Played) {
	for _, r := range s.reports() {
		if r.Cut {
			cuts = append(cuts, r)
		}
	}
	return cuts
}

func TestCutAtWord(t *testing.T) {
	const text = "One two three four five"
	words := wordsEvery(text, 100*time.Millisecond)
	for _, test := range []struct {
		name   string
		words  []media.Word
		at     time.Duration // of the samples sent
		within time.Duration
		want   time.Duration
		heard  string
	}{
		{"the word ends in time", words, 120 * time.Millisecond, 200 * time.Millisecond, 200 * time.Millisecond, "One two"},
		{"the word is too long", words, 120 * time.Millisecond, 50 * time.Millisecond, 170 * time.Millisecond, "One"},
		{"the word has just ended", words, 200 * time.Millisecond, 200 * time.Millisecond, 200 * time.Millisecond, "One two"},
		{"at once", words, 120 * time.Millisecond, 0, 120 * time.Millisecond, "One"},
		{"no time at all", words, 120 * time.Millisecond, -time.Second, 120 * time.Millisecond, "One"},
		{"words not known yet", words[:1], 220 * time.Millisecond, 200 * time.Millisecond, 420 * time.Millisecond, "One"},
		{"last word", words, 420 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, text},
		// 500 ms for 23 letters and spaces: "three" ends at 282 ms.
		{"guessed", nil, 220 * time.Millisecond, 200 * time.Millisecond, media.Duration(4522), "One two three"},
	} {
		t.Run(test.name, func(t *testing.T) {
			inStage(t, func(s *stage) {
				s.play(1, text, 500*time.Millisecond, test.words)
				s.Begin(playout.Segment{Turn: 1, Index: 1, Text: "and more"})
				s.write(1, 500*time.Millisecond)
				s.Finish(1)
				s.pass(test.at + 5*time.Millisecond)
				sent := len(s.sink.Frames())
				s.CutAtWord(1, test.within)
				s.CutAtWord(1, time.Hour)
				s.pass(time.Second)
				want := playout.Heard{Turn: 1, Text: test.heard, Played: test.want}
				if got := s.Heard(1); got != want {
					t.Errorf("Heard = %+v, want %+v", got, want)
				}
				if got := s.cuts(); len(got) != 1 || got[0].Turn != 1 || got[0].TurnEnd {
					t.Errorf("cut reports %+v, want one", got)
				}
				sounds := 0
				for _, f := range s.since(sent) {
					sounds += sounding(f)
				}
				rest := media.Samples(test.want) - media.Samples(test.at)
				if sounds < rest || sounds > rest+80 {
					t.Errorf("%d samples sound after the call, want %d and 5 ms of fade", sounds, rest)
				}
			})
		})
	}
}

func TestCutAtWordDoesNotClick(t *testing.T) {
	for within := range 40 {
		inStage(t, func(s *stage) {
			s.say(1, 0, "Nobody knows where this sentence will be cut", 2*time.Second)
			s.pass(time.Second)
			s.CutAtWord(1, time.Duration(within)*3*time.Millisecond)
			s.pass(time.Second)
			if got := mediatest.LargestStep(s.sink.PCM()); got > 1500 {
				t.Errorf("cut within %d ms: largest step %d, want none above the tone's own", 3*within, got)
			}
		})
	}
}

func TestCutAtWordOfSilence(t *testing.T) {
	for _, test := range []struct {
		name string
		fill func(s *stage)
	}{
		{"not begun", func(*stage) {}},
		{"no audio yet", func(s *stage) { s.Begin(playout.Segment{Turn: 1, Text: "soon"}) }},
		{"behind another turn", func(s *stage) { s.say(0, 0, "first", 50*time.Millisecond); s.say(1, 0, "second", time.Second) }},
		{"paused", func(s *stage) { s.say(1, 0, "paused", time.Second); s.pass(100 * time.Millisecond); s.Pause(1) }},
		{"starved", func(s *stage) { s.say(1, 0, "slow", 50*time.Millisecond); s.pass(200 * time.Millisecond) }},
		{"not voiced yet", func(s *stage) {
			s.Begin(playout.Segment{Turn: 1, Text: "breath"})
			if err := s.Write(s.t.Context(), 1, mediatest.Silence(time.Second), nil); err != nil {
				s.t.Fatal(err)
			}
			s.pass(100 * time.Millisecond)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			inStage(t, func(s *stage) {
				test.fill(s)
				before := s.Heard(1)
				s.CutAtWord(1, time.Second)
				s.CutAtWord(1, time.Second)
				if got := len(s.cuts()); got != 0 {
					t.Errorf("%d cuts reported at once, want them at the next tick", got)
				}
				s.pass(media.PTime)
				if got := s.cuts(); len(got) != 1 || got[0].Turn != 1 || got[0].At.IsZero() {
					t.Errorf("cut reports %+v, want one with a time", got)
				}
				s.pass(time.Second)
				if got := s.Heard(1); got != before || len(s.cuts()) != 1 {
					t.Errorf("Heard = %+v with %d cuts, want %+v with one", got, len(s.cuts()), before)
				}
			})
		})
	}
}

func TestCutMeetsOtherEnds(t *testing.T) {
	for _, test := range []struct {
		name     string
		then     func(s *stage)
		cuts     int
		complete bool
	}{
		{"the turn ends itself", func(s *stage) { s.Finish(1) }, 1, true},
		{"audio runs out", func(*stage) {}, 1, false},
		{"cleared meanwhile", func(s *stage) { s.Clear(1) }, 0, false},
		{"paused meanwhile", func(s *stage) { s.Pause(1) }, 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			inStage(t, func(s *stage) {
				s.play(1, "word", 200*time.Millisecond, nil)
				s.pass(105 * time.Millisecond)
				s.CutAtWord(1, time.Second)
				test.then(s)
				s.pass(time.Second)
				if got := s.cuts(); len(got) != test.cuts {
					t.Errorf("cut reports %+v, want %d", got, test.cuts)
				}
				if got := s.Heard(1); got.Complete != test.complete {
					t.Errorf("Heard = %+v, want complete %v", got, test.complete)
				}
				s.CutAtWord(1, time.Second)
				s.pass(100 * time.Millisecond)
				if got := len(s.cuts()); got != test.cuts {
					t.Errorf("%d cuts after another call on a turn that is over, want %d", got, test.cuts)
				}
			})
		})
	}
}
