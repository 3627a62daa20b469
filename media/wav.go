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
	defer f.Close()
	pcm, err := DecodeWAV(f)
	if err != nil {
		return nil, fmt.Errorf("read WAV %s: %w", path, err)
	}
	return pcm, nil
}

// DecodeWAV is ReadWAV from a reader at the start of a file.
func DecodeWAV(r io.ReadSeeker) ([]int16, error) {
	l, err := readLayout(r)
	if err != nil {
		return nil, err
	}
	re := newResampler(l.rate)
	out := make([]int16, 0, l.frames()*SampleRate/int64(l.rate)+1)
	block := make([]byte, min(l.frames(), 4096)*int64(l.frameBytes()))
	var mono []float32
	for left := l.dataBytes; left > 0; left -= int64(len(block)) {
		block = block[:min(left, int64(len(block)))]
		if _, err := io.ReadFull(r, block); err != nil {
			return nil, fmt.Errorf("read audio data: %w", err)
		}
		mono = l.mix(mono[:0], block)
		out = re.write(out, mono)
	}
	return re.flush(out, l.frames()), nil
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
