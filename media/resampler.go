package media

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
