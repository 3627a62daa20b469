package noise

import (
	"math"
	"slices"
	"testing"

	"parley/media"
	"parley/media/mediatest"
)

func TestBedIsAsLoudAsAsked(t *testing.T) {
	babble := mediatest.Tone(3e8, 300, 3000)
	const speech = 1600.0
	for _, snr := range []float64{0, 10, 20} {
		bed := Bed(5*media.SampleRate, 7, babble, Under(speech, snr))
		if got := 20 * math.Log10(speech/RMS(bed)); math.Abs(got-snr) > 0.05 {
			t.Errorf("SNR = %.2f dB, want %v", got, snr)
		}
	}
}

func TestBedIsOfThreeEqualParts(t *testing.T) {
	bed := Bed(5*media.SampleRate, 7, mediatest.Tone(1e9, 300, 3000), 1000)
	if got := mediatest.Power(bed, 300); got < 0.3 || got > 0.4 {
		t.Errorf("the babble has %.2f of the power, want a third", got)
	}
	if got := mediatest.Power(Bed(5*media.SampleRate, 7, nil, 1000), 300); got > 0.05 {
		t.Errorf("without babble its frequency has %.2f of the power, want none", got)
	}
}

func TestTheSameSeedGivesTheSameNoise(t *testing.T) {
	if !slices.Equal(Bed(1000, 1, nil, 100), Bed(1000, 1, nil, 100)) || slices.Equal(Bed(1000, 1, nil, 100), Bed(1000, 2, nil, 100)) {
		t.Error("beds depend on more or less than their seed")
	}
	for _, b := range Bursts {
		if !slices.Equal(b.PCM(1), b.PCM(1)) || slices.Equal(b.PCM(1), b.PCM(2)) {
			t.Errorf("%s depends on more or less than its seed", b.Name)
		}
	}
}

func TestBurstsAreAsLoudAndLongAsMeant(t *testing.T) {
	for _, b := range Bursts {
		for seed := range uint64(8) {
			pcm := b.PCM(seed)
			if d := media.Duration(len(pcm)).Seconds(); d < 0.2 || d > 1.6 {
				t.Errorf("%s %d lasts %.2f s", b.Name, seed, d)
			}
			loudest := 0.0
			for i := 0; i+160 <= len(pcm); i += 160 {
				loudest = max(loudest, RMS(pcm[i:i+160]))
			}
			if want := b.level * (1 << 15); math.Abs(loudest-want) > want/5 {
				t.Errorf("%s %d: loudest at %.0f, want %.0f", b.Name, seed, loudest, want)
			}
		}
	}
}
