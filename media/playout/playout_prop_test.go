package playout_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"parley/media"
	"parley/media/playout"
)

const (
	propWord  = media.FrameSamples * 5 / 2 // samples, 50 ms
	propText  = "a b c, d e f g. h i j k l, m n o p q r! s t u v w x y z"
	propWords = 26
)

// TestPlayoutProperties does at random what may be done to a turn and holds
// every sample sent to what a listener is promised: in order, each once except
// after a rewind, at the gain asked for, none after the end, and the ledger as
// what was sent.
func TestPlayoutProperties(t *testing.T) {
	for seed := range uint64(200) {
		inStage(t, func(s *stage) {
			sh := &shadow{stage: s, seen: len(s.sink.Frames())}
			rng := rand.New(rand.NewPCG(seed, 7))
			s.Begin(playout.Segment{Turn: 1, Text: propText})
			for i := range 80 {
				act(sh, rng, i < 30)
				if rng.IntN(3) > 0 { // else without a frame between
					s.pass(time.Duration(rng.IntN(60)) * time.Millisecond)
				}
				sh.check()
			}
			s.pass(200 * time.Millisecond) // a pending cut
			sh.check()
			sh.resume(playout.Onward)
			s.Finish(1)
			s.pass(2 * time.Second)
			sh.check()
			if got := len(s.cuts()); got != sh.cuts {
				s.t.Errorf("%d cuts reported, want %d", got, sh.cuts)
			}
			if got := s.Heard(1); got.Complete == sh.over || got.Complete && (got.Text != propText || sh.heard != sh.written) {
				s.t.Errorf("Heard = %+v of %d samples, cut short: %v", got, sh.written, sh.over)
			}
		})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// act does one thing; early ones do not end the turn.
func act(s *shadow, rng *rand.Rand, early bool) {
	switch n := rng.IntN(60); {
	case n < 15:
		s.say(rng.IntN(6))
	case n < 25:
		s.pause()
	case n < 40:
		s.resume(playout.Rewind(rng.IntN(3)))
	case n < 50:
		s.duck = rng.IntN(2) == 0
		s.Duck(1, s.duck)
	case early:
	case n < 58:
		s.cut(time.Duration(rng.IntN(100)) * time.Millisecond)
	default:
		s.Clear(1)
		s.stop()
	}
}

// say adds n words of tape, whose ends the engine knows.
func (s *shadow) say(n int) {
	s.t.Helper()
	n = min(n, propWords-s.written/propWord)
	to := s.written + n*propWord
	words := wordsEvery(propText, media.Duration(propWord))[s.written/propWord : to/propWord]
	if err := s.Write(s.t.Context(), 1, tape(media.Duration(to))[s.written:], words); (err != nil) != s.over {
		s.t.Fatalf("Write = %v with the turn over: %v", err, s.over)
	}
	if !s.over {
		s.written = to
	}
}

// check holds the frames since the last check and the ledger to the shadow.
func (s *shadow) check() {
	s.t.Helper()
	frames := s.since(s.seen)
	s.seen += len(frames)
	for _, f := range frames {
		s.hear(f.PCM)
	}
	h := s.Heard(1)
	text := strings.Join(strings.Fields(propText)[:s.heard/propWord], " ")
	if h.Played != media.Duration(s.heard) || !h.Complete && h.Text != text {
		s.t.Fatalf("Heard = %+v, want %v and %q", h, media.Duration(s.heard), text)
	}
}
