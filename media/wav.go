package media

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/go-audio/audio"
	"github.com/go-audio/wav"
)

// MaxWAV is the longest recording ReadWAV takes.
const MaxWAV = time.Hour

// ReadWAV reads a PCM WAV file of any rate from 4 to 192 kHz, with up to 32
// channels of 8, 16, 24 or 32 bits, as 16 kHz mono: channels are averaged, other
// rates resampled. It refuses other formats, damaged and truncated files and
// more than MaxWAV.
func ReadWAV(path string) ([]int16, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read WAV: %w", err)
	}
	defer func() { _ = f.Close() }() // read only: nothing to lose
	pcm, err := DecodeWAV(f)
	if err != nil {
		return nil, fmt.Errorf("read WAV %s: %w", path, err)
	}
	return pcm, nil
}

// DecodeWAV is ReadWAV from a reader at the start of a file.
func DecodeWAV(r io.ReadSeeker) ([]int16, error) {
	l, err := checkWAV(r)
	if err != nil {
		return nil, err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	dec := wav.NewDecoder(r)
	if err := dec.FwdToPCM(); err != nil {
		return nil, fmt.Errorf("find audio data: %w", err)
	}
	dec.PCMChunk.R = wholeReader{dec.PCMChunk.R}
	re := newResampler(l.rate)
	out := make([]int16, 0, l.frames()*SampleRate/int64(l.rate)+1)
	block := make([]int, min(l.frames(), 4096)*int64(l.channels))
	var mono []float32
	for left := l.frames(); left > 0; left -= int64(len(mono)) {
		buf := audio.IntBuffer{Data: block[:min(left*int64(l.channels), int64(len(block)))]}
		if n, err := dec.PCMBuffer(&buf); err != nil || n != len(buf.Data) {
			return nil, fmt.Errorf("read audio data: got %d of %d samples: %w", n, len(buf.Data), errors.Join(err, io.ErrUnexpectedEOF))
		}
		mono = mix(mono[:0], buf.Data, l)
		out = re.write(out, mono)
	}
	return re.flush(out, l.frames()), nil
}

// wholeReader fills the buffer at every Read, as the decoder takes one Read for
// one block.
type wholeReader struct{ io.Reader }

// Read implements io.Reader.
func (r wholeReader) Read(b []byte) (int, error) { return io.ReadFull(r.Reader, b) }

// mix appends the average of the channels as -1 to 1.
func mix(mono []float32, samples []int, l wavLayout) []float32 {
	offset := 0
	if l.bits == 8 { // the only unsigned width
		offset = 1 << 7
	}
	scale := 1 / float32(int64(l.channels)<<(l.bits-1))
	for ; len(samples) > 0; samples = samples[l.channels:] {
		sum := 0
		for _, s := range samples[:l.channels] {
			sum += s - offset
		}
		mono = append(mono, float32(sum)*scale)
	}
	return mono
}

// WriteWAV writes 16 kHz 16 bit PCM to path with one channel per argument; the
// shorter ones end in silence. The file appears whole or not at all.
func WriteWAV(path string, channels ...[]int16) (err error) {
	if len(channels) == 0 {
		return errors.New("write WAV: no channels")
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("write WAV: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write WAV %s: %w", path, err), os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(encodeWAV(f, channels), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// encodeWAV writes a second at a time.
func encodeWAV(w io.WriteSeeker, channels [][]int16) error {
	frames := 0
	for _, c := range channels {
		frames = max(frames, len(c))
	}
	enc := wav.NewEncoder(w, SampleRate, 16, len(channels), wavPCM)
	buf := &audio.IntBuffer{Format: &audio.Format{NumChannels: len(channels), SampleRate: SampleRate}, SourceBitDepth: 16}
	for at := 0; at < max(frames, 1); at += SampleRate {
		n := min(SampleRate, frames-at)
		buf.Data = append(buf.Data[:0], make([]int, n*len(channels))...)
		for c, pcm := range channels {
			for i, s := range pcm[min(at, len(pcm)):min(at+n, len(pcm))] {
				buf.Data[i*len(channels)+c] = int(s)
			}
		}
		if err := enc.Write(buf); err != nil {
			return err
		}
	}
	return enc.Close()
}
