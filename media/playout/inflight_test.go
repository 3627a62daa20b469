package playout_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/media/mediatest"
	"parley/media/playout"
)

// TestWhileAFrameIsSent does things while the sink has the frame of 100 to 120 ms
// of a tape with words of 50 ms.
func TestWhileAFrameIsSent(t *testing.T) {
	const text = "One two three four five six"
	for _, test := range []struct {
		name  string
		do    func(s *stage)
		want  playout.Heard
		fades bool // else nothing follows
	}{
		{"pause", func(s *stage) { s.Pause(1) },
			playout.Heard{Turn: 1, Text: "One two", Played: 120 * time.Millisecond}, true},
		{"clear", func(s *stage) { s.Clear(1) },
			playout.Heard{Turn: 1, Text: "One two", Played: 100 * time.Millisecond}, true},
		{"cut", func(s *stage) { s.CutAtWord(1, 0) },
			playout.Heard{Turn: 1, Text: "One two", Played: 120 * time.Millisecond}, true},
		{"pause and clear", func(s *stage) { s.Pause(1); s.Clear(1) },
			playout.Heard{Turn: 1, Text: "One two", Played: 100 * time.Millisecond}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			var s *stage
			sink := &mediatest.Sink{Delay: func(n int) {
				if n == 6 { // the first is silent
					test.do(s)
				}
			}}
			inStageWith(t, sink, func(st *stage) {
				s = st
				s.play(1, text, 300*time.Millisecond, wordsEvery(text, 50*time.Millisecond))
				s.pass(time.Second)
				if got := s.Heard(1); got != test.want {
					t.Errorf("Heard = %+v, want %+v", got, test.want)
				}
				for i, f := range s.since(7) {
					if n := sounding(f); n > 80 || i > 0 && n > 0 || i == 0 && test.fades != (n > 0) {
						t.Errorf("frame %d after that has %d samples of sound, want 5 ms in the first", i, n)
					}
				}
			})
		})
	}
}

func TestRewindWhileTheLastFrameIsSent(t *testing.T) {
	const text = "One two"
	var s *stage
	sink := &mediatest.Sink{Delay: func(n int) {
		if n == 5 {
			s.Pause(1)
			s.Resume(1, playout.ToWord)
		}
	}}
	inStageWith(t, sink, func(st *stage) {
		s = st
		s.play(1, text, 100*time.Millisecond, wordsEvery(text, 60*time.Millisecond))
		s.Finish(1)
		s.pass(time.Second)
		if got := len(s.sink.Voiced()); got != 7 {
			t.Errorf("%d voiced frames, want 5 and 2 of the word said again", got)
		}
		want := playout.Heard{Turn: 1, Text: text, Played: 100 * time.Millisecond, Complete: true}
		if got := s.Heard(1); got != want {
			t.Errorf("Heard = %+v, want %+v", got, want)
		}
		ends := 0
		for _, r := range s.reports() {
			if r.TurnEnd {
				ends++
			}
		}
		if ends != 1 {
			t.Errorf("%d ends of the turn reported, want one", ends)
		}
	})
}

// TestPlayoutIsSafeForConcurrentUse lets goroutines do everything at once; the
// race detector watches, and what is heard never shrinks.
func TestPlayoutIsSafeForConcurrentUse(t *testing.T) {
	inStage(t, func(s *stage) {
		var all sync.WaitGroup
		for turn := uint64(1); turn <= 4; turn++ {
			all.Go(func() {
				s.Begin(playout.Segment{Turn: turn, Text: propText})
				for range 20 {
					if s.Write(s.t.Context(), turn, tape(100*time.Millisecond), nil) != nil {
						return
					}
				}
				s.Finish(turn)
			})
		}
		for seed := range uint64(4) {
			all.Go(func() {
				rng := rand.New(rand.NewPCG(seed, 1))
				var last [5]playout.Heard
				for range 300 {
					turn := uint64(1 + rng.IntN(4))
					switch rng.IntN(40) {
					default:
						s.Pause(turn)
						s.Duck(turn, true)
					case 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25:
						s.Resume(turn, playout.Rewind(rng.IntN(3)))
						s.Duck(turn, false)
					case 38:
						s.CutAtWord(turn, 50*time.Millisecond)
					case 39:
						s.Clear(turn)
					}
					time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
					h := s.Heard(turn)
					if !strings.HasPrefix(h.Text, last[turn].Text) || h.Played < last[turn].Played {
						t.Errorf("Heard went back from %+v to %+v", last[turn], h)
					}
					last[turn] = h
				}
			})
		}
		all.Go(func() {
			s.pass(20 * time.Second)
			for turn := uint64(1); turn <= 4; turn++ {
				s.Clear(turn)
			}
		})
		all.Wait()
	})
}
