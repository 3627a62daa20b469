//go:build !race

// These measure on minutes of audio, in one goroutine: the race detector would
// find nothing in them and take ten minutes for it.

package echo_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/echo"
	"parley/media/mediatest/voices"
)

// echoFrames counts the audible frames of echo, and those judged Alone.
func echoFrames(t *testing.T, s echoScene) (alone, all int) {
	agent, returned, _, heard := s.parts(t)
	loud := audible(returned, 15)
	for i, score := range scores(agent, heard) {
		if i >= settled(returned) && loud[i] {
			all++
			if score >= echo.Alone {
				alone++
			}
		}
	}
	return alone, all
}

// stretches counts the 300 ms stretches in half of which the user is audible,
// and those in which the score goes below limit.
func stretches(t *testing.T, s echoScene, limit float64) (below, all int) {
	const frames = int(300 * time.Millisecond / media.PTime)
	agent, returned, user, heard := s.parts(t)
	loud, got := audible(user, 10), scores(agent, heard)
	for i := settled(returned); i+frames <= len(got); i += frames {
		talks := 0
		for _, l := range loud[i:][:frames] {
			if l {
				talks++
			}
		}
		if talks < frames/2 {
			continue
		}
		all++
		if slices.Min(got[i:][:frames]) < limit {
			below++
		}
	}
	return below, all
}

// The scenes' delays and levels.
var (
	echoDelays = []time.Duration{20 * time.Millisecond, 107 * time.Millisecond, 233 * time.Millisecond, 400 * time.Millisecond}
	echoLevels = []float64{-6, -14, -22, -30}
)

func TestEchoIsRecognised(t *testing.T) {
	for _, c := range []struct {
		name  string
		scene echoScene
		want  float64
	}{
		{"no room", echoScene{}, 0.95},
		{"loudspeaker on a desk", echoScene{room: desk}, 0.95},
		{"over Opus", echoScene{room: desk, opus: true}, 0.95},
		{"overdriven", echoScene{room: desk, clip: true}, 0.82},
		{"far loudspeaker", echoScene{room: room{tail: -3, time: 400 * time.Millisecond}}, 0.75},
	} {
		alone, all := 0, 0
		for i, level := range echoLevels {
			s := c.scene
			s.voice, s.delay, s.echo, s.user, s.noise = i%len(voices.Names), echoDelays[i], level, never, level-20
			a, n := echoFrames(t, s)
			alone, all = alone+a, all+n
		}
		share := float64(alone) / float64(all)
		t.Logf("%s: %.1f %% of %d frames", c.name, 100*share, all)
		if share < c.want {
			t.Errorf("%s: %.1f %% of the frames are judged Alone, want %v %%", c.name, 100*share, 100*c.want)
		}
	}
}

func TestEchoLetsTheUserThrough(t *testing.T) {
	for _, c := range []struct {
		level float64
		limit float64
	}{{6, 0.6}, {0, 0.6}, {-6, echo.Alone}} {
		below, all := 0, 0
		for i := range len(voices.Names) * len(echoLevels) {
			returned := echoLevels[i%len(echoLevels)]
			b, n := stretches(t, echoScene{voice: i % len(voices.Names), delay: echoDelays[i%len(echoDelays)], echo: returned,
				room: desk, user: returned + c.level, noise: returned - 20}, c.limit)
			below, all = below+b, all+n
		}
		share := float64(below) / float64(all)
		t.Logf("user %+.0f dB: %.1f %% of %d stretches below %v", c.level, 100*share, all, c.limit)
		if share < 0.95 {
			t.Errorf("user %+.0f dB: %.1f %% of the stretches go below %v, want 95 %%", c.level, 100*share, c.limit)
		}
	}
}

func TestEchoOfNothing(t *testing.T) {
	most, above, all := 0.0, 0, 0
	for voice := range voices.Names {
		for _, user := range []float64{never, 0, -15} {
			agent, _, _, heard := echoScene{voice: voice, echo: never, user: user, noise: -30}.parts(t)
			for _, score := range scores(agent, heard) {
				most = math.Max(most, score)
				all++
				if score >= 0.5 {
					above++
				}
			}
		}
	}
	t.Logf("without an echo: %d of %d frames at 0.5 or more, at most %.2f", above, all, most)
	if above > all/100 || most >= 0.6 {
		t.Errorf("without an echo %d of %d frames score 0.5 or more, the highest %.2f", above, all, most)
	}
}
