package media_test

import (
	"math"
	"slices"
	"testing"

	"parley/media"
)

// sine is a second of a tone of half the full scale.
func sine(rate int, hz float64) []float32 {
	out := make([]float32, rate)
	for i := range out {
		out[i] = float32(0.5 * math.Sin(2*math.Pi*hz*float64(i)/float64(rate)))
	}
	return out
}

// TestResamplerInPieces gives a second of a tone in pieces of different sizes:
// what comes out is the same tone, whatever the pieces.
func TestResamplerInPieces(t *testing.T) {
	for _, rate := range []int{8000, 16000, 22050, 24000, 44100, 48000} {
		in := sine(rate, 440)
		whole := media.NewResampler(rate)
		want := whole.Flush(whole.Append(nil, in))
		if len(want) != media.SampleRate {
			t.Errorf("a second at %d Hz becomes %d samples, want %d", rate, len(want), media.SampleRate)
		}
		for i, s := range sine(media.SampleRate, 440) {
			if i > 100 && i < len(want)-100 && math.Abs(float64(want[i])-float64(s)*(1<<15)) > 40 {
				t.Fatalf("%d Hz: sample %d is %d, want about %.0f", rate, i, want[i], s*(1<<15))
			}
		}
		for _, size := range []int{1, 7, 441, 5000} {
			r := media.NewResampler(rate)
			var got, piece []int16
			for part := range slices.Chunk(in, size) {
				piece = r.Append(piece[:0], part)
				got = append(got, piece...)
			}
			if got = append(got, r.Flush(nil)...); !slices.Equal(got, want) {
				t.Errorf("%d Hz in pieces of %d differs from the whole", rate, size)
			}
		}
	}
}

func TestResamplerClips(t *testing.T) {
	if got := media.NewResampler(media.SampleRate).Append(nil, []float32{-7, 1.5}); !slices.Equal(got, []int16{-1 << 15, 1<<15 - 1}) {
		t.Errorf("loud samples become %d, want the limits", got)
	}
}

func BenchmarkResampler(b *testing.B) {
	in := sine(24000, 440)[:480] // 20 ms
	r := media.NewResampler(24000)
	dst := make([]int16, 0, 2*media.FrameSamples)
	b.ReportAllocs()
	for b.Loop() {
		dst = r.Append(dst[:0], in)
	}
}
