package echo_test

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/echo"
	"parley/media/mediatest"
)

func denoise(t *testing.T, pcm []int16) []int16 {
	t.Helper()
	d, err := echo.NewDenoiser()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	out := slices.Clone(pcm)
	for frame := range slices.Chunk(out, media.FrameSamples) {
		d.Process(frame)
	}
	return out
}

func TestDenoiserTakesNoiseNotSpeech(t *testing.T) {
	noise := mediatest.Noise(3*time.Second, 600, 1)
	late := media.Samples(2 * time.Second) // it has learnt the noise
	before, after := media.Level(noise[late:]), media.Level(denoise(t, noise)[late:])
	if int(after)-int(before) < 10 {
		t.Errorf("noise went from -%d to -%d dBov, want at least 10 dB less", before, after)
	}
	said := mediatest.Speech(t, "wait.wav")
	before, after = media.Level(said), media.Level(denoise(t, said))
	if d := int(after) - int(before); d < -1 || d > 3 {
		t.Errorf("clean speech went from -%d to -%d dBov, want it kept", before, after)
	}
}

func TestDenoiserDelay(t *testing.T) {
	var in []int16
	for seed := range uint64(8) {
		in = slices.Concat(in, mediatest.Silence(200*time.Millisecond), mediatest.Noise(200*time.Millisecond, 10000, seed))
	}
	out := denoise(t, in)
	best, delay := 0, 0
	for lag := range 2 * media.FrameSamples {
		match := 0
		for i := lag; i < len(in); i++ {
			match += int(in[i-lag]) * int(out[i])
		}
		if match > best {
			best, delay = match, lag
		}
	}
	if got := media.Duration(delay); got != echo.DenoiserDelay {
		t.Errorf("delay of %v, want %v", got, echo.DenoiserDelay)
	}
}

func TestDenoiserLeavesWhatItCannotTake(t *testing.T) {
	d, err := echo.NewDenoiser()
	if err != nil {
		t.Fatal(err)
	}
	odd := mediatest.Noise(10*time.Millisecond, 600, 1)
	want := slices.Clone(odd)
	d.Process(odd)
	d.Process(nil)
	d.Close()
	d.Close()
	d.Process(mediatest.Silence(media.PTime))
	if !slices.Equal(odd, want) {
		t.Error("a frame of 10 ms was changed")
	}
}

func BenchmarkDenoiser(b *testing.B) {
	d, err := echo.NewDenoiser()
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	frame := mediatest.Noise(media.PTime, 4000, 1)
	b.ReportAllocs()
	for b.Loop() {
		d.Process(frame)
	}
}
