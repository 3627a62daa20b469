package echo

import "parley/media"

const (
	// echoTaps is the length of the path in samples of echoRate: 32 ms of
	// loudspeaker and room.
	echoTaps = 128
	// echoForget is the weight of the frame before against this one: a path is
	// learnt from the last 0.7 s of sound.
	echoForget = 0.97
	// echoLoad and echoPrior hold taps small that little evidence speaks for, the
	// first against speech's uneven spectrum, the second when hardly anything was
	// played yet.
	echoLoad  = 1e-3
	echoPrior = 0.1
)

// echoFilter is the path from what was played to what is heard, fitted by least
// squares in which the past counts less and less.
type echoFilter struct {
	lag  int // of the first tap
	taps [echoTaps]float32
	// reversed is taps in the order in which the samples lie.
	reversed [echoTaps]float32

	// The normal equations: the covariance of what was played, and its product
	// with what was heard.
	covariance [echoTaps][echoTaps]float32
	product    [echoTaps]float32
	heard      float32 // energy

	residual, direction, image [echoTaps]float32 // of solve
}

// aim starts a new fit with the first tap at lag.
func (f *echoFilter) aim(lag int) { *f = echoFilter{lag: lag} }

// add takes in d, which was heard, with its weight. x was played: it ends lag
// samples before d does and begins echoTaps earlier than d.
func (f *echoFilter) add(d, x []float32, weight float32) {
	before, last := len(x)-len(d)-1, len(x)-1
	f.heard = f.heard*echoForget + weight*media.Dot(d, d)
	var row [echoTaps]float32 // of this frame's own covariance
	newest := x[before+1:]
	for k := range row {
		earlier := x[before+1-k : last+1-k]
		row[k] = weight * media.Dot(newest, earlier)
		f.product[k] = f.product[k]*echoForget + weight*media.Dot(d, earlier)
	}
	for i := range f.covariance {
		if i > 0 {
			// Along a diagonal only the sample that enters and the one that
			// leaves make the difference.
			enters, leaves := weight*x[before-i+1], weight*x[last-i+1]
			for k := echoTaps - 1; k >= i; k-- {
				row[k] = row[k-1] + enters*x[before-k+1] - leaves*x[last-k+1]
			}
		}
		c := &f.covariance[i]
		for k := i; k < echoTaps; k++ {
			c[k] = c[k]*echoForget + row[k]
			f.covariance[k][i] = c[k]
		}
	}
}

// solve improves the taps by steps of conjugate gradients.
func (f *echoFilter) solve(steps int) {
	load := echoLoad*f.covariance[0][0] + echoPrior
	for i := range f.residual {
		f.residual[i] = f.product[i] - media.Dot(f.covariance[i][:], f.taps[:]) - load*f.taps[i]
	}
	f.direction = f.residual
	size := media.Dot(f.residual[:], f.residual[:])
	for range steps {
		if size < 1e-12 {
			break
		}
		for i := range f.image {
			f.image[i] = media.Dot(f.covariance[i][:], f.direction[:]) + load*f.direction[i]
		}
		step := size / media.Dot(f.direction[:], f.image[:])
		for i := range f.taps {
			f.taps[i] += step * f.direction[i]
			f.residual[i] -= step * f.image[i]
		}
		next := media.Dot(f.residual[:], f.residual[:])
		for i := range f.direction {
			f.direction[i] = f.residual[i] + next/size*f.direction[i]
		}
		size = next
	}
	for i, tap := range f.taps {
		f.reversed[echoTaps-1-i] = tap
	}
}

// explained is the share of the heard energy added so far that the taps explain.
func (f *echoFilter) explained() float32 {
	if f.heard == 0 {
		return 0
	}
	var fit float32
	for i, tap := range f.taps {
		fit += tap * (2*f.product[i] - media.Dot(f.covariance[i][:], f.taps[:]))
	}
	return fit / f.heard
}

// main is the lag of the strongest tap, the direct sound's.
func (f *echoFilter) main() (lag int) {
	best := float32(0)
	for i, tap := range f.taps {
		if tap*tap > best {
			best, lag = tap*tap, i
		}
	}
	return f.lag + lag
}

// leftover is the energy of d that the taps do not explain; d and x as for add.
func (f *echoFilter) leftover(d, x []float32) (energy float32) {
	for i, s := range d {
		end := len(x) - len(d) + i + 1
		s -= media.Dot(f.reversed[:], x[end-echoTaps:end])
		energy += s * s
	}
	return energy
}
