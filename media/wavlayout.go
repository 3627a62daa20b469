package media

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

const (
	wavPCM        = 1
	wavFloat      = 3
	wavALaw       = 6
	wavMuLaw      = 7
	wavExtensible = 0xfffe
	// maxWAVHeader bounds what may stand before the audio.
	maxWAVHeader = 16 << 20
	// endless is the data length that says "until the end", as streaming encoders
	// write it; some write a few bytes less, or 0.
	endless = math.MaxUint32 - 1<<16
	// The channels and the rates bound what a header may ask for.
	maxChannels      = 32
	minRate, maxRate = 4000, 192000
)

// WAVError says what a WAV header holds that is not taken.
type WAVError string

// Error implements error.
func (e WAVError) Error() string { return string(e) }

// WAVLayout is how samples lie in a file or a stream: whole numbers of 8 (which
// alone is unsigned), 16, 24 or 32 bits, Float of 32 or 64, or 8 bits under another
// Law, little-endian.
type WAVLayout struct {
	Channels, Rate, Bits int
	Float                bool
	Law                  Law
}

// whole reports whether the samples are whole numbers that are as loud as they say.
func (l WAVLayout) whole() bool { return !l.Float && l.Law == Linear }

// FrameBytes is the size of one sample of every channel.
func (l WAVLayout) FrameBytes() int { return l.Channels * l.Bits / 8 }

// Check returns a WAVError if l is beyond what is taken.
func (l WAVLayout) Check() error {
	switch {
	case l.Channels < 1 || l.Channels > maxChannels:
		return WAVError(fmt.Sprintf("audio of %d channels, want 1-%d", l.Channels, maxChannels))
	case l.Rate < minRate || l.Rate > maxRate:
		return WAVError(fmt.Sprintf("audio at %d Hz, want %d-%d", l.Rate, minRate, maxRate))
	case l.Float && l.Bits != 32 && l.Bits != 64:
		return WAVError(fmt.Sprintf("audio in floating point of %d bits, want 32 or 64", l.Bits))
	case l.Law != Linear && l.Bits != 8:
		return WAVError(fmt.Sprintf("A-law or µ-law of %d bits, want 8", l.Bits))
	case !l.Float && l.Bits != 8 && l.Bits != 16 && l.Bits != 24 && l.Bits != 32:
		return WAVError(fmt.Sprintf("audio of %d bits, want 8, 16, 24 or 32", l.Bits))
	}
	return nil
}

// ReadWAVHeader reads r up to its audio and returns the bytes that are announced
// of it, or -1 if none are: streaming encoders write 0, or nearly 4 GiB. Others make a length
// up: what is announced need not come. The error is a WAVError,
// wraps io.ErrUnexpectedEOF if r ends too soon, or is r's own.
func ReadWAVHeader(r io.Reader) (l WAVLayout, length int64, err error) {
	var head [12]byte
	if err := full(r, head[:]); err != nil {
		return l, 0, err
	}
	kind := string(head[:4])
	if kind != "RIFF" && kind != "RF64" && kind != "BW64" || string(head[8:]) != "WAVE" {
		return l, 0, WAVError("not a WAV file")
	}
	long := int64(-1) // the length where it does not fit in 32 bits
	for read := int64(0); read < maxWAVHeader; {
		var chunk [8]byte
		if err := full(r, chunk[:]); err != nil {
			return l, 0, err
		}
		n := int64(binary.LittleEndian.Uint32(chunk[4:]))
		switch string(chunk[:4]) {
		case "data":
			if l.Bits == 0 {
				return l, 0, WAVError("WAV with no format before its audio")
			}
			if n == 0 || n >= endless {
				n = long
			}
			return l, n, nil
		case "ds64":
			if long, err = readLongSize(r, n); err != nil {
				return l, 0, err
			}
		case "fmt ":
			if l, err = readFormat(r, n); err != nil {
				return l, 0, err
			}
		default:
			if _, err := io.CopyN(io.Discard, r, min(n+n%2, maxWAVHeader)); err != nil {
				return l, 0, tooSoon(err)
			}
		}
		read += 8 + n
	}
	return l, 0, WAVError("WAV whose audio does not begin")
}

// readFormat reads the format chunk of n bytes.
func readFormat(r io.Reader, n int64) (l WAVLayout, err error) {
	if n < 16 || n > 256 {
		return l, WAVError(fmt.Sprintf("WAV with a format of %d bytes", n))
	}
	b := make([]byte, n+n%2)
	if err := full(r, b); err != nil {
		return l, err
	}
	format := binary.LittleEndian.Uint16(b)
	if format == wavExtensible && n >= 40 {
		format = binary.LittleEndian.Uint16(b[24:]) // of the sub-format GUID
	}
	law, known := map[uint16]Law{wavPCM: Linear, wavFloat: Linear, wavALaw: ALaw, wavMuLaw: MuLaw}[format]
	if !known {
		return l, WAVError(fmt.Sprintf("WAV of format %d, which is not PCM", format))
	}
	l = WAVLayout{
		Channels: int(binary.LittleEndian.Uint16(b[2:])), Rate: int(binary.LittleEndian.Uint32(b[4:])),
		Bits: int(binary.LittleEndian.Uint16(b[14:])), Float: format == wavFloat, Law: law,
	}
	return l, l.Check()
}

// readLongSize reads the chunk of n bytes that RF64 (EBU Tech 3306) has its lengths in, and
// returns that of the audio, or -1.
func readLongSize(r io.Reader, n int64) (int64, error) {
	if n < 28 || n > 64<<10 {
		return 0, WAVError(fmt.Sprintf("WAV with its lengths in %d bytes", n))
	}
	b := make([]byte, n+n%2)
	if err := full(r, b); err != nil {
		return 0, err
	}
	if size := int64(binary.LittleEndian.Uint64(b[8:])); size > 0 {
		return size, nil
	}
	return -1, nil
}

func full(r io.Reader, b []byte) error {
	_, err := io.ReadFull(r, b)
	return tooSoon(err)
}

// tooSoon names the end of r within a header.
func tooSoon(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF { //nolint:errorlint // io's own functions return them as they are
		return fmt.Errorf("truncated before the audio: %w", io.ErrUnexpectedEOF)
	}
	return err
}

// Mix appends to mono the average of the channels of whole frames, as -1 to 1.
func (l WAVLayout) Mix(mono []float32, frames []byte) []float32 {
	size, step := l.FrameBytes(), l.Bits/8
	for ; len(frames) >= size; frames = frames[size:] {
		var sum float32
		for c := range l.Channels {
			sum += l.sample(frames[c*step:])
		}
		mono = append(mono, sum/float32(l.Channels))
	}
	return mono
}

// mixed appends to mono the average of the channels of samples, whole numbers, as -1 to 1.
func (l WAVLayout) mixed(mono []float32, samples []int) []float32 {
	zero, scale := 0, float32(int64(1)<<(l.Bits-1)*int64(l.Channels))
	if l.Bits == 8 {
		zero = l.Channels << 7
	}
	for ; len(samples) >= l.Channels; samples = samples[l.Channels:] {
		sum := -zero
		for _, s := range samples[:l.Channels] {
			sum += s
		}
		mono = append(mono, float32(sum)/scale)
	}
	return mono
}
