package echo_test

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/echo"
	"parley/media/mediatest"
	"parley/media/mediatest/voices"
)

// edges are the first and the last voiced sample of clean speech, to 2.5 ms.
func edges(pcm []int16) (first, last int) {
	first = -1
	for i := 0; i+40 <= len(pcm); i += 40 {
		if media.Level(pcm[i:][:40]) < 55 {
			if first < 0 {
				first = i
			}
			last = i + 40
		}
	}
	return first, last
}

// edgeErrors measures one kind of noise: how long after the truth the first
// loud frame ends and the last one does, and what share of the frames outside
// of speech is loud.
func edgeErrors(t *testing.T, noise func(time.Duration, uint64) []float64, snr float64) (onset, end []time.Duration, wrong float64) {
	t.Helper()
	falseLoud, quiet := 0, 0
	for v, voice := range voices.Names {
		for s, text := range voices.Sentences {
			seed := uint64(v*len(voices.Sentences) + s)
			speech := voices.Say(t, voice, text)
			pcm := slices.Concat(mediatest.Silence(2200*time.Millisecond+7*time.Duration(seed)*time.Millisecond),
				speech, mediatest.Silence(time.Second))
			first, last := edges(pcm)
			pcm = mediatest.Mix(pcm, noise(media.Duration(len(pcm)), seed), max(mediatest.RMS(speech)*mediatest.Gain(-snr), 5))
			var l echo.Loudness
			firstLoud, lastLoud := -1, 0
			for i, sound := range sounds(&l, pcm) {
				at := (i + 1) * media.FrameSamples
				switch {
				case at <= first || at-media.FrameSamples > last:
					quiet++
					if sound.Loud {
						falseLoud++
					}
				case sound.Loud:
					if firstLoud < 0 {
						firstLoud = at
					}
					lastLoud = at
				}
			}
			onset = append(onset, media.Duration(firstLoud-first))
			end = append(end, media.Duration(lastLoud-last))
		}
	}
	slices.Sort(onset)
	slices.Sort(end)
	return onset, end, float64(falseLoud) / float64(quiet)
}

// The truth is the clean speech's 2.5 ms steps louder than -55 dBov; noise hides
// what is softer than itself, so ends come early in it.
func TestLoudnessFindsTheEdgesOfSpeech(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name     string
		noise    func(time.Duration, uint64) []float64
		snr      float64
		onset    time.Duration // median, at most
		early    time.Duration // median of the end, at most before the truth
		falseMax float64
	}{
		{"clean", mediatest.WhiteNoise, 90, 20 * ms, 15 * ms, 0},
		{"white 20 dB", mediatest.WhiteNoise, 20, 40 * ms, 45 * ms, 0.01},
		{"pink 20 dB", mediatest.PinkNoise, 20, 40 * ms, 40 * ms, 0.01},
		{"white 10 dB", mediatest.WhiteNoise, 10, 50 * ms, 90 * ms, 0.02},
		{"pink 10 dB", mediatest.PinkNoise, 10, 50 * ms, 75 * ms, 0.01},
	} {
		onset, end, wrong := edgeErrors(t, c.noise, c.snr)
		half := len(end) / 2
		t.Logf("%s: onset p50 %v p95 %v, end p5 %v p50 %v p95 %v, %.2f %% of the rest loud",
			c.name, onset[half], onset[len(onset)*95/100], end[len(end)*5/100], end[half], end[len(end)*95/100], 100*wrong)
		if onset[half] > c.onset {
			t.Errorf("%s: the median onset is found after %v, want at most %v", c.name, onset[half], c.onset)
		}
		if end[half] < -c.early || end[half] > 20*ms {
			t.Errorf("%s: the median end is found %v after it, want %v to 20ms", c.name, end[half], -c.early)
		}
		if wrong > c.falseMax {
			t.Errorf("%s: %.2f %% of the frames without speech are loud, want at most %v %%", c.name, 100*wrong, 100*c.falseMax)
		}
	}
}
