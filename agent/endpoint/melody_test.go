package endpoint

import (
	"math"
	"testing"
	"time"
)

// tones is frames of a voice with a few overtones, of the pitch that hz gives for
// the share of it that is over.
func tones(n int, hz func(share float64) float64) [][]int16 {
	frames := make([][]int16, n)
	phase := 0.0
	for i := range frames {
		frames[i] = make([]int16, 320)
		for j := range frames[i] {
			phase += 2 * math.Pi * hz(float64(i)/float64(n)) / 16000
			v := math.Sin(phase) + 0.6*math.Sin(2*phase) + 0.3*math.Sin(3*phase)
			frames[i][j] = int16(4000 * v)
		}
	}
	return frames
}

func TestTrackerHearsThePitchFall(t *testing.T) {
	for _, from := range []float64{90, 120, 220, 300} {
		var flat, falls Tracker
		for _, f := range tones(100, func(float64) float64 { return from }) {
			flat.Frame(f, true)
			falls.Frame(f, true)
		}
		if got := math.Exp2(flat.mean / 12); math.Abs(got/from-1) > 0.02 {
			t.Errorf("a voice of %v Hz is heard at %.1f", from, got)
		}
		for _, f := range tones(20, func(s float64) float64 { return from * (1 - 0.2*s) }) {
			falls.Frame(f, true)
		}
		for range 5 {
			flat.Frame(make([]int16, 320), false)
			falls.Frame(make([]int16, 320), false)
		}
		f, m := falls.End(100*time.Millisecond), flat.End(100*time.Millisecond)
		if !f.Known || f.Drop < 1.5 || f.Fall < 0.5 {
			t.Errorf("%v Hz falling by a fifth: %+v", from, f)
		}
		if !m.Known || math.Abs(m.Drop) > 0.3 || math.Abs(m.Fall) > 0.3 {
			t.Errorf("%v Hz held: %+v", from, m)
		}
	}
}

func TestTrackerKnowsNothingOfSilenceAndNoise(t *testing.T) {
	var tr Tracker
	if m := tr.End(0); m.Known {
		t.Errorf("before any sound: %+v", m)
	}
	noise := make([]int16, 320)
	seed := uint32(1)
	for range 200 {
		for i := range noise {
			seed = seed*1664525 + 1013904223
			noise[i] = int16(seed >> 20) //nolint:gosec // noise
		}
		tr.Frame(noise, true)
	}
	tr.Frame(nil, true)
	if m := tr.End(time.Hour); m.Known {
		t.Errorf("of an hour ago: %+v", m)
	}
	if m := tr.End(0); m.Known {
		t.Errorf("of noise: %+v", m)
	}
}

func TestTrackerAllocatesNothing(t *testing.T) {
	var tr Tracker
	f := tones(1, func(float64) float64 { return 150 })[0]
	if n := testing.AllocsPerRun(100, func() { tr.Frame(f, true); tr.End(0) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func BenchmarkTracker(b *testing.B) {
	var tr Tracker
	f := tones(1, func(float64) float64 { return 150 })[0]
	for b.Loop() {
		tr.Frame(f, true)
	}
}
