package mediatest

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"parley/media"
)

// NoSpeech is a sound that a user's microphone picks up and that is no speech.
type NoSpeech struct {
	// Name is its kind's.
	Name string
	make func(*rand.Rand) []float64
}

// NoSpeeches are such sounds by kind. A voice activity detector takes those made by a
// throat for speech nearly always, coughs and the hum of a machine often, music now and
// then.
var NoSpeeches = []NoSpeech{
	{"mumble", mumble}, {"moan", moan}, {"babble", babble}, {"cough", cough}, {"laugh", laugh},
	{"keys", keys}, {"music", music}, {"hum", hum}, {"breath", breath}, {"noise", roomNoise},
}

// PCM is the sound as the seed has it, 0.6 s after the beginning and before the end of
// silence.
func (n NoSpeech) PCM(seed uint64) []int16 {
	rng := rand.New(rand.NewPCG(seed, 7))
	s := n.make(rng)
	const step = media.SampleRate / 100
	loudest := 1e-9
	for i := 0; i+step <= len(s); i += step {
		sum := 0.0
		for _, v := range s[i : i+step] {
			sum += v * v
		}
		loudest = max(loudest, math.Sqrt(sum/step))
	}
	pad := Silence(600 * time.Millisecond)
	level := between(rng, 1000, 8000)
	out := Mix(slices.Concat(pad, make([]int16, len(s)), pad), slices.Concat(make([]float64, len(pad)), s), level/loudest)
	return out[:len(out)/media.FrameSamples*media.FrameSamples]
}

const rate = float64(media.SampleRate)

func between(rng *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }

func seconds(s float64) []float64 { return make([]float64, int(s*rate)) }

// resonate is a formant: what lies around freq comes out, with the bandwidth given.
func resonate(in []float64, freq, width float64) []float64 {
	r := math.Exp(-math.Pi * width / rate)
	a, b := 2*r*math.Cos(2*math.Pi*freq/rate), -r*r
	out, y1, y2 := make([]float64, len(in)), 0.0, 0.0
	for i, x := range in {
		y := (1-a-b)*x + a*y1 + b*y2
		y2, y1 = y1, y
		out[i] = y
	}
	return out
}

// glottis is a voice before the mouth shapes it: pulses whose pitch drifts.
func glottis(rng *rand.Rand, out []float64, pitch float64) []float64 {
	phase, drift := 0.0, 0.0
	for i := range out {
		drift = 0.9995*drift + 0.02*rng.NormFloat64()*0.05
		if phase += pitch * (1 + drift) / rate; phase >= 1 {
			phase--
		}
		out[i] = 1 - 2*phase + 0.02*rng.NormFloat64()
	}
	return out
}

// shape raises and lowers the sound.
func shape(s []float64, rise, fall float64) []float64 {
	for i := range s {
		t, left := float64(i)/rate, float64(len(s)-i)/rate
		s[i] *= min(t/rise, left/fall, 1)
	}
	return s
}

// mumble is a voice with the mouth shut.
func mumble(rng *rand.Rand) []float64 {
	s := glottis(rng, seconds(between(rng, 0.35, 0.8)), between(rng, 90, 210))
	s = resonate(resonate(s, between(rng, 230, 300), 80), between(rng, 900, 1100), 300)
	return shape(s, 0.05, 0.08)
}

// babble is a voice that comes through a wall: syllables, and nothing above
// 500 Hz.
func babble(rng *rand.Rand) []float64 {
	s := glottis(rng, seconds(between(rng, 0.4, 1)), between(rng, 90, 210))
	beat := between(rng, 2.5, 5)
	for i := range s {
		s[i] *= 0.55 - 0.45*math.Cos(2*math.Pi*beat*float64(i)/rate)
	}
	s = resonate(resonate(resonate(s, 350, 200), 450, 200), 450, 200)
	return shape(s, 0.02, 0.05)
}

// moan is an open mouth that says nothing, as in yawning.
func moan(rng *rand.Rand) []float64 {
	s := glottis(rng, seconds(between(rng, 0.35, 0.9)), between(rng, 90, 210))
	s = resonate(resonate(resonate(s, between(rng, 450, 650), 90), between(rng, 1000, 1300), 110), 2500, 200)
	return shape(s, 0.1, 0.15)
}

// cough is bursts of air through the throat, with a little voice.
func cough(rng *rand.Rand) []float64 {
	var out []float64
	for range 1 + rng.IntN(2) {
		air := seconds(between(rng, 0.2, 0.35))
		voice := glottis(rng, seconds(float64(len(air))/rate), between(rng, 100, 250))
		voiced := between(rng, 0, 0.6)
		for i := range air {
			t := float64(i) / rate
			air[i] = (rng.NormFloat64() + voiced*voice[i]) * min(t/0.008, 1) * math.Exp(-t/between(rng, 0.08, 0.12))
		}
		a := resonate(air, between(rng, 500, 800), 150)
		b := resonate(air, between(rng, 1100, 1700), 200)
		for i := range a {
			a[i] += 0.7*b[i] + 0.1*air[i]
		}
		out = append(append(out, a...), seconds(between(rng, 0.03, 0.15))...)
	}
	return out
}

// laugh is breath and an open vowel, four or five a second.
func laugh(rng *rand.Rand) []float64 {
	var out []float64
	f1, f2, pitch := between(rng, 550, 800), between(rng, 1100, 1500), between(rng, 150, 300)
	for range 2 + rng.IntN(3) {
		s := glottis(rng, seconds(between(rng, 0.08, 0.12)), pitch)
		s = shape(resonate(resonate(s, f1, 100), f2, 120), 0.02, 0.04)
		h := seconds(between(rng, 0.06, 0.1))
		for i := range h {
			h[i] = 0.1 * rng.NormFloat64()
		}
		out = append(append(out, resonate(h, f2, 400)...), s...)
	}
	return out
}

func keys(rng *rand.Rand) []float64 {
	out := seconds(between(rng, 0.4, 1.2))
	for at := 0.02; at < float64(len(out))/rate-0.05; at += between(rng, 0.06, 0.2) {
		click := seconds(0.03)
		for i := range click {
			click[i] = rng.NormFloat64() * math.Exp(-float64(i)/rate/0.006)
		}
		for i, v := range resonate(click, between(rng, 1500, 4500), 900) {
			out[int(at*rate)+i] += v
		}
	}
	return out
}

// music is two or three chords.
func music(rng *rand.Rand) []float64 {
	var out []float64
	for range 2 + rng.IntN(2) {
		chord := seconds(between(rng, 0.3, 0.6))
		base := 110 * math.Pow(2, float64(rng.IntN(24))/12)
		for _, step := range []float64{1, 1.25, 1.5} {
			for h := 1.0; h <= 5; h++ {
				for i := range chord {
					t := float64(i) / rate
					chord[i] += math.Sin(2*math.Pi*base*step*h*t) / (h * h) * math.Exp(-t/0.35) * min(t/0.01, 1)
				}
			}
		}
		out = append(out, chord...)
	}
	return out
}

func hum(rng *rand.Rand) []float64 {
	out := seconds(between(rng, 0.5, 1.2))
	base := 50 + 10*float64(rng.IntN(2))
	for i := range out {
		t := 2 * math.Pi * base * float64(i) / rate
		out[i] = math.Sin(2*t) + 0.5*math.Sin(4*t) + 0.3*math.Sin(6*t)
	}
	return shape(out, 0.1, 0.1)
}

func breath(rng *rand.Rand) []float64 {
	out := seconds(between(rng, 0.5, 0.9))
	for i := range out {
		out[i] = rng.NormFloat64() * math.Sin(math.Pi*float64(i)/float64(len(out)))
	}
	return resonate(out, between(rng, 900, 1800), 900)
}

func roomNoise(rng *rand.Rand) []float64 {
	out := seconds(between(rng, 0.4, 1))
	low := 0.0
	for i := range out {
		low = 0.98*low + rng.NormFloat64()
		out[i] = low
	}
	return shape(out, 0.02, 0.02)
}
