package media

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	wavPCM        = 1
	wavExtensible = 0xfffe
	// maxChannels and the rates bound what a header may ask for.
	maxChannels      = 32
	minRate, maxRate = 4000, 192000
)

// wavLayout is what a WAV file's chunks say.
type wavLayout struct {
	channels, rate, bits int
	dataBytes            int64
}

// frameBytes is the size of one sample of every channel.
func (l wavLayout) frameBytes() int { return l.channels * l.bits / 8 }

// frames is the number of samples per channel.
func (l wavLayout) frames() int64 { return l.dataBytes / int64(l.frameBytes()) }

// readLayout reads the chunk headers of r up to the audio data, leaves r there
// and refuses what ReadWAV does not take. It is our own because go-audio's
// decoder trusts its input: fuzzing found files that stall it.
func readLayout(r io.ReadSeeker) (wavLayout, error) {
	var l wavLayout
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return l, err
	}
	var head [12]byte
	if err := readAt(r, 0, head[:]); err != nil || string(head[:4]) != "RIFF" || string(head[8:]) != "WAVE" {
		return l, errors.New("not a WAV file")
	}
	for at := int64(12); ; {
		var chunk [8]byte
		if err := readAt(r, at, chunk[:]); err != nil {
			return l, errors.New("truncated: no audio data")
		}
		id, n := string(chunk[:4]), int64(binary.LittleEndian.Uint32(chunk[4:]))
		at += 8
		if n > size-at {
			return l, fmt.Errorf("truncated: chunk %q of %d bytes, file has %d", id, n, size-at)
		}
		switch id {
		case "fmt ":
			if err := l.parseFormat(r, at, n); err != nil {
				return l, err
			}
		case "data":
			l.dataBytes = n
			return l, l.check()
		}
		at += n + n%2
	}
}

// parseFormat reads the format chunk of n bytes at at.
func (l *wavLayout) parseFormat(r io.ReadSeeker, at, n int64) error {
	var b [40]byte
	if n < 16 || n > int64(len(b)) {
		return fmt.Errorf("format chunk of %d bytes", n)
	}
	if err := readAt(r, at, b[:n]); err != nil {
		return fmt.Errorf("read format chunk: %w", err)
	}
	format := int(binary.LittleEndian.Uint16(b[:]))
	if format == wavExtensible && n == int64(len(b)) {
		format = int(binary.LittleEndian.Uint16(b[24:])) // of the sub-format GUID
	}
	if format != wavPCM {
		return fmt.Errorf("format %d is not PCM", format)
	}
	l.channels = int(binary.LittleEndian.Uint16(b[2:]))
	l.rate = int(binary.LittleEndian.Uint32(b[4:]))
	l.bits = int(binary.LittleEndian.Uint16(b[14:]))
	return nil
}

func (l wavLayout) check() error {
	switch {
	case l.bits == 0:
		return errors.New("no format chunk before the data")
	case l.channels < 1 || l.channels > maxChannels:
		return fmt.Errorf("%d channels, want 1-%d", l.channels, maxChannels)
	case l.rate < minRate || l.rate > maxRate:
		return fmt.Errorf("%d Hz, want %d-%d", l.rate, minRate, maxRate)
	case l.bits != 8 && l.bits != 16 && l.bits != 24 && l.bits != 32:
		return fmt.Errorf("%d bits per sample, want 8, 16, 24 or 32", l.bits)
	case l.dataBytes%int64(l.frameBytes()) != 0:
		return errors.New("truncated: the data ends inside a sample")
	case l.frames() > int64(l.rate)*int64(MaxWAV.Seconds()):
		return fmt.Errorf("longer than %v", MaxWAV)
	}
	return nil
}

// mix appends to mono the average of the channels of block as -1 to 1.
func (l wavLayout) mix(mono []float32, block []byte) []float32 {
	scale := 1 / (float32(l.channels) * (1 << 31))
	for ; len(block) > 0; block = block[l.frameBytes():] {
		var sum int64
		for c := range l.channels {
			sum += int64(l.sample(block[c*l.bits/8:]))
		}
		mono = append(mono, float32(sum)*scale)
	}
	return mono
}

// sample is the sample at the start of b, stretched to 32 bits.
func (l wavLayout) sample(b []byte) int32 {
	switch l.bits {
	case 8: // the only unsigned width
		return int32(b[0]^0x80) << 24
	case 16:
		return int32(binary.LittleEndian.Uint16(b)) << 16
	case 24:
		return int32(b[0])<<8 | int32(b[1])<<16 | int32(b[2])<<24
	default:
		return int32(binary.LittleEndian.Uint32(b))
	}
}

func readAt(r io.ReadSeeker, at int64, b []byte) error {
	if _, err := r.Seek(at, io.SeekStart); err != nil {
		return err
	}
	_, err := io.ReadFull(r, b)
	return err
}
