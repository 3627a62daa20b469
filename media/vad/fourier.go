package vad

import (
	"math"
	"math/cmplx"
)

// fourier transforms blocks of one length. It is for one goroutine.
type fourier struct {
	radices []int
	roots   []complex128 // of unity, clockwise
	a, b    []complex128
}

// newFourier makes a transform whose length is the product of radices; it takes
// the length times their sum.
func newFourier(radices ...int) *fourier {
	n := 1
	for _, r := range radices {
		n *= r
	}
	f := &fourier{radices: radices, roots: make([]complex128, n), a: make([]complex128, n), b: make([]complex128, n)}
	for i := range f.roots {
		f.roots[i] = cmplx.Rect(1, -2*math.Pi*float64(i)/float64(n))
	}
	return f
}

// transform is the spectrum of f.a. It is valid until the next call.
//
// Each stage joins radix spectra of length done, which lie interleaved, into one
// (Stockham's order, so nothing need be reversed).
func (f *fourier) transform() []complex128 {
	n, done := len(f.roots), 1
	for _, radix := range f.radices {
		stride := n / (done * radix)
		for line := range done * radix {
			out := f.b[line*stride:][:stride]
			in := f.a[line%done*radix*stride:]
			copy(out, in)
			for q := 1; q < radix; q++ {
				root := f.roots[stride*line*q%n]
				for k, x := range in[q*stride:][:stride] {
					out[k] += root * x
				}
			}
		}
		done *= radix
		f.a, f.b = f.b, f.a
	}
	return f.a
}
