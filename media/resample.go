package media

import (
	"math"
)

const (
	// sincZeros is how many zero crossings of the sinc are used on each side, and
	// sincSteps how finely each lobe is tabulated: -80 dB of images, far below
	// 16 bit speech.
	sincZeros = 24
	sincSteps = 512
)

// sincTable is one side of a sinc under a Hann window.
var sincTable = func() (t [sincZeros*sincSteps + 2]float32) {
	t[0] = 1
	for i := 1; i <= sincZeros*sincSteps; i++ {
		x := math.Pi * float64(i) / sincSteps
		t[i] = float32(math.Sin(x) / x * (0.5 + 0.5*math.Cos(x/sincZeros)))
	}
	return t
}()

// resampler converts a recording of any rate to SampleRate with a windowed
// sinc. It looks half a millisecond and more ahead, so it is for files: calls
// have no resampler in their path.
type resampler struct {
	rate  int
	scale float64 // of the sinc: below 1 it also cuts off what would alias
	reach int     // input samples on each side of an output sample
	in    []float32
	base  int64 // input index of in[0]
	out   int64 // output samples made
}

func newResampler(rate int) *resampler {
	scale := min(1, float64(SampleRate)/float64(rate))
	reach := int(math.Ceil(sincZeros/scale)) + 1
	return &resampler{rate: rate, scale: scale, reach: reach, in: make([]float32, reach), base: int64(-reach)}
}

// write adds input and appends to dst the output it completes.
func (r *resampler) write(dst []int16, in []float32) []int16 {
	if r.rate == SampleRate {
		for _, s := range in {
			dst = append(dst, quantise(float64(s)))
		}
		return dst
	}
	r.in = append(r.in, in...)
	for {
		at := float64(r.out) * float64(r.rate) / SampleRate
		first := int64(at) - int64(r.reach) + 1
		if int64(at)+int64(r.reach) >= r.base+int64(len(r.in)) {
			keep := min(max(first-r.base, 0), int64(len(r.in)))
			r.in = append(r.in[:0], r.in[keep:]...)
			r.base += keep
			return dst
		}
		dst = append(dst, r.at(at, first))
		r.out++
	}
}

// flush appends what the end of n input samples in all still holds.
func (r *resampler) flush(dst []int16, n int64) []int16 {
	if r.rate == SampleRate {
		return dst
	}
	want := int((n*SampleRate + int64(r.rate) - 1) / int64(r.rate))
	dst = r.write(dst, make([]float32, 2*r.reach))
	return dst[:min(want, len(dst))]
}

func (r *resampler) at(at float64, first int64) int16 {
	var sum float64
	for i, s := range r.in[first-r.base:][:2*r.reach] {
		x := math.Abs(float64(first+int64(i))-at) * r.scale * sincSteps
		n := int(x)
		if n >= sincZeros*sincSteps {
			continue
		}
		frac := float32(x - float64(n))
		sum += float64(s * (sincTable[n] + frac*(sincTable[n+1]-sincTable[n])))
	}
	return quantise(sum * r.scale)
}

// quantise turns a sample of -1 to 1 into 16 bits, clipping.
func quantise(s float64) int16 {
	return int16(math.Round(min(max(s*(1<<15), -1<<15), 1<<15-1)))
}

// Resampler converts the audio of one source of any rate to SampleRate, piece
// by piece: what an engine needs that speaks at another rate. It holds back the
// time of 24 samples of the lower rate, 1.5 ms at most. It is used by one
// goroutine at a time.
type Resampler struct {
	r *resampler
	n int64
}

// NewResampler returns a Resampler of audio of rate Hz, which must be positive.
func NewResampler(rate int) *Resampler { return &Resampler{r: newResampler(rate)} }

// Append adds samples of -1 to 1 and appends to dst the audio that they
// complete. What is louder is clipped.
func (r *Resampler) Append(dst []int16, samples []float32) []int16 {
	r.n += int64(len(samples))
	return r.r.write(dst, samples)
}

// Flush appends what is still held back; the source ends here.
func (r *Resampler) Flush(dst []int16) []int16 {
	if r.r.rate == SampleRate {
		return dst
	}
	left := (r.n*SampleRate+int64(r.r.rate)-1)/int64(r.r.rate) - r.r.out
	from := int64(len(dst))
	dst = r.r.write(dst, make([]float32, 2*r.r.reach))
	return dst[:min(from+max(left, 0), int64(len(dst)))]
}
