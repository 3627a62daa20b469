// Package noise makes the sounds around a caller: a bed of noise that runs
// through all of a call, and single noises that are not speech. The same seed
// gives the same samples.
package noise

import (
	"math"
	"math/rand/v2"

	"parley/media"
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

// Burst is one noise that is not speech.
type Burst struct {
	// Name is the noise's in reports.
	Name string
	make func(rng *rand.Rand) []float64
	// level is its loudest 10 ms, as a share of full scale.
	level float64
}

// Bursts are the noises that come over a headset's microphone in a call.
var Bursts = []Burst{
	{"cough", cough, 0.20},
	{"keyboard", keyboard, 0.06},
	{"thump", thump, 0.25},
	{"breath", breath, 0.02},
	{"hum", hum, 0.03},
	{"squeak", squeak, 0.06},
}

// PCM is the noise; other seeds give others of its kind.
func (b Burst) PCM(seed uint64) []int16 {
	s := b.make(rand.New(rand.NewPCG(seed, 2)))
	const step = media.SampleRate / 100
	loudest := 0.0
	for i := 0; i+step <= len(s); i += step {
		loudest = max(loudest, RMS(s[i:i+step]))
	}
	out := make([]int16, len(s))
	for i := range s {
		out[i] = clip(s[i] * b.level * (1 << 15) / loudest)
	}
	return out
}

func samples(seconds float64) int { return int(seconds * media.SampleRate) }

// between is a number from lo to hi.
func between(rng *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }

// band passes what lies around freq Hz, the sharper the larger q is.
func band(in []float64, freq, q float64) []float64 {
	w := 2 * math.Pi * freq / media.SampleRate
	alpha := math.Sin(w) / (2 * q)
	norm := 1 + alpha
	b, a1, a2 := alpha/norm, -2*math.Cos(w)/norm, (1-alpha)/norm
	out := make([]float64, len(in))
	var x1, x2, y1, y2 float64
	for i, x := range in {
		y := b*(x-x2) - a1*y1 - a2*y2
		x1, x2, y1, y2 = x, x1, y, y1
		out[i] = y
	}
	return out
}

// shaped multiplies s by an envelope that rises in the first seconds given and
// then falls with a time constant.
func shaped(s []float64, rise, fall float64) []float64 {
	for i := range s {
		t := float64(i) / media.SampleRate
		s[i] *= min(t/rise, 1) * math.Exp(-max(t-rise, 0)/fall)
	}
	return s
}

// cough is one or two bursts of air with a short voiced end.
func cough(rng *rand.Rand) []float64 {
	var out []float64
	for range 1 + rng.IntN(2) {
		burst := band(white(samples(between(rng, 0.2, 0.3)), rng), between(rng, 700, 1500), 0.7)
		shaped(burst, 0.008, between(rng, 0.05, 0.08))
		out = append(append(out, burst...), make([]float64, samples(between(rng, 0.08, 0.2)))...)
	}
	return out
}

// keyboard is a second of typing.
func keyboard(rng *rand.Rand) []float64 {
	out := make([]float64, samples(1.2))
	for at := 0.0; at < 1.1; at += between(rng, 0.07, 0.18) {
		key := shaped(band(white(samples(0.03), rng), between(rng, 2000, 4500), 1.5), 0.001, 0.006)
		for i, s := range key {
			out[samples(at)+i] += s * between(rng, 0.98, 1)
		}
	}
	return out
}

// thump is a door or a knock on the table.
func thump(rng *rand.Rand) []float64 {
	out := make([]float64, samples(0.4))
	freq := between(rng, 60, 110)
	for i := range out {
		out[i] = math.Sin(2*math.Pi*freq*float64(i)/media.SampleRate) + 0.2*rng.NormFloat64()
	}
	return shaped(out, 0.003, 0.06)
}

// breath is a breath taken close to the microphone.
func breath(rng *rand.Rand) []float64 {
	out := band(white(samples(between(rng, 0.6, 0.9)), rng), between(rng, 900, 1800), 0.5)
	for i := range out {
		out[i] *= math.Sin(math.Pi * float64(i) / float64(len(out)))
	}
	return out
}

// hum is a machine on the mains.
func hum(rng *rand.Rand) []float64 {
	out := make([]float64, samples(1.2))
	base := 50 + 10*float64(rng.IntN(2))
	for i := range out {
		t := 2 * math.Pi * base * float64(i) / media.SampleRate
		out[i] = math.Sin(2*t) + 0.5*math.Sin(4*t) + 0.3*math.Sin(6*t) + 0.02*rng.NormFloat64()
		out[i] *= math.Sin(math.Pi * float64(i) / float64(len(out)))
	}
	return out
}

// squeak is a chair: a tone that glides, rough at its edges.
func squeak(rng *rand.Rand) []float64 {
	out := make([]float64, samples(between(rng, 0.25, 0.5)))
	from, to := between(rng, 1200, 1800), between(rng, 2000, 3000)
	phase := 0.0
	for i := range out {
		share := float64(i) / float64(len(out))
		phase += 2 * math.Pi * (from + (to-from)*share) / media.SampleRate
		rough := 1 + 0.5*math.Sin(2*math.Pi*35*float64(i)/media.SampleRate)
		out[i] = (math.Sin(phase) + 0.1*rng.NormFloat64()) * rough * math.Sin(math.Pi*share)
	}
	return out
}
