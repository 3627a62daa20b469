package sound

import (
	"encoding/binary"
	"math"
)

// Samples without a header have no mark. What they are is told by how few bits
// would do to write the bytes down: under the layout they have, neighbours are near
// each other and loudness is a part of the scale; under any other, and for whatever is
// compressed, encrypted or text, most bytes are news. A code for differences
// (or for the samples themselves, where those are smaller) of the mean m takes about
// log2(1 + 2em) bits a sample, the entropy of a Laplacian.

// maxChannels is what package media takes.
const maxChannels = 32

// layout is a way to read bytes as samples.
type layout int

const (
	little16 layout = iota
	big16
	shifted16 // little-endian, from the second byte on
	byte8
	little24
	little32
	floating32
	layouts
)

// layoutNames are how refusals call them.
var layoutNames = [layouts]string{
	shifted16: "samples that begin in the middle of one", byte8: "bytes that are no samples of 16 bits",
	little24: "samples of 24 bits without a header", little32: "samples of 32 bits without a header",
	floating32: "samples in floating point without a header",
}

// width is the size of a sample in bytes.
func (l layout) width() int {
	switch l {
	case byte8:
		return 1
	case little24:
		return 3
	case little32, floating32:
		return 4
	case little16, big16, shifted16, layouts:
	}
	return 2
}

// channels is how many of a body's l is priced with: as many as those of 16 bits have.
func (l layout) channels(n int) int {
	if l.width() != 2 {
		return 1
	}
	return n
}

// price is how many bits a byte of b costs if l is its layout, with so many channels.
// Next to 8 it costs as much as it takes.
func (l layout) price(b []byte, channels int) float64 {
	mean, _ := l.prices(b, channels)
	return mean
}

// prices are those of all channels and of the dearest.
func (l layout) prices(b []byte, channels int) (mean, dearest float64) {
	if l == shifted16 {
		b = b[min(1, len(b)):]
	}
	width := l.width()
	lag := width * channels
	if len(b) < lag+width {
		return 0, 0
	}
	var level, step, n [maxChannels]float64
	for at, c := lag, 0; at+width <= len(b); at, c = at+width, (c+1)%channels {
		x := l.sample(b[at:])
		d := x - l.sample(b[at-lag:])
		switch l {
		case byte8: // it goes round, as nobody knows where its zero is
			d = float64(int8(b[at] - b[at-lag]))
		case floating32:
			if size := math.Abs(x); x != x || size > 1<<31 || size > 0 && size < 1.0/(1<<20) {
				return 8, 8 // no sample is like that
			}
		case little16, big16, shifted16, little24, little32, layouts:
		}
		level[c] += math.Abs(x)
		step[c] += math.Abs(d)
		n[c]++
	}
	for c := range channels {
		price := math.Log2(1+2*math.E*min(level[c], step[c])/max(n[c], 1)) / float64(width)
		mean += price / float64(channels)
		dearest = max(dearest, price)
	}
	return mean, dearest
}

// sample is the one at the start of b.
func (l layout) sample(b []byte) float64 {
	switch l {
	case big16:
		return float64(int16(binary.BigEndian.Uint16(b)))
	case byte8:
		return float64(int8(b[0]))
	case little24:
		return float64(int32(b[0])<<8|int32(b[1])<<16|int32(int8(b[2]))<<24) / (1 << 8)
	case little32:
		return float64(int32(binary.LittleEndian.Uint32(b)))
	case floating32:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) * (1 << 23) // 24 bits are its fraction
	case little16, shifted16, layouts:
	}
	return float64(int16(binary.LittleEndian.Uint16(b)))
}
