package media_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"parley/media"
	"parley/tts"
	"parley/tts/flite"
)

// sentences are what the voices of the hearing tests say.
var sentences = []string{
	"I would like to know when the parcel is going to arrive.",
	"That is not what your colleague told me on the phone yesterday.",
	"Yes, of course, but I have been waiting for two weeks now.",
	"Could you please check the number again, it should end with six.",
	"We moved house in the spring, perhaps you have the old address.",
	"All right, then let us try something else.",
}

var voices = []string{"slt", "rms", "awb"}

// spoken is what each voice says. All is spoken at once and in this order, as the
// breath in flite's voices is random and depends on what was spoken before.
var spoken = sync.OnceValues(func() (map[string][]int16, error) {
	engine, err := flite.Open()
	if err != nil {
		return nil, err
	}
	pcm := make(map[string][]int16)
	for _, voice := range voices {
		for _, text := range append([]string{"yes", "mm hm"}, sentences...) {
			err := engine.Speak(context.Background(), text, tts.Voice{Name: voice}, func(c tts.Chunk) error {
				pcm[voice+text] = append(pcm[voice+text], c.PCM...)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return pcm, nil
})

// say is text, one of those in spoken, as a flite voice speaks it.
func say(t testing.TB, voice, text string) []int16 {
	t.Helper()
	all, err := spoken()
	if err != nil {
		t.Fatal(err)
	}
	pcm := slices.Clone(all[voice+text])
	if len(pcm) == 0 {
		t.Fatalf("%s has not said %q", voice, text)
	}
	return pcm
}

// rms is the mean amplitude of the louder half of pcm's frames, so that pauses
// do not count.
func rms(pcm []int16) float64 {
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

// gain is the factor of a change in dB.
func gain(db float64) float64 { return math.Pow(10, db/20) }

// whiteNoise is d of Gaussian noise of unit power, pinkNoise d of noise that
// loses 3 dB an octave (Kellet's filter).
func whiteNoise(d time.Duration, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, media.Samples(d))
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

func pinkNoise(d time.Duration, seed uint64) []float64 {
	x := whiteNoise(d, seed)
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

// mix adds noise of the given amplitude to pcm, which it leaves as it is.
func mix(pcm []int16, noise []float64, amplitude float64) []int16 {
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
