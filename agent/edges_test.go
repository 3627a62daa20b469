package agent

import (
	"testing"
	"time"

	"parley/agent/turn"
	"parley/media"
	"parley/media/echo"
	"parley/media/vad"
)

// Speech that begins softly, as with an "h", is not soft: the character would
// go on for longer than it may.
func TestSoftOnsetOfLoudSpeechIsNotSoft(t *testing.T) {
	e := &edges{}
	var told []turn.Voice
	now := time.Duration(0)
	frames := func(n int, amplitude int16, w vad.Window) {
		for range n {
			now += media.PTime
			pcm := make([]int16, media.FrameSamples)
			for i := range pcm { // 500 Hz
				pcm[i] = amplitude * int16(1-2*(i/16%2))
			}
			e.frame(pcm, now, echo.OtherVoice)
			e.window(w)
			e.tell(func(i item) bool {
				if v, ok := i.(turn.Voice); ok {
					told = append(told, v)
				}
				return true
			})
			w.Started, w.Ended = false, false
		}
	}
	frames(50, 3, vad.Window{})
	for range usualFrames / 10 { // a longer tone would be the noise of the room
		frames(12, 4000, vad.Window{Speech: true, Started: true})
		frames(3, 3, vad.Window{Speech: true})
	}
	frames(50, 3, vad.Window{Ended: true})
	told = nil
	frames(4, 500, vad.Window{})
	frames(1, 500, vad.Window{Speech: true, Started: true})
	if len(told) != 1 || !told[0].On || !told[0].Soft {
		t.Fatalf("a soft onset is told as %+v, want soft speech", told)
	}
	frames(20, 4000, vad.Window{Speech: true})
	if len(told) != 2 || !told[1].On || told[1].Soft {
		t.Errorf("speech that then is as loud as usual is told as %+v, want one more, not soft", told)
	}
}
