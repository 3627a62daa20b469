package media_test

import (
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

// TestPlayoutSoundsRight decodes what a listener gets across speech, repeated
// silence packets and speech again.
func TestPlayoutSoundsRight(t *testing.T) {
	inStage(t, func(s *stage) {
		for turn := uint64(1); turn <= 2; turn++ {
			s.say(turn, 0, "tone", 500*time.Millisecond)
			s.Finish(turn)
			time.Sleep(1500 * time.Millisecond) // speech, then a second of silence
		}
		synctest.Wait()
		pcm := s.sink.PCM(t)
		at := func(from, to time.Duration) []int16 { return pcm[media.Samples(from):media.Samples(to)] }
		for _, from := range []time.Duration{50 * time.Millisecond, 1550 * time.Millisecond} {
			tone := at(from, from+400*time.Millisecond)
			if got := mediatest.Power(tone, 440); got < 0.95 {
				t.Errorf("at %v only %.0f %% of the energy is the tone", from, 100*got)
			}
			if got := media.Level(tone); got < 13 || got > 17 { // a sine of 8000 is -15 dBov
				t.Errorf("at %v level -%d dBov, want about -15", from, got)
			}
		}
		for _, from := range []time.Duration{600 * time.Millisecond, 2100 * time.Millisecond} {
			if got := media.Level(at(from, from+800*time.Millisecond)); got < 70 {
				t.Errorf("silence from %v is -%d dBov, want -70 or quieter", from, got)
			}
		}
		idle := s.sink.Packets()[60] // of the repeated ones
		if len(idle.Opus) > 40 {
			t.Errorf("idle packet of %d bytes, want at most 40", len(idle.Opus))
		}
	})
}

func TestLevel(t *testing.T) {
	square := make([]int16, media.FrameSamples)
	for i := range square {
		square[i] = -32768
	}
	for _, test := range []struct {
		name string
		pcm  []int16
		want uint8
	}{
		{"full-scale square", square, 0},
		{"full-scale sine", mediatest.Tone(media.PTime, 500, 32767), 3},
		{"sine 20 dB down", mediatest.Tone(media.PTime, 500, 3277), 23},
		{"one step", []int16{1}, 90},
		{"silence", make([]int16, 320), media.Silent},
		{"nothing", nil, media.Silent},
	} {
		if got := media.Level(test.pcm); got != test.want {
			t.Errorf("Level of %s = %d, want %d", test.name, got, test.want)
		}
	}
}
