package mediatest

import (
	"math"
	"math/rand/v2"
	"time"

	"parley/media"
)

// RMS is the mean amplitude of the louder half of pcm's frames, so that pauses
// do not count.
func RMS(pcm []int16) float64 {
	var sum float64
	n := 0
	for i := 0; i+media.FrameSamples <= len(pcm); i += media.FrameSamples {
		if frame := pcm[i:][:media.FrameSamples]; media.Level(frame) < 45 {
			for _, s := range frame {
				sum += float64(s) * float64(s)
			}
			n += len(frame)
		}
	}
	return math.Sqrt(sum / float64(max(n, 1)))
}

// Gain is the factor of a change in dB.
func Gain(db float64) float64 { return math.Pow(10, db/20) }

// WhiteNoise is d of Gaussian noise of unit power.
func WhiteNoise(d time.Duration, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, media.Samples(d))
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// PinkNoise is d of noise of unit power that loses 3 dB an octave (Kellet's filter).
func PinkNoise(d time.Duration, seed uint64) []float64 {
	x := WhiteNoise(d, seed)
	var b0, b1, b2, power float64
	for i, w := range x {
		b0 = 0.99765*b0 + w*0.0990460
		b1 = 0.96300*b1 + w*0.2965164
		b2 = 0.57000*b2 + w*1.0526913
		x[i] = b0 + b1 + b2 + w*0.1848
		power += x[i] * x[i]
	}
	scale := 1 / math.Sqrt(power/float64(len(x)))
	for i := range x {
		x[i] *= scale
	}
	return x
}

// Mix adds noise of the given amplitude to pcm, which it leaves as it is.
func Mix(pcm []int16, noise []float64, amplitude float64) []int16 {
	out := make([]int16, len(pcm))
	for i, s := range pcm {
		x := float64(s)
		if i < len(noise) {
			x += noise[i] * amplitude
		}
		out[i] = int16(min(max(math.Round(x), -1<<15), 1<<15-1))
	}
	return out
}
