package openai_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parley/media"
)

// sample bodies: media/sound/testdata/README.md says what they are.
func sampled(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../media/sound/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// speech is what all of them say.
func speech(t testing.TB) []int16 {
	t.Helper()
	pcm, err := media.DecodeWAV(bytes.NewReader(sampled(t, "yes.wav")))
	if err != nil {
		t.Fatal(err)
	}
	return pcm[1600:17600]
}

// at is speech at another rate, by lines between its samples.
func at(pcm []int16, rate int) []int16 {
	out := make([]int16, len(pcm)*rate/media.SampleRate)
	for i := range out {
		x := float64(i) * media.SampleRate / float64(rate)
		n := min(int(x), len(pcm)-2)
		f := x - float64(n)
		out[i] = int16(float64(pcm[n])*(1-f) + float64(pcm[n+1])*f)
	}
	return out
}

// be is pcm as bytes in network order.
func be(pcm []int16) []byte {
	b := le(pcm)
	for i := 0; i < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return b
}

// interleaved has pcm on the left and right of it on the right channel.
func interleaved(pcm []int16, right func(int16) int16) []byte {
	var both []int16
	for _, s := range pcm {
		both = append(both, s, right(s))
	}
	return le(both)
}

// form is a WAV header's claims and what stands before its audio.
type form struct {
	kind                   string // RIFF
	format, channels, rate int
	bits                   int
	length                 func(real int) uint32
	extra                  string // the format chunk's
	before                 string // chunks between format and data
}

func (f form) wav(data []byte) []byte {
	if f.kind == "" {
		f.kind = "RIFF"
	}
	length := uint32(len(data))
	if f.length != nil {
		length = f.length(len(data))
	}
	b := append([]byte(f.kind), "\xff\xff\xff\xffWAVE"...)
	if f.kind != "RIFF" {
		b = append(b, "ds64\x1c\x00\x00\x00\xff\xff\xff\xff\x00\x00\x00\x00"...)
		b = binary.LittleEndian.AppendUint64(b, uint64(len(data)))
		b = append(b, make([]byte, 12)...)
	}
	b = binary.LittleEndian.AppendUint32(append(b, "fmt "...), uint32(16+len(f.extra)))
	b = binary.LittleEndian.AppendUint16(b, uint16(f.format))
	b = binary.LittleEndian.AppendUint16(b, uint16(f.channels))
	b = binary.LittleEndian.AppendUint32(b, uint32(f.rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(f.rate*f.channels*f.bits/8))
	b = binary.LittleEndian.AppendUint16(b, uint16(f.channels*f.bits/8))
	b = binary.LittleEndian.AppendUint16(b, uint16(f.bits))
	b = append(append(b, f.extra...), f.before...)
	b = binary.LittleEndian.AppendUint32(append(b, "data"...), length)
	return append(b, data...)
}

func says(n uint32) func(int) uint32 { return func(int) uint32 { return n } }

// plain is speech as a WAV file that says so of its length.
func plain(pcm []int16, rate int, length func(int) uint32) []byte {
	return form{format: 1, channels: 1, rate: rate, bits: 16, length: length}.wav(le(at(pcm, rate)))
}

// pieces is one WAV file for every n samples.
func pieces(pcm []int16, n int, length func(int) uint32, rates ...int) []byte {
	var b []byte
	i := 0
	for part := range slices.Chunk(pcm, n) {
		b = append(b, plain(part, rates[i%len(rates)], length)...)
		i++
	}
	return b
}

// of is speech in samples of another kind.
func of(pcm []int16, format, bits int) []byte {
	var b []byte
	for _, s := range pcm {
		x := float64(s) / (1 << 15)
		switch {
		case format == 3 && bits == 64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		default:
			b = append(b, sample(x, format, bits)...)
		}
	}
	return b
}

// tagged is an ID3v2 tag with n bytes of a picture, before b.
func tagged(n int, b []byte) []byte {
	tag := []byte{'I', 'D', '3', 4, 0, 0, byte(n >> 21 & 127), byte(n >> 14 & 127), byte(n >> 7 & 127), byte(n & 127)}
	return slices.Concat(tag, random(n, 3), b)
}

// random bytes are what is encrypted or compressed as well as can be.
func random(n int, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// likeness is the correlation of got with want where they fit best, within a tenth of a
// second, in what lies below 2 kHz.
func likeness(got, want []int16) float64 {
	a, b := coarse(got), coarse(want)
	best := 0.0
	for lag := -1200; lag <= 1200; lag++ {
		var ab, aa, bb float64
		for i, x := range b {
			y := 0.0
			if j := i + lag; j >= 0 && j < len(a) {
				y = a[j]
			}
			ab, aa, bb = ab+x*y, aa+y*y, bb+x*x
		}
		if aa > 0 && bb > 0 {
			best = max(best, ab/math.Sqrt(aa*bb))
		}
	}
	return best
}

func coarse(pcm []int16) []float64 {
	var out []float64
	for part := range slices.Chunk(pcm, 4) {
		sum := 0.0
		for _, s := range part {
			sum += float64(s)
		}
		out = append(out, sum)
	}
	return out
}

// lasts is how far a length may be from a second: silence before speech is cut, and
// encoders add some.
func lasts(pcm []int16) bool {
	d := media.Duration(len(pcm))
	return d > 850*time.Millisecond && d < 1150*time.Millisecond
}
