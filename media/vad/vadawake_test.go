package vad_test

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/vad"
)

// TestVADStaysAwake lets the user be silent for 40 s, with noise around, before
// they speak again: they must be heard as fast as at once.
func TestVADStaysAwake(t *testing.T) {
	m := mediatest.OpenVADModel(t)
	for _, name := range []string{"wait.wav", "reason.wav"} {
		said := mediatest.Speech(t, name)
		for _, below := range []float64{20, 10} {
			at := onsetAfter(t, m, said, time.Second, below)
			late := onsetAfter(t, m, said, 40*time.Second, below)
			t.Logf("%s, noise %v dB below: heard after %v, after 40 s of silence %v", name, below, at, late)
			if late > at+2*media.Duration(vad.WindowSamples) {
				t.Errorf("%s, noise %v dB below: after 40 s of silence heard after %v, else %v", name, below, late, at)
			}
		}
	}
}

// onsetAfter says a sentence twice, a silence apart, in noise that many dB below,
// and returns how long after the beginning of the second it is heard.
func onsetAfter(t *testing.T, m *vad.Model, said []int16, silence time.Duration, below float64) time.Duration {
	t.Helper()
	pcm := slices.Concat(said, mediatest.Silence(silence), said)
	pcm = mediatest.Mix(pcm, mediatest.WhiteNoise(media.Duration(len(pcm)), 1), mediatest.RMS(said)*mediatest.Gain(-below))
	from := len(pcm) - len(said)
	for _, w := range windows(t, m, pcm) {
		if int(w.End) > from && w.Speech {
			return media.Duration(int(w.End) - from)
		}
	}
	t.Fatalf("not heard after %v of silence", silence)
	return 0
}
