package openai

import (
	"math"

	"parley/media"
)

const (
	// zeroCrossings of the sinc on each side: 1.1 ms of 24 kHz is held back.
	zeroCrossings = 16
	// passband is the share of the lower Nyquist frequency that passes: 7.2 kHz
	// of 24 kHz, which leaves room for the slope.
	passband = 0.9
	// maxPhases bounds a bank's size: 11,025 Hz has 640.
	maxPhases = 640
)

// filterBank converts one rate to media.SampleRate: for each place that an
// output sample can have between two input samples, a windowed sinc. Package
// media's resampler is for files: this one costs a tenth.
type filterBank struct {
	rate     int
	up, down int // output samples for each `down` input samples
	reach    int // input samples on each side of an output sample
	filters  [][]float32
}

// phases is the number of filters for rate.
func phases(rate int) int { return media.SampleRate / gcd(media.SampleRate, rate) }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func newFilterBank(rate int) *filterBank {
	b := &filterBank{rate: rate, up: phases(rate), down: rate / gcd(media.SampleRate, rate)}
	scale := passband * min(1, float64(media.SampleRate)/float64(rate))
	b.reach = int(math.Ceil(zeroCrossings / scale))
	for phase := range b.up {
		h := make([]float32, 2*b.reach)
		var sum float64
		for i := range h {
			x := (float64(i-b.reach+1) - float64(phase)/float64(b.up)) * scale
			y := 0.0
			switch {
			case x == 0:
				y = 1
			case math.Abs(x) < zeroCrossings:
				y = math.Sin(math.Pi*x) / (math.Pi * x) * (0.5 + 0.5*math.Cos(math.Pi*x/zeroCrossings))
			}
			h[i] = float32(y)
			sum += y
		}
		for i := range h {
			h[i] /= float32(sum) // each phase passes a constant as it is
		}
		b.filters = append(b.filters, h)
	}
	return b
}

// filtersFor is the bank for rate; the last one is kept, as a service has one
// rate.
func (e *Engine) filtersFor(rate int) *filterBank {
	if b := e.filters.Load(); b != nil && b.rate == rate {
		return b
	}
	b := newFilterBank(rate)
	e.filters.Store(b)
	return b
}

// resampler runs a stream through a bank.
type resampler struct {
	*filterBank
	in    []float32 // from the first sample the next output needs
	phase int
	n     int // input samples in all
	out   int // output samples in all
}

func newResampler(b *filterBank) *resampler {
	return &resampler{filterBank: b, in: make([]float32, b.reach-1, b.reach+2*readBytes)}
}

// write appends to dst the output that in completes.
func (r *resampler) write(dst []int16, in []float32) []int16 {
	r.n += len(in)
	r.in = append(r.in, in...)
	at := 0
	for at+2*r.reach <= len(r.in) {
		dst = append(dst, quantise(dot(r.filters[r.phase], r.in[at:])))
		r.out++
		r.phase += r.down
		at += r.phase / r.up
		r.phase %= r.up
	}
	r.in = append(r.in[:0], r.in[at:]...)
	return dst
}

// flush appends what the end of the stream completes.
func (r *resampler) flush(dst []int16) []int16 {
	want := (r.n*r.up + r.down - 1) / r.down
	end := len(dst) + max(want-r.out, 0)
	dst = r.write(dst, make([]float32, 2*r.reach))
	return dst[:min(end, len(dst))]
}

// dot is the scalar product; b is at least as long as a. Four sums at once keep
// the processor's pipeline full.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// quantise turns a sample of -1 to 1 into 16 bits, clipping.
func quantise(x float32) int16 {
	return int16(math.Round(min(max(float64(x)*(1<<15), -1<<15), 1<<15-1)))
}
