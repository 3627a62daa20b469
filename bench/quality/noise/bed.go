// Package noise makes the sounds around a caller: a bed of noise that runs
// through all of a call, and single noises that are not speech. The same seed
// gives the same samples.
package noise

import (
	"math"
	"math/rand/v2"
)

// Bed is n samples of equal parts of white noise, pink noise and babble, as
// loud as rms. babble is several people speaking at once; it is repeated to
// fill n and left out if empty.
func Bed(n int, seed uint64, babble []int16, rms float64) []int16 {
	rng := rand.New(rand.NewPCG(seed, 1))
	mix := make([]float64, n)
	add(mix, white(n, rng))
	add(mix, pink(n, rng))
	if len(babble) > 0 {
		voices := make([]float64, n)
		for i := range voices {
			voices[i] = float64(babble[i%len(babble)])
		}
		add(mix, voices)
	}
	gain := rms / RMS(mix)
	out := make([]int16, n)
	for i, s := range mix {
		out[i] = clip(s * gain)
	}
	return out
}

// add adds part to mix at unit power.
func add(mix, part []float64) {
	gain := 1 / max(RMS(part), math.SmallestNonzeroFloat64)
	for i, s := range part {
		mix[i] += s * gain
	}
}

func white(n int, rng *rand.Rand) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	return out
}

// pink is noise whose power falls by 3 dB an octave, by Paul Kellet's economy
// filter.
func pink(n int, rng *rand.Rand) []float64 {
	out := make([]float64, n)
	var a, b, c float64
	for i := range out {
		w := rng.NormFloat64()
		a = 0.99765*a + w*0.0990460
		b = 0.96300*b + w*0.2965164
		c = 0.57000*c + w*1.0526913
		out[i] = a + b + c + w*0.1848
	}
	return out
}

// RMS is the root of the mean square of samples, 0 for none.
func RMS[S int16 | float64](samples []S) float64 {
	sum := 0.0
	for _, s := range samples {
		sum += float64(s) * float64(s)
	}
	return math.Sqrt(sum / float64(max(len(samples), 1)))
}

// Under is the RMS of a noise snr dB below speech of the RMS given.
func Under(speech, snr float64) float64 { return speech * math.Pow(10, -snr/20) }

func clip(s float64) int16 { return int16(min(max(math.Round(s), -1<<15), 1<<15-1)) }
