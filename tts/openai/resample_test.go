package openai

import (
	"math"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

// tone is d of a sine of freq Hz at rate.
func tone(d time.Duration, freq float64, rate int) []float32 {
	out := make([]float32, int(d.Seconds()*float64(rate)))
	for i := range out {
		out[i] = float32(0.5 * math.Sin(2*math.Pi*freq*float64(i)/float64(rate)))
	}
	return out
}

func rms(pcm []int16) float64 {
	var sum float64
	for _, s := range pcm {
		sum += float64(s) * float64(s)
	}
	return math.Sqrt(sum / float64(len(pcm)))
}

// TestResamplerResponse holds what passes to 0.5 dB and what would alias to
// -60 dB.
func TestResamplerResponse(t *testing.T) {
	full := 0.5 * (1 << 15) / math.Sqrt2
	for _, rate := range []int{8000, 22050, 24000, 44100, 48000} {
		bank := newFilterBank(rate)
		for _, freq := range []float64{100, 1000, 3000, 6000, 9500, 11000} {
			if freq > float64(rate)*0.45 || freq > 6000 && rate < 22050 {
				continue
			}
			r := newResampler(bank)
			out := r.flush(r.write(nil, tone(time.Second, freq, rate)))
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

// TestResamplerHoldsLittleBack also shows that pieces of any size come out the
// same.
func TestResamplerHoldsLittleBack(t *testing.T) {
	bank := newFilterBank(24000)
	in := tone(time.Second, 440, 24000)
	whole := newResampler(bank)
	want := whole.flush(whole.write(nil, in))
	pieces := newResampler(bank)
	var got []int16
	for n := 0; n < len(in); n += 37 {
		end := min(n+37, len(in))
		got = pieces.write(got, in[n:end])
		if held := end*2/3 - len(got); held > media.Samples(1250*time.Microsecond) {
			t.Fatalf("%d samples are held back after %d, want at most 1.25 ms", held, end)
		}
	}
	got = pieces.flush(got)
	if len(got) != len(want) {
		t.Fatalf("%d samples in pieces, %d at once", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("sample %d is %d in pieces, %d at once", i, got[i], want[i])
		}
	}
}

func TestResamplerClips(t *testing.T) {
	r := newResampler(newFilterBank(24000))
	square := make([]float32, 2400)
	for i := range square {
		square[i] = float32(1 - 2*(i/100%2)) // its edges overshoot
	}
	out := r.write(nil, square)
	if low, high := int16(-1<<15), int16(1<<15-1); out[50] < high-400 || out[100] > low+400 {
		t.Errorf("a full square wave becomes %d and %d", out[50], out[100])
	}
}

func BenchmarkResample24k(b *testing.B) {
	r := newResampler(newFilterBank(24000))
	in := tone(20*time.Millisecond, 440, 24000)
	var out []int16
	b.ReportAllocs()
	for b.Loop() {
		out = r.write(out[:0], in)
	}
}
