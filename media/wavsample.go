package media

import (
	"encoding/binary"
	"math"
)

// Law is how the numbers of samples stand for loudness.
type Law byte

// The laws, of which the last two are ITU-T G.711's, of 8 bits.
const (
	Linear Law = iota
	ALaw
	MuLaw
)

// sample is the sample at the start of b.
func (l WAVLayout) sample(b []byte) float32 {
	switch {
	case l.Law == ALaw:
		return alaw[b[0]]
	case l.Law == MuLaw:
		return mulaw[b[0]]
	case l.Float && l.Bits == 64:
		return clipped(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	case l.Float:
		return clipped(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	case l.Bits == 8:
		return float32(int8(b[0]^0x80)) / (1 << 7)
	case l.Bits == 16:
		return float32(int16(binary.LittleEndian.Uint16(b))) / (1 << 15)
	case l.Bits == 24:
		return float32(int32(b[0])<<8|int32(b[1])<<16|int32(int8(b[2]))<<24) / (1 << 31)
	default:
		return float32(int32(binary.LittleEndian.Uint32(b))) / (1 << 31)
	}
}

func clipped(x float64) float32 {
	if x != x {
		return 0
	}
	return float32(min(max(x, -1), 1))
}

// alaw and mulaw are G.711's tables (sections 3.1 and 3.2): a sign, three bits of exponent,
// four within it.
var alaw, mulaw = func() (a, mu [256]float32) {
	for code := range 256 {
		x := code ^ 0x55
		level := x&15<<4 + 8
		if exponent := x >> 4 & 7; exponent > 0 {
			level = (level + 0x100) << (exponent - 1)
		}
		if x&0x80 == 0 {
			level = -level
		}
		a[code] = float32(level) / (1 << 15)
		x = ^code
		level = (x&15<<3+0x84)<<(x>>4&7) - 0x84
		if x&0x80 != 0 {
			level = -level
		}
		mu[code] = float32(level) / (1 << 15)
	}
	return a, mu
}()
