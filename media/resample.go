package media

import (
	"math"
	"sync/atomic"
)

const (
	// zeroCrossings of the sinc on each side of an output sample: with the Hann
	// window images and aliases lie below -60 dB, and of 24 kHz 1.1 ms is held back.
	zeroCrossings = 16
	// passband is the share of the lower Nyquist frequency that passes: 7.2 kHz
	// of 24 kHz, which leaves room for the slope.
	passband = 0.9
	// maxFilters bounds a bank's size: 11,025 Hz needs 640. Rates that would need
	// more take the nearest, whose noise lies below -60 dB.
	maxFilters = 640
)

// filterBank converts one rate to SampleRate: for each place that an output
// sample can have between two input samples, a windowed sinc. It does not
// change once built.
type filterBank struct {
	rate     int
	up, down int // output samples for each `down` input samples
	reach    int // input samples on each side of an output sample
	filters  [][]float32
}

func newFilterBank(rate int) *filterBank {
	common := gcd(SampleRate, rate)
	b := &filterBank{rate: rate, up: SampleRate / common, down: rate / common}
	scale := passband * min(1, float64(SampleRate)/float64(rate))
	b.reach = int(math.Ceil(zeroCrossings / scale))
	n := min(b.up, maxFilters)
	for i := range n {
		b.filters = append(b.filters, sincFilter(b.reach, float64(i)/float64(n), scale))
	}
	return b
}

// sincFilter is a low-pass filter centred on the place, from 0 to 1, between its
// two middle samples.
func sincFilter(reach int, place, scale float64) []float32 {
	h := make([]float32, 2*reach)
	var sum float64
	for i := range h {
		x := (float64(i-reach+1) - place) * scale
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
		h[i] /= float32(sum) // each filter passes a constant as it is
	}
	return h
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// lastBank is kept, as the voices and recordings of a process nearly always have
// one rate: a bank costs up to a millisecond to make.
var lastBank atomic.Pointer[filterBank]

func filterBankFor(rate int) *filterBank {
	if b := lastBank.Load(); b != nil && b.rate == rate {
		return b
	}
	b := newFilterBank(rate)
	lastBank.Store(b)
	return b
}

// Resampler converts the audio of one source of any rate to SampleRate, piece by
// piece: a file's, or that of a voice which speaks at another rate. It holds back
// the time of 18 samples of the lower rate, 1.1 ms of 16 kHz and above. It is
// used by one goroutine at a time.
type Resampler struct {
	bank  *filterBank // nil if nothing is to be converted
	in    []float32   // from the first sample the next output needs
	phase int
	n     int // input samples in all
	out   int // output samples in all
}

// NewResampler returns a Resampler of audio of rate Hz, which must be positive.
func NewResampler(rate int) *Resampler {
	if rate == SampleRate {
		return &Resampler{}
	}
	b := filterBankFor(rate)
	return &Resampler{bank: b, in: make([]float32, b.reach-1, 2*b.reach+rate/25)}
}

// Append adds samples of -1 to 1 and appends to dst the audio that they
// complete. What is louder is clipped.
func (r *Resampler) Append(dst []int16, samples []float32) []int16 {
	if r.bank == nil {
		for _, s := range samples {
			dst = append(dst, quantise(s))
		}
		return dst
	}
	b := r.bank
	r.n += len(samples)
	r.in = append(r.in, samples...)
	at := 0
	for at+2*b.reach <= len(r.in) {
		dst = append(dst, quantise(Dot(b.filters[r.phase*len(b.filters)/b.up], r.in[at:])))
		r.out++
		r.phase += b.down
		at += r.phase / b.up
		r.phase %= b.up
	}
	r.in = append(r.in[:0], r.in[at:]...)
	return dst
}

// Flush appends what is still held back; the source ends here.
func (r *Resampler) Flush(dst []int16) []int16 {
	if r.bank == nil {
		return dst
	}
	want := (r.n*r.bank.up + r.bank.down - 1) / r.bank.down
	end := len(dst) + max(want-r.out, 0)
	dst = r.Append(dst, make([]float32, 2*r.bank.reach))
	return dst[:min(end, len(dst))]
}

// quantise turns a sample of -1 to 1 into 16 bits, clipping.
func quantise(s float32) int16 {
	return int16(math.Round(min(max(float64(s)*(1<<15), -1<<15), 1<<15-1)))
}

// Dot is the scalar product; b is at least as long as a. Four sums at once keep
// the processor's pipeline full.
func Dot(a, b []float32) float32 {
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
