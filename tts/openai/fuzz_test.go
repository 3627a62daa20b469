package openai

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"parley/media"
)

// header is a WAV header of any claims.
func header(format, channels, rate, bits int, length uint32) []byte {
	b := append([]byte("RIFF\xff\xff\xff\xffWAVE"), "fmt \x10\x00\x00\x00"...)
	b = binary.LittleEndian.AppendUint16(b, uint16(format))
	b = binary.LittleEndian.AppendUint16(b, uint16(channels))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate))
	b = append(b, 0, 0, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(bits))
	return binary.LittleEndian.AppendUint32(append(b, "data"...), length)
}

// FuzzSound plays any body of any type: it must end, give no more audio than
// the bytes hold, and the same however they are split.
func FuzzSound(f *testing.F) {
	noise := bytes.Repeat([]byte{0x10, 0x27, 0xf0, 0xd8, 0x01}, 400)
	f.Add("audio/pcm", noise)
	f.Add("audio/L16; rate=44100; channels=2", noise)
	f.Add("audio/pcm; rate=-1; channels=99999999999999999999", noise)
	for _, h := range [][]byte{
		header(1, 1, 16000, 16, 2000), header(1, 2, 48000, 24, 0), header(3, 1, 24000, 32, 0xffffffff), header(1, 1, 8000, 8, 1999),
		header(1, 0, 0, 0, 0), header(1, 65535, 0xffffffff, 65535, 0xffffffff), header(0xfffe, 1, 16000, 16, 9),
	} {
		f.Add("audio/wav", append(h, noise...))
	}
	f.Add("", []byte("RIFF....WAVELIST\xff\xff\xff\xff"))
	f.Add("application/json", []byte("{}"))
	e, err := New(Config{Model: "m"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, kind string, b []byte) {
		whole, err := playAll(e, kind, bytes.NewReader(b))
		split, splitErr := playAll(e, kind, iotest.OneByteReader(bytes.NewReader(b)))
		if (err == nil) != (splitErr == nil) || err == nil && !bytes.Equal(asBytes(whole), asBytes(split)) {
			t.Errorf("%d samples, %v; byte by byte %d, %v", len(whole), err, len(split), splitErr)
		}
		if most := (len(b) + 1) * (media.SampleRate/4000 + 1); len(whole) > most {
			t.Errorf("%d samples of %d bytes", len(whole), len(b))
		}
		var odd media.WAVError
		if err != nil && !errors.As(err, &odd) && !errors.Is(err, errNothing) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error %v of no known kind", err)
		}
	})
}

func playAll(e *Engine, kind string, body io.Reader) (out []int16, err error) {
	s, err := e.open(kind, body)
	if err != nil {
		return nil, err
	}
	err = s.play(func(pcm []int16) error {
		out = append(out, pcm...)
		return nil
	})
	return out, err
}

func asBytes(pcm []int16) []byte {
	b := make([]byte, 0, 2*len(pcm))
	for _, s := range pcm {
		b = binary.LittleEndian.AppendUint16(b, uint16(s))
	}
	return b
}

// BenchmarkPlay is a second of OpenAI's pcm, from body to chunks.
func BenchmarkPlay(b *testing.B) {
	e, err := New(Config{Model: "m"})
	if err != nil {
		b.Fatal(err)
	}
	second := bytes.Repeat([]byte{0x10, 0x27, 0xf0, 0xd8}, defaultRate/2)
	b.ReportAllocs()
	for b.Loop() {
		s, err := e.open("audio/pcm", bytes.NewReader(second))
		if err != nil {
			b.Fatal(err)
		}
		if err := s.play(func([]int16) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
