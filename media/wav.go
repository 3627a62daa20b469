package media

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
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
	l, length, err := ReadWAVHeader(r)
	if err != nil {
		return nil, err
	}
	left, err := remaining(r)
	frames := length / int64(l.FrameBytes())
	switch {
	case err != nil:
		return nil, err
	case length > left:
		return nil, fmt.Errorf("truncated: %d bytes of audio, the file has %d", length, left)
	case l.Float:
		return nil, WAVError("WAV of floats is not PCM")
	case length%int64(l.FrameBytes()) != 0:
		return nil, WAVError("truncated: the data ends inside a sample")
	case frames > int64(l.Rate)*int64(MaxWAV.Seconds()):
		return nil, WAVError(fmt.Sprintf("longer than %v", MaxWAV))
	}
	re := NewResampler(l.Rate)
	out := make([]int16, 0, frames*SampleRate/int64(l.Rate)+1)
	block := make([]byte, min(frames, 4096)*int64(l.FrameBytes()))
	var mono []float32
	for left := length; left > 0; left -= int64(len(block)) {
		block = block[:min(left, int64(len(block)))]
		if _, err := io.ReadFull(r, block); err != nil {
			return nil, fmt.Errorf("read audio data: %w", err)
		}
		mono = l.Mix(mono[:0], block)
		out = re.Append(out, mono)
	}
	return re.Flush(out), nil
}

// remaining is how many bytes r has left.
func remaining(r io.Seeker) (int64, error) {
	at, err := r.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	end, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	_, err = r.Seek(at, io.SeekStart)
	return end - at, err
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

func encodeWAV(w io.Writer, channels [][]int16) error {
	frames := 0
	for _, c := range channels {
		frames = max(frames, len(c))
	}
	out := bufio.NewWriter(w)
	_, _ = out.Write(appendWAVHeader(nil, len(channels), frames)) // Flush tells
	var sample [2]byte
	for i := range frames {
		for _, pcm := range channels {
			s := int16(0)
			if i < len(pcm) {
				s = pcm[i]
			}
			binary.LittleEndian.PutUint16(sample[:], uint16(s))
			_, _ = out.Write(sample[:])
		}
	}
	return out.Flush()
}

// AppendWAV appends 16 kHz 16 bit PCM to dst as a WAV file of one channel.
func AppendWAV(dst []byte, pcm []int16) []byte {
	dst = appendWAVHeader(dst, 1, len(pcm))
	for _, s := range pcm {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(s))
	}
	return dst
}

// appendWAVHeader is all that stands before 16 kHz 16 bit audio.
func appendWAVHeader(dst []byte, channels, frames int) []byte {
	data := uint32(2 * channels * frames)
	dst = append(dst, "RIFF"...)
	dst = binary.LittleEndian.AppendUint32(dst, 36+data)
	dst = append(append(dst, "WAVEfmt "...), 16, 0, 0, 0, wavPCM, 0)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(channels))
	dst = binary.LittleEndian.AppendUint32(dst, SampleRate)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(2*channels*SampleRate))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(2*channels))
	dst = append(append(dst, 16, 0), "data"...)
	return binary.LittleEndian.AppendUint32(dst, data)
}
