//go:build !race

package echo_test

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/echo"
)

// share is the share of the audible frames of echo from from on that got judges
// Alone.
func share(returned []int16, got []float64, from int) float64 {
	alone, all := 0, 0
	for i, loud := range audible(returned, 15) {
		if loud && i >= from {
			all++
			if got[i] >= echo.Alone {
				alone++
			}
		}
	}
	return float64(alone) / float64(all)
}

// A client's jitter buffer may grow in the middle of a sentence.
func TestEchoFollowsTheDelay(t *testing.T) {
	agent, returned, _, heard := echoScene{delay: 100 * time.Millisecond, echo: -10, room: desk, user: never, noise: -35}.parts(t)
	for _, jump := range []time.Duration{5 * time.Millisecond, 60 * time.Millisecond} {
		half := len(heard) / 2 / media.FrameSamples * media.FrameSamples
		later := slices.Concat(heard[:half], heard[half-media.Samples(jump):])[:len(heard)]
		from := half/media.FrameSamples + int((500*time.Millisecond)/media.PTime)
		if got := share(returned, scores(agent, later), from); got < 0.9 {
			t.Errorf("half a second after the delay grew by %v: %.0f %% of the frames judged Alone, want 90 %%", jump, 100*got)
		}
	}
}

// A muted user sends nothing, so fewer frames are heard than played.
func TestEchoAfterMute(t *testing.T) {
	agent, returned, _, heard := echoScene{delay: 100 * time.Millisecond, echo: -10, room: desk, user: never, noise: -35}.parts(t)
	e := echo.New()
	muted := int(2 * time.Second / media.PTime)
	var got []float64
	for i := 0; i+media.FrameSamples <= len(heard); i += media.FrameSamples {
		e.Played(agent[i:][:media.FrameSamples])
		score := 0.0
		if len(got) > muted {
			score, _ = e.Score(heard[i:][:media.FrameSamples])
		}
		got = append(got, score)
	}
	if got := share(returned, got, muted+int(1500*time.Millisecond/media.PTime)); got < 0.9 {
		t.Errorf("after a mute %.0f %% of the frames are judged Alone, want 90 %%", 100*got)
	}
	for _, short := range [][]int16{nil, heard[:7]} {
		if score, _ := e.Score(short); score > 1 {
			t.Error("a short frame scores above 1")
		}
	}
}

// Who is silent with DTX, or muted in the middle, sends nothing for seconds, while the
// agent speaks on.
func TestEchoAfterAPause(t *testing.T) {
	agent, returned, _, heard := echoScene{delay: 250 * time.Millisecond, echo: -10, room: desk, user: never, noise: -35}.parts(t)
	e := echo.New()
	from, to := int(2*time.Second/media.PTime), int(4500*time.Millisecond/media.PTime)
	loud := audible(returned, 15)
	for i := 0; i+media.FrameSamples <= len(heard); i += media.FrameSamples {
		e.Played(agent[i:][:media.FrameSamples])
		at := i / media.FrameSamples
		if at >= from && at < to {
			continue
		}
		if whose := e.Heard(heard[i:][:media.FrameSamples]); whose == echo.OtherVoice && at >= to && loud[at] {
			t.Errorf("frame %d after the pause is judged %v, want %v or %v", at-to, whose, echo.OwnVoice, echo.UnclearVoice)
		}
	}
}

// Packets come in bunches; playout does not.
func TestEchoBearsJitter(t *testing.T) {
	agent, returned, _, heard := echoScene{delay: 50 * time.Millisecond, echo: -10, room: desk, user: never, noise: -35}.parts(t)
	e := echo.New()
	var got []float64
	for i := 0; i+media.FrameSamples <= len(heard); i += media.FrameSamples {
		e.Played(agent[i:][:media.FrameSamples])
		if frame := i / media.FrameSamples; frame%4 == 3 { // 80 ms at once
			for k := frame - 3; k <= frame; k++ {
				score, _ := e.Score(heard[k*media.FrameSamples:][:media.FrameSamples])
				got = append(got, score)
			}
		}
	}
	returned = returned[:len(got)*media.FrameSamples]
	if got := share(returned, got, settled(returned)); got < 0.9 {
		t.Errorf("with jitter %.0f %% of the frames are judged Alone, want 90 %%", 100*got)
	}
}
