package quality

import (
	"math/rand/v2"
	"slices"
	"time"

	"parley/bench/quality/noise"
	"parley/bench/quality/oracle"
)

// Voices are those callers speak with, Flite's.
var Voices = []string{"rms", "slt", "awb", "kal16"}

// Condition is what lies between caller and character.
type Condition struct {
	Name string
	// SNR is how many dB the noise is below the speech; 0 means no noise.
	SNR float64
	// Loss is the share of the caller's packets that are lost.
	Loss float64
}

// Conditions are those of the quality set.
var Conditions = []Condition{
	{Name: "clean"}, {Name: "noise-20", SNR: 20}, {Name: "noise-10", SNR: 10}, {Name: "loss-5", Loss: 0.05},
}

// PauseTimes are how long speakers pause: from a breath to the longest pause the
// target speaks of.
var PauseTimes = []time.Duration{
	300 * time.Millisecond, 500 * time.Millisecond, 700 * time.Millisecond, 900 * time.Millisecond, time.Second,
}

// softer is how loud a soft backchannel is beside a usual one: 8 dB below.
const softer = 0.4

// script is one call: what happens in it, and how.
type script struct {
	seed      uint64
	condition Condition
	profile   oracle.Profile
	voice     string
	scenes    []scene
}

// scene is one situation: a line with pauses, or a line answered at length with
// things that happen over the answer, the last of them an interruption.
type scene struct {
	say  part
	over []part
}

// part is one thing the caller does.
type part struct {
	kind    Kind
	fixture Fixture
	pause   time.Duration
	gain    float64
	// burst and seed make a noise.
	burst noise.Burst
	seed  uint64
}

// lines are the parts of the call that are spoken.
func (s script) lines() []part {
	var out []part
	for _, sc := range s.scenes {
		for _, p := range append([]part{sc.say}, sc.over...) {
			if p.kind != Noise {
				out = append(out, p)
			}
		}
	}
	return out
}

// amounts are how often each fixture is said in a run; below one, how many in a
// hundred of them.
type amounts struct{ pauses, backchannels, interruptions, noises float64 }

var (
	// usual takes some five minutes with four calls at a time, short a quarter
	// of that.
	usual = amounts{pauses: 2, backchannels: 4, interruptions: 2, noises: 8}
	short = amounts{pauses: 0.5, backchannels: 1, interruptions: 0.5, noises: 2}
)

// plan deals the fixtures to a call for each condition and profile, each with
// another voice, so that a fixture that comes again meets another of each.
func plan(f Fixtures, a amounts) []script {
	var calls []script
	for c, condition := range Conditions {
		for p, profile := range oracle.Profiles {
			calls = append(calls, script{
				seed: uint64(len(calls)), condition: condition, profile: profile, voice: Voices[(c+p)%len(Voices)],
			})
		}
	}
	pauses, over, stops := make([][]part, len(calls)), make([][]part, len(calls)), make([][]part, len(calls))
	deal(pauses, f.Pauses, a.pauses, func(i, round int, x Fixture) part {
		return part{kind: Pause, fixture: x, gain: 1, pause: PauseTimes[(i+2*round)%len(PauseTimes)]}
	})
	deal(over, f.Backchannels, a.backchannels, func(i, round int, x Fixture) part {
		return part{kind: Backchannel, fixture: x, gain: []float64{1, softer}[(i+round)%2]}
	})
	deal(over, noise.Bursts, a.noises, func(_, round int, b noise.Burst) part {
		return part{kind: Noise, fixture: Fixture{ID: b.Name}, gain: 1, burst: b, seed: uint64(round)}
	})
	deal(stops, f.Interruptions, a.interruptions, func(_, _ int, x Fixture) part {
		return part{kind: Interruption, fixture: x, gain: 1}
	})
	answered := 0
	for i := range calls {
		calls[i].scenes = scenes(pauses[i], over[i], stops[i], func() part {
			x := f.Complete[answered%len(f.Complete)]
			answered++
			return part{kind: Complete, fixture: x, gain: 1}
		}, rand.New(rand.NewPCG(calls[i].seed, 3)))
	}
	return calls
}

// stride spreads a fixture's rounds over the calls; it has no divisor in common
// with their number.
const stride = 7

// deal gives out each of items as often as asked.
func deal[T any](hands [][]part, items []T, times float64, make func(i, round int, x T) part) {
	n := int(float64(len(items)) * times)
	for k := range n {
		i, round := k%len(items), k/len(items)
		if times < 1 { // spread the few over all
			i = k * len(items) / n
		}
		to := (stride*k + 5*round) % len(hands)
		hands[to] = append(hands[to], make(i, round, items[i]))
	}
}

// scenes puts a call together: pauses and answers by turns. What happens over
// answers is spread over as many answers as there are interruptions.
func scenes(pauses, over, stops []part, ask func() part, rng *rand.Rand) []scene {
	rng.Shuffle(len(over), func(i, j int) { over[i], over[j] = over[j], over[i] })
	var out []scene
	for _, p := range pauses {
		out = append(out, scene{say: p})
	}
	answers := max(len(stops), (len(over)+3)/4)
	for i := range answers {
		s := scene{say: ask()}
		for k := i; k < len(over); k += answers {
			s.over = append(s.over, over[k])
		}
		if i < len(stops) {
			s.over = append(s.over, stops[i])
		}
		out = append(out, s)
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return slices.Clip(out)
}
