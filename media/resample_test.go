package media_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
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

// TestResamplerResponse holds what passes to 0.5 dB and what would alias to
// -60 dB. 24,001 Hz is none of the rates that have a filter of their own.
func TestResamplerResponse(t *testing.T) {
	full := 0.5 * (1 << 15) / math.Sqrt2
	for _, rate := range []int{8000, 22050, 24000, 24001, 44100, 48000} {
		for _, freq := range []float64{100, 1000, 3000, 6000, 9500, 11000} {
			if freq > float64(rate)*0.45 || freq > 6000 && rate < 22050 {
				continue
			}
			r := media.NewResampler(rate)
			out := r.Flush(r.Append(nil, sine(rate, freq)))
			if len(out) != media.SampleRate {
				t.Errorf("a second of %d Hz becomes %d samples, want %d", rate, len(out), media.SampleRate)
			}
			db := 20 * math.Log10(max(rms(out[1000:15000]), 0.1)/full)
			if freq < 7000 && (db < -0.5 || db > 0.5) || freq > 9000 && db > -60 {
				t.Errorf("%d Hz: a tone of %.0f Hz comes out at %.1f dB", rate, freq, db)
			}
			if p := mediatest.Power(out[1000:15000], freq); freq < 7000 && p < 0.9999 {
				t.Errorf("%d Hz: %.5f of the power is at %.0f Hz", rate, p, freq)
			}
		}
	}
}

func rms(pcm []int16) float64 {
	var sum float64
	for _, s := range pcm {
		sum += float64(s) * float64(s)
	}
	return math.Sqrt(sum / float64(len(pcm)))
}

func TestResamplerHoldsLittleBack(t *testing.T) {
	r := media.NewResampler(24000)
	var out []int16
	given := 0
	for part := range slices.Chunk(sine(24000, 440), 37) {
		out = r.Append(out, part)
		given += len(part)
		if held := given*2/3 - len(out); held > media.Samples(1250*time.Microsecond) {
			t.Fatalf("%d samples are held back after %d, want at most 1.25 ms", held, given)
		}
	}
}

func TestResamplerClips(t *testing.T) {
	if got := media.NewResampler(media.SampleRate).Append(nil, []float32{-7, 1.5}); !slices.Equal(got, []int16{-1 << 15, 1<<15 - 1}) {
		t.Errorf("loud samples become %d, want the limits", got)
	}
	square := make([]float32, 2400)
	for i := range square {
		square[i] = float32(1 - 2*(i/100%2)) // its edges overshoot
	}
	out := media.NewResampler(24000).Append(nil, square)
	if low, high := int16(-1<<15), int16(1<<15-1); out[50] < high-400 || out[100] > low+400 {
		t.Errorf("a full square wave becomes %d and %d", out[50], out[100])
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
