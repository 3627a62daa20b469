package mediatest_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

func TestDetectorsKnowTheirSignals(t *testing.T) {
	tone := mediatest.Tone(100*time.Millisecond, 440, 8000)
	noise := mediatest.Noise(100*time.Millisecond, 8000, 1)
	if got := mediatest.Frequency(tone); math.Abs(got-440) > 10 {
		t.Errorf("Frequency of a tone of 440 Hz = %v", got)
	}
	if got := mediatest.Frequency(mediatest.Silence(media.PTime)); got != 0 {
		t.Errorf("Frequency of silence = %v, want 0", got)
	}
	if got := mediatest.Power(tone, 440); got < 0.999 {
		t.Errorf("Power of a tone at its frequency = %v, want 1", got)
	}
	if got := mediatest.Power(tone, 1000); got > 0.01 {
		t.Errorf("Power of a tone at another frequency = %v, want 0", got)
	}
	if got := mediatest.Power(noise, 440); got > 0.1 {
		t.Errorf("Power of noise at one frequency = %v, want almost 0", got)
	}
	if !slices.Equal(noise, mediatest.Noise(100*time.Millisecond, 8000, 1)) {
		t.Error("Noise of the same seed differs")
	}
	if got := mediatest.LargestStep([]int16{0, 3, -32768, 32767}); got != 65535 {
		t.Errorf("LargestStep = %d, want 65535", got)
	}
	if got := len(mediatest.Silence(time.Second)); got != media.SampleRate {
		t.Errorf("a second has %d samples", got)
	}
}

func TestVADModelPathObeysTheEnvironment(t *testing.T) {
	found := mediatest.VADModelPath(t)
	t.Setenv("PARLEY_MODELS", t.TempDir())
	if failed := fails(func(tb testing.TB) { mediatest.VADModelPath(tb) }); !failed {
		t.Errorf("VADModelPath found a model in an empty PARLEY_MODELS; by default %s", found)
	}
}

// failure is a testing.TB that notes Fatalf.
type failure struct {
	testing.TB
	failed bool
}

func (f *failure) Helper() {}

func (f *failure) Fatalf(string, ...any) {
	f.failed = true
	panic(f)
}

func fails(test func(testing.TB)) (failed bool) {
	f := &failure{}
	defer func() {
		if r := recover(); r != nil && r != any(f) {
			panic(r)
		}
		failed = f.failed
	}()
	test(f)
	return false
}
