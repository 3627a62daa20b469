package media

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/go-audio/audio"
	"github.com/go-audio/wav"
)

// MaxWAV is the longest recording ReadWAV takes.
const MaxWAV = time.Hour

// blockFrames is how much is read and written at once.
const blockFrames = 4096

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
	if length < 0 {
		length = left - left%int64(l.FrameBytes())
	}
	frames := length / int64(l.FrameBytes())
	switch {
	case err != nil:
		return nil, err
	case length > left:
		return nil, fmt.Errorf("truncated: %d bytes of audio, the file has %d", length, left)
	case !l.whole():
		return nil, WAVError("WAV of other than whole numbers is not PCM")
	case length%int64(l.FrameBytes()) != 0:
		return nil, WAVError("truncated: the data ends inside a sample")
	case frames > int64(l.Rate)*int64(MaxWAV.Seconds()):
		return nil, WAVError(fmt.Sprintf("longer than %v", MaxWAV))
	}
	re := NewResampler(l.Rate)
	out := make([]int16, 0, frames*SampleRate/int64(l.Rate)+1)
	var mono []float32
	block := audio.IntBuffer{Data: make([]int, min(frames, blockFrames)*int64(l.Channels))}
	samples := wav.NewDecoder(&plainWAV{head: appendWAVHeader(nil, l, length), audio: io.LimitReader(r, length)})
	for left := frames; left > 0; left -= int64(len(mono)) {
		n, err := samples.PCMBuffer(&block)
		if err == nil && n < l.Channels {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, fmt.Errorf("read audio data: %w", err)
		}
		mono = l.mixed(mono[:0], block.Data[:n])
		out = re.Append(out, mono)
	}
	return re.Flush(out), nil
}

// plainWAV is a file of a header and audio alone, as the decoder is given it: of what
// else a file may have it believes every size, and allocates as much.
type plainWAV struct {
	head  []byte
	audio io.Reader
}

// Read fills b, as the decoder loses a sample whose end is not there.
func (p *plainWAV) Read(b []byte) (int, error) {
	if len(p.head) > 0 {
		n := copy(b, p.head)
		p.head = p.head[n:]
		return n, nil
	}
	n, err := io.ReadFull(p.audio, b)
	if n > 0 {
		err = nil
	}
	return n, err
}

// Seek implements io.Seeker. The decoder goes back over what stands before the format
// alone, which is nothing.
func (*plainWAV) Seek(int64, int) (int64, error) { return 0, errors.ErrUnsupported }

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

func encodeWAV(f *os.File, channels [][]int16) error {
	frames := 0
	for _, c := range channels {
		frames = max(frames, len(c))
	}
	if int64(frames)*int64(2*len(channels)) > math.MaxUint32-wavHeader {
		return errors.New("over 4 GiB of audio")
	}
	out := wav.NewEncoder(f, SampleRate, 16, len(channels), wavPCM)
	block := audio.IntBuffer{Format: &audio.Format{NumChannels: len(channels), SampleRate: SampleRate}}
	for from := 0; from == 0 || from < frames; from += blockFrames {
		block.Data = block.Data[:0]
		for i := from; i < min(from+blockFrames, frames); i++ {
			for _, pcm := range channels {
				s := 0
				if i < len(pcm) {
					s = int(pcm[i])
				}
				block.Data = append(block.Data, s)
			}
		}
		if err := out.Write(&block); err != nil {
			return err
		}
	}
	return out.Close() // which syncs
}

// AppendWAV appends 16 kHz 16 bit PCM to dst as a WAV file of one channel. The encoder
// would want to seek, and two megabytes for each.
func AppendWAV(dst []byte, pcm []int16) []byte {
	dst = appendWAVHeader(dst, WAVLayout{Channels: 1, Rate: SampleRate, Bits: 16}, int64(2*len(pcm)))
	for _, s := range pcm {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(s))
	}
	return dst
}

// wavHeader is the size of what appendWAVHeader appends.
const wavHeader = 44

// appendWAVHeader is all that stands before data bytes of audio.
func appendWAVHeader(dst []byte, l WAVLayout, data int64) []byte {
	dst = append(dst, "RIFF"...)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(wavHeader-8+data))
	dst = append(append(dst, "WAVEfmt "...), 16, 0, 0, 0, wavPCM, 0)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(l.Channels))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(l.Rate))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(l.FrameBytes()*l.Rate))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(l.FrameBytes()))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(l.Bits))
	dst = append(dst, "data"...)
	return binary.LittleEndian.AppendUint32(dst, uint32(data))
}
