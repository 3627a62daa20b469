package playout_test

import (
	"math"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

// flat is d of samples of 8000.
func flat(d time.Duration) []int16 {
	pcm := make([]int16, media.Samples(d))
	for i := range pcm {
		pcm[i] = 8000
	}
	return pcm
}

func (s *stage) playFlat(turn uint64, d time.Duration) {
	s.t.Helper()
	s.Begin(playout.Segment{Turn: turn, Text: "flat"})
	if err := s.Write(s.t.Context(), turn, flat(d), nil); err != nil {
		s.t.Fatalf("Write = %v", err)
	}
	s.Finish(turn)
}

// checkRamp fails unless the frame goes linearly from one gain to another within
// 10 ms and stays there.
func checkRamp(t *testing.T, f mediatest.Sent, from, to float64) {
	t.Helper()
	for i, x := range f.PCM {
		want := 8000 * (from + (to-from)*min(float64(i+1)/160, 1))
		if math.Abs(float64(x)-want) > 1.5 {
			t.Fatalf("sample %d is %d, want %.0f of a ramp from %.2f to %.2f", i, x, want, from, to)
		}
	}
	if got := media.Level(f.PCM); got != f.Level {
		t.Errorf("level %d, want %d as it is sent", f.Level, got)
	}
	if !f.Voiced {
		t.Error("ducked speech is not voiced")
	}
}

const quarter = 0.25119 // -12 dB

func TestDuckRamps(t *testing.T) {
	inStage(t, func(s *stage) {
		s.playFlat(1, 400*time.Millisecond)
		s.playFlat(2, 100*time.Millisecond)
		s.pass(105 * time.Millisecond)
		sent := len(s.sink.Frames())
		s.Duck(1, true)
		s.Duck(1, true)
		s.pass(100 * time.Millisecond)
		s.Duck(1, false)
		s.pass(100 * time.Millisecond)
		s.Duck(1, true) // the next turn begins in full
		s.pass(time.Second)
		frames := s.since(sent)
		gain := [4]float64{1, quarter, 1, quarter} // before and every 100 ms
		for i := range 15 {
			from := gain[i/5+1]
			if i%5 == 0 {
				from = gain[i/5]
			}
			checkRamp(t, frames[i], from, gain[i/5+1])
		}
		for i := 15; i < 20; i++ {
			checkRamp(t, frames[i], 1, 1)
		}
		if got := s.Heard(1).Played; got != 400*time.Millisecond {
			t.Errorf("played %v, want all", got)
		}
	})
}

func TestDuckInAdvance(t *testing.T) {
	inStage(t, func(s *stage) {
		s.Duck(1, true)
		sent := len(s.sink.Frames())
		s.playFlat(1, 100*time.Millisecond)
		s.pass(time.Second)
		for _, f := range s.since(sent)[:5] {
			checkRamp(t, f, quarter, quarter)
		}
	})
}

func TestDuckedWeakSpeechIsVoiced(t *testing.T) {
	inStage(t, func(s *stage) {
		sent := len(s.sink.Frames())
		s.Duck(1, true)
		s.Begin(playout.Segment{Turn: 1, Text: "sss"})
		weak := mediatest.Tone(media.PTime, 500, 120) // -51.7 dBov, ducked -63.7
		if err := s.Write(s.t.Context(), 1, weak, nil); err != nil {
			t.Fatal(err)
		}
		s.pass(50 * time.Millisecond)
		if f := s.since(sent)[0]; !f.Voiced || f.Level < 62 || f.Level > 66 {
			t.Errorf("voiced %v at -%d dBov, want voiced at about -64", f.Voiced, f.Level)
		}
	})
}

func TestDuckedTurnFadesFromWhereItIs(t *testing.T) {
	for name, stop := range map[string]func(s *stage){
		"pause": func(s *stage) { s.Pause(1) },
		"clear": func(s *stage) { s.Clear(1) },
	} {
		inStage(t, func(s *stage) {
			s.playFlat(1, 400*time.Millisecond)
			s.pass(105 * time.Millisecond)
			s.Duck(1, true)
			s.pass(100 * time.Millisecond)
			sent := len(s.sink.Frames())
			stop(s)
			s.pass(100 * time.Millisecond)
			frames := s.since(sent)
			if first := float64(frames[0].PCM[0]); math.Abs(first-8000*quarter) > 30 || sounding(frames[0]) > 80 {
				t.Errorf("%s: fades from %.0f over %d samples, want from 2010 over 80", name, first, sounding(frames[0]))
			}
			sent = len(s.sink.Frames())
			s.Duck(1, false)
			s.Resume(1, playout.Onward)
			s.pass(media.PTime)
			if got := s.since(sent)[0].PCM[media.FrameSamples-1]; name == "pause" && got != 8000 {
				t.Errorf("after the pause the gain ends at %d, want 8000", got)
			}
		})
	}
}
