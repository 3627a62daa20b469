package echo

import (
	"math"
	"parley/media"
)

const (
	// echoRate is the rate, in Hz, at which echo is looked for: below 2 kHz lies
	// most of speech, and what every loudspeaker and codec keeps.
	echoRate       = 4000
	echoDecimation = media.SampleRate / echoRate
	// echoFrame is FrameSamples at echoRate.
	echoFrame = media.FrameSamples / echoDecimation

	decimatorTaps = 48
	// preEmphasis flattens speech, so that no single formant decides a match.
	preEmphasis = 0.9
)

// decimatorFIR is a windowed sinc that cuts at 1.75 kHz and scales to ±1.
var decimatorFIR = func() (h [decimatorTaps]float32) {
	const cut = 1750.0 / media.SampleRate
	for i := range h {
		x := float64(i) - (decimatorTaps-1)/2.0
		window := 0.54 - 0.46*math.Cos(2*math.Pi*float64(i)/(decimatorTaps-1))
		h[i] = float32(math.Sin(2*math.Pi*cut*x) / (math.Pi * x) * window / (1 << 15))
	}
	return h
}()

// decimator brings 16 kHz PCM to echoRate and flattens it. It is late by 1.5 ms,
// the same on both sides of an echo.
type decimator struct {
	in   [decimatorTaps + media.FrameSamples]float32
	last float32
}

// step converts one frame; a frame shorter than FrameSamples is filled up with
// silence.
func (d *decimator) step(pcm []int16) (out [echoFrame]float32) {
	fresh := d.in[decimatorTaps:]
	clear(fresh)
	for i, s := range pcm[:min(len(pcm), media.FrameSamples)] {
		fresh[i] = float32(s)
	}
	for i := range out {
		y := dot(decimatorFIR[:], d.in[(i+1)*echoDecimation:][:decimatorTaps])
		out[i] = y - preEmphasis*d.last
		d.last = y
	}
	copy(d.in[:decimatorTaps], d.in[media.FrameSamples:])
	return out
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
