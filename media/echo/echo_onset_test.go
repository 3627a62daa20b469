//go:build !race

package echo_test

import (
	"testing"
	"time"

	"parley/media"
	"parley/media/echo"
	"parley/media/mediatest/voices"
)

// onset plays a scene to a new Detector and returns whose each frame is from the first
// audible one of of on, for a while.
func onset(agent, of, heard []int16, frames int) (got []echo.Voice) {
	e := echo.New()
	loud := audible(of, 15)
	begun := false
	for i := 0; i+media.FrameSamples <= len(heard) && len(got) < frames; i += media.FrameSamples {
		e.Played(agent[i:][:media.FrameSamples])
		whose := e.Heard(heard[i:][:media.FrameSamples])
		if begun = begun || loud[i/media.FrameSamples]; begun {
			got = append(got, whose)
		}
	}
	return got
}

// From its first frame on an echo that nothing is known of is nobody else's voice.
func TestEchoIsNobodysFromItsFirstFrameOn(t *testing.T) {
	const frames = int(time.Second / media.PTime)
	var other, all, late int
	for i, delay := range []int{0, 40, 107, 200, 233, 300, 351, 400, 550, 700, 800} {
		for _, r := range []room{{}, desk} {
			for _, opus := range []bool{false, true} {
				level := echoLevels[i%len(echoLevels)]
				agent, returned, _, heard := echoScene{
					voice: i % len(voices.Names), delay: time.Duration(delay) * time.Millisecond, echo: level, room: r, opus: opus,
					user: never, noise: level - 20,
				}.parts(t)
				for k, whose := range onset(agent, returned, heard, frames) {
					all++
					if whose == echo.OtherVoice {
						other++
					}
					if whose == echo.UnclearVoice && k >= int(300*time.Millisecond/media.PTime) {
						late++
					}
				}
			}
		}
	}
	t.Logf("of %d frames of an echo's first second %d are somebody else's, %d unclear after 300 ms", all, other, late)
	if other > all/100 || late > all/10 {
		t.Error("want 1 and 10 %")
	}
}

// A voice that speaks over the agent's first words, of which nothing comes back, is
// known for somebody else's before the VAD is sure of it.
func TestEchoOfNothingIsSoonKnown(t *testing.T) {
	var slow, all int
	for i := range 24 {
		agent, _, user, heard := echoScene{
			voice: i % len(voices.Names), echo: never, user: float64(-5 * (i % 4)), noise: -40, opus: i%2 == 0,
		}.parts(t)
		later := make([]int16, media.FrameSamples*(2+i*2)) // the user begins in the agent's first second
		got := onset(agent, append(later, user...), append(later, heard...)[:len(heard)], 10)
		all++
		for _, whose := range got[4:] {
			if whose != echo.OtherVoice {
				slow++
				break
			}
		}
	}
	t.Logf("%d of %d onsets of a user's voice are unclear after 80 ms", slow, all)
	if slow > all/8 {
		t.Errorf("%d of %d onsets of a user's voice are unclear after 80 ms, want an eighth", slow, all)
	}
}
