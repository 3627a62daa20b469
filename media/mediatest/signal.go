// Package mediatest makes audio for tests and recognises it again: tones,
// noise and silence, detectors for them, a Sink that remembers, and the path
// of the VAD model.
package mediatest

import (
	"math"
	"math/rand/v2"
	"time"

	"parley/media"
)

// Tone is d of a sine of freq Hz with the given peak, 0-32767.
func Tone(d time.Duration, freq float64, peak int) []int16 {
	pcm := make([]int16, media.Samples(d))
	for i := range pcm {
		pcm[i] = int16(float64(peak) * math.Sin(2*math.Pi*freq*float64(i)/media.SampleRate))
	}
	return pcm
}

// Silence is d of zeros.
func Silence(d time.Duration) []int16 { return make([]int16, media.Samples(d)) }

// Noise is d of white noise of the given peak, the same for the same seed.
func Noise(d time.Duration, peak int, seed uint64) []int16 {
	rng := rand.New(rand.NewPCG(seed, 0))
	pcm := make([]int16, media.Samples(d))
	for i := range pcm {
		pcm[i] = int16(rng.IntN(2*peak+1) - peak)
	}
	return pcm
}

// Power is the share of pcm's energy, 0-1, that is a sine of freq Hz.
func Power(pcm []int16, freq float64) float64 {
	var re, im, energy float64
	for i, s := range pcm {
		sin, cos := math.Sincos(2 * math.Pi * freq * float64(i) / media.SampleRate)
		re += float64(s) * cos
		im += float64(s) * sin
		energy += float64(s) * float64(s)
	}
	if energy == 0 {
		return 0
	}
	return min(2*(re*re+im*im)/(energy*float64(len(pcm))), 1)
}

// Frequency is the frequency in Hz of the strongest sine in pcm between 50 and
// 4000 Hz, to within one spectral line of its length, and 0 for silence.
func Frequency(pcm []int16) float64 {
	line := float64(media.SampleRate) / float64(max(len(pcm), 1))
	best, freq := 0.0, 0.0
	for f := 50.0; f <= 4000; f += max(line/2, 1) {
		if p := Power(pcm, f); p > best {
			best, freq = p, f
		}
	}
	return freq
}

// LargestStep is the largest difference between neighbouring samples: a click
// shows in it.
func LargestStep(pcm []int16) int {
	step := 0
	for i := 1; i < len(pcm); i++ {
		d := int(pcm[i]) - int(pcm[i-1])
		step = max(step, d, -d)
	}
	return step
}
