package media_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"testing"

	"parley/media"
)

// TestG711 holds both laws to the recommendation's loudest, softest and middle codes, and
// to rise from step to step.
func TestG711(t *testing.T) {
	for _, tt := range []struct {
		law  media.Law
		code byte
		want int
	}{
		{media.ALaw, 0xd5, 8}, {media.ALaw, 0x55, -8}, {media.ALaw, 0xaa, 32256}, {media.ALaw, 0x2a, -32256}, {media.ALaw, 0x95, 2112},
		{media.MuLaw, 0xff, 0}, {media.MuLaw, 0x7f, 0}, {media.MuLaw, 0x80, 32124}, {media.MuLaw, 0x00, -32124}, {media.MuLaw, 0xbf, 1980},
	} {
		l := media.WAVLayout{Channels: 1, Rate: 8000, Bits: 8, Law: tt.law}
		if got := l.Mix(nil, []byte{tt.code}); int(got[0]*(1<<15)) != tt.want {
			t.Errorf("law %d: %#x is %g, want %d", tt.law, tt.code, got[0]*(1<<15), tt.want)
		}
	}
	for _, law := range []media.Law{media.ALaw, media.MuLaw} {
		l := media.WAVLayout{Channels: 1, Rate: 8000, Bits: 8, Law: law}
		last := float32(-1)
		for i := range 128 {
			code := byte(0x80 | 127 - i) // µ-law's positive codes, complemented
			if law == media.ALaw {
				code = byte(i) ^ 0xd5
			}
			if got := l.Mix(nil, []byte{code})[0]; got <= last {
				t.Errorf("law %d: code %#x is %g after %g", law, code, got, last)
			} else {
				last = got
			}
		}
	}
}

func TestFloatsAreClipped(t *testing.T) {
	for _, bits := range []int{32, 64} {
		for x, want := range map[float64]float32{0.25: 0.25, -3: -1, 9: 1, math.Inf(1): 1, math.NaN(): 0} {
			b := binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))
			if bits == 32 {
				b = binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(x)))
			}
			if got := (media.WAVLayout{Channels: 1, Rate: 8000, Bits: bits, Float: true}).Mix(nil, b); got[0] != want {
				t.Errorf("%g in %d bits is %g, want %g", x, bits, got[0], want)
			}
		}
	}
}

// TestHeadersOf64Bits has the length where RF64 and BW64 have it.
func TestHeadersOf64Bits(t *testing.T) {
	plain := wavFile(1, 1, 16000, 16, make([]byte, 640))
	for _, kind := range []string{"RF64", "BW64"} {
		sizes := append([]byte("ds64\x1c\x00\x00\x00"), make([]byte, 28)...)
		binary.LittleEndian.PutUint64(sizes[16:], 5<<30)
		b := slices.Concat([]byte(kind+"\xff\xff\xff\xffWAVE"), sizes, plain[12:])
		binary.LittleEndian.PutUint32(b[len(b)-644:], math.MaxUint32)
		l, n, err := media.ReadWAVHeader(bytes.NewReader(b))
		if err != nil || n != 5<<30 || l.Rate != 16000 {
			t.Errorf("%s: %d bytes at %d Hz, %v; want 5 GiB", kind, n, l.Rate, err)
		}
		clear(sizes[16:24]) // unknown
		b = slices.Concat([]byte(kind+"\xff\xff\xff\xffWAVE"), sizes, b[48:])
		if _, n, err := media.ReadWAVHeader(bytes.NewReader(b)); err != nil || n != -1 {
			t.Errorf("%s without a length: %d, %v; want -1", kind, n, err)
		}
		if pcm, err := media.DecodeWAV(bytes.NewReader(b)); err != nil || len(pcm) != 320 {
			t.Errorf("%s: %d samples, %v; want 320", kind, len(pcm), err)
		}
		var odd media.WAVError
		b = []byte(kind + "\xff\xff\xff\xffWAVEds64\x04\x00\x00\x00\x00\x00\x00\x00")
		if _, _, err := media.ReadWAVHeader(bytes.NewReader(b)); !errors.As(err, &odd) {
			t.Errorf("%s with 4 bytes of lengths: %v, want a WAVError", kind, err)
		}
	}
}
