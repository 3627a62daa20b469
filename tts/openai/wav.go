package openai

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

const (
	wavPCM        = 1
	wavFloat      = 3
	wavExtensible = 0xfffe
	// endless is the data length that says "until the end", as streaming
	// encoders write it; some write a few bytes less, or 0.
	endless = math.MaxUint32 - 1<<16
	// maxHeader bounds what may stand before the audio.
	maxHeader = 1 << 20
	// maxChannels and the rates bound what a header may ask for.
	maxChannels = 8
	minRate     = 4000
	maxRate     = 192000
)

// layout is how samples lie in a body.
type layout struct {
	channels, rate, bits int
	float                bool
}

// frameBytes is the size of one sample of every channel.
func (l layout) frameBytes() int { return l.channels * l.bits / 8 }

func (l layout) check() error {
	switch {
	case l.channels < 1 || l.channels > maxChannels:
		return junk(fmt.Sprintf("audio of %d channels", l.channels))
	case l.rate < minRate || l.rate > maxRate || phases(l.rate) > maxPhases:
		return junk(fmt.Sprintf("audio at %d Hz", l.rate))
	case l.float && l.bits != 32, l.bits != 8 && l.bits != 16 && l.bits != 24 && l.bits != 32:
		return junk(fmt.Sprintf("audio of %d bits", l.bits))
	}
	return nil
}

// readHeader reads a WAV stream up to its audio and returns the length that is
// announced, -1 if none is. media.DecodeWAV is for files: it seeks.
func readHeader(r *bufio.Reader) (l layout, length int64, err error) {
	var head [12]byte
	if err := full(r, head[:]); err != nil {
		return l, 0, err
	}
	if string(head[8:]) != "WAVE" {
		return l, 0, junk("no WAV")
	}
	for read := 0; read < maxHeader; {
		var chunk [8]byte
		if err := full(r, chunk[:]); err != nil {
			return l, 0, err
		}
		n := binary.LittleEndian.Uint32(chunk[4:])
		switch string(chunk[:4]) {
		case "data":
			if l.bits == 0 {
				return l, 0, junk("WAV without a format")
			}
			if n == 0 || n >= endless {
				return l, -1, nil
			}
			return l, int64(n), nil
		case "fmt ":
			if l, err = readFormat(r, n); err != nil {
				return l, 0, err
			}
		default:
			if _, err := io.CopyN(io.Discard, r, min(int64(n)+int64(n%2), maxHeader)); err != nil {
				return l, 0, unexpected(err)
			}
		}
		read += 8 + int(min(n, maxHeader))
	}
	return l, 0, junk("WAV whose audio does not begin")
}

// readFormat reads the format chunk of n bytes.
func readFormat(r io.Reader, n uint32) (l layout, err error) {
	if n < 16 || n > 256 {
		return l, junk("WAV with a broken format")
	}
	b := make([]byte, n+n%2)
	if err := full(r, b); err != nil {
		return l, err
	}
	format := binary.LittleEndian.Uint16(b)
	if format == wavExtensible && n >= 40 {
		format = binary.LittleEndian.Uint16(b[24:]) // of the sub-format GUID
	}
	if format != wavPCM && format != wavFloat {
		return l, junk(fmt.Sprintf("WAV of format %d", format))
	}
	l = layout{
		channels: int(binary.LittleEndian.Uint16(b[2:])), rate: int(binary.LittleEndian.Uint32(b[4:])),
		bits: int(binary.LittleEndian.Uint16(b[14:])), float: format == wavFloat,
	}
	return l, l.check()
}

func full(r io.Reader, b []byte) error {
	_, err := io.ReadFull(r, b)
	return unexpected(err)
}

// unexpected turns the end of a body inside a header into a cut.
func unexpected(err error) error {
	if err == io.EOF { //nolint:errorlint // io's own functions return it as it is
		return io.ErrUnexpectedEOF
	}
	return err
}

// mix appends to mono the average of the channels of whole frames, as -1 to 1.
func (l layout) mix(mono []float32, frames []byte) []float32 {
	size, step := l.frameBytes(), l.bits/8
	for ; len(frames) >= size; frames = frames[size:] {
		var sum float32
		for c := range l.channels {
			sum += l.sample(frames[c*step:])
		}
		mono = append(mono, sum/float32(l.channels))
	}
	return mono
}

// sample is the sample at the start of b.
func (l layout) sample(b []byte) float32 {
	switch {
	case l.float:
		x := math.Float32frombits(binary.LittleEndian.Uint32(b))
		if x != x {
			return 0
		}
		return min(max(x, -1), 1)
	case l.bits == 8: // the only unsigned width
		return float32(int8(b[0]^0x80)) / (1 << 7)
	case l.bits == 16:
		return float32(int16(binary.LittleEndian.Uint16(b))) / (1 << 15)
	case l.bits == 24:
		return float32(int32(b[0])<<8|int32(b[1])<<16|int32(int8(b[2]))<<24) / (1 << 31)
	default:
		return float32(int32(binary.LittleEndian.Uint32(b))) / (1 << 31)
	}
}
