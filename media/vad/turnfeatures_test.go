//go:build !race

// The race detector would take a minute over the plain Fourier sums here, which
// run in one goroutine.

package vad_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/mediatest/voices"
)

// Weights as librosa's filters.mel(sr=16000, n_fft=400, n_mels=80) has them.
func TestMelFiltersOfTheTest(t *testing.T) {
	filters := melFilters()
	for _, c := range []struct {
		band, line int
		want       float64
	}{
		{0, 1, 0.02486259490}, {0, 2, 0}, {1, 1, 0.00199082191}, {1, 2, 0.02287177183}, {79, 192, 0.00316471164},
	} {
		if got := filters[c.band][c.line]; math.Abs(got-c.want) > 1e-8 {
			t.Errorf("weight of line %d in band %d = %.10f, want %.10f", c.line, c.band, got, c.want)
		}
	}
}

func TestTurnModelWeighsEveryFeature(t *testing.T) {
	m := openTurnModel(t, weighingModel())
	long := slices.Concat(voices.Say(t, "slt", voices.Sentences[0]), voices.Say(t, "rms", voices.Sentences[1]),
		voices.Say(t, "awb", voices.Sentences[2]))
	for name, pcm := range map[string][]int16{
		"nothing":      nil,
		"silence":      mediatest.Silence(time.Second),
		"a click":      {0, 20000},
		"a word":       voices.Say(t, "rms", "yes"),
		"a sentence":   slices.Concat(voices.Say(t, "slt", voices.Sentences[4]), mediatest.Silence(200*time.Millisecond)),
		"8 s":          mediatest.Noise(8*time.Second, 9000, 1),
		"more than 8s": slices.Concat(long, long)[:12*media.SampleRate],
	} {
		want := 0.0
		for band, row := range whisperFeatures(pcm[max(len(pcm)-8*media.SampleRate, 0):]) {
			for frame, value := range row {
				want += value * weight(band, frame) / (80 * 800)
			}
		}
		want = 1 / (1 + math.Exp(-want))
		for range 2 { // the second finds the first one's memory
			got, err := m.Predict(pcm)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got-want) > 1e-5 {
				t.Errorf("%s: Predict = %.6f, want %.6f", name, got, want)
			}
		}
	}
}
