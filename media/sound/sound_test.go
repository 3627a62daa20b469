package sound_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/iotest"

	"parley/media"
	"parley/media/sound"
)

var pcm24 = sound.Raw{Rate: 24000}

// file is one of testdata, whose README.md says what they are.
func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// samples are those of yes.wav, as bytes and as they are.
func samples(t testing.TB) ([]byte, []int16) {
	t.Helper()
	b := file(t, "yes.wav")
	pcm, err := media.DecodeWAV(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return b[44:], pcm
}

// wav is a header of 16 bits and one channel with any length, before data.
func wav(rate int, length uint32, data []byte) []byte {
	b := binary.LittleEndian.AppendUint32([]byte("RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"), uint32(rate))
	b = append(binary.LittleEndian.AppendUint32(b, uint32(2*rate)), "\x02\x00\x10\x00data"...)
	return append(binary.LittleEndian.AppendUint32(b, length), data...)
}

// decode is all that body holds.
func decode(t testing.TB, body io.Reader, raw sound.Raw) (out []int16, err error) {
	t.Helper()
	s, err := sound.Open(body, raw)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for err == nil {
		out, err = s.Next(out)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return out, err
}

// forms are bodies of speech, each of its kind.
func forms(t testing.TB) map[string][]byte {
	b, _ := samples(t)
	b = b[6400:18400]
	return map[string][]byte{
		"pcm": b, "WAV": wav(16000, uint32(len(b)), b), "endless WAV": wav(16000, 2e9, b),
		"WAVs": slices.Concat(wav(16000, 3600, b[:3600]), wav(24000, 0xffffffff, b[3600:8000]), wav(16000, 0, b[8000:])),
		"MP3":  file(t, "cbr-24k.mp3"), "tagged MP3": file(t, "id3-mpeg2-22k.mp3"),
		"MP3s": slices.Concat(file(t, "mpeg25-8k.mp3"), file(t, "lame-32k.mp3")),
		"Opus": file(t, "opus.opus"), "A-law": file(t, "alaw.wav"),
	}
}

// TestCutAtEveryByte has bodies end anywhere: what comes of one is the beginning of what comes
// of it whole.
func TestCutAtEveryByte(t *testing.T) {
	for name, b := range forms(t) {
		whole, err := decode(t, bytes.NewReader(b), sound.Raw{Rate: 16000})
		if err != nil || len(whole) < 5000 {
			t.Fatalf("%s: %d samples, %v", name, len(whole), err)
		}
		for n := 0; n < len(b); n++ {
			if n > 400 {
				n += 36 // which comes to every place of a frame and a sample
			}
			n := min(n, len(b))
			got, err := decode(t, bytes.NewReader(b[:n]), sound.Raw{Rate: 16000})
			// The resampler's last millisecond has nothing behind it.
			if same := max(len(got)-40, 0); same > len(whole) || !slices.Equal(got[:same], whole[:same]) {
				t.Fatalf("%s cut at %d: %d samples, %v, which are not the beginning of %d", name, n, len(got), err, len(whole))
			}
			var odd sound.Error
			if err != nil && !errors.Is(err, sound.ErrNothing) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.As(err, &odd) {
				t.Fatalf("%s cut at %d: %v", name, n, err)
			}
		}
	}
}

// TestBytesMayComeOneByOne: whatever comes together, the audio is the same.
func TestBytesMayComeOneByOne(t *testing.T) {
	for name, b := range forms(t) {
		whole, _ := decode(t, bytes.NewReader(b), sound.Raw{Rate: 16000})
		for how, r := range map[string]io.Reader{
			"one by one": iotest.OneByteReader(bytes.NewReader(b)), "by halves": iotest.HalfReader(bytes.NewReader(b)),
			"with the end at once": iotest.DataErrReader(bytes.NewReader(b)),
		} {
			if got, err := decode(t, r, sound.Raw{Rate: 16000}); err != nil || !slices.Equal(got, whole) {
				t.Errorf("%s, %s: %d samples, %v; want the same %d", name, how, len(got), err, len(whole))
			}
		}
	}
}

// TestTheBodysOwnErrorIsKept has the connection break.
func TestTheBodysOwnErrorIsKept(t *testing.T) {
	broken := errors.New("hung up")
	for name, b := range forms(t) {
		for _, n := range []int{0, 3, 20, len(b) / 2} {
			_, err := decode(t, io.MultiReader(bytes.NewReader(b[:n]), iotest.ErrReader(broken)), sound.Raw{Rate: 16000})
			if !errors.Is(err, broken) {
				t.Errorf("%s, broken at %d: %v, want the body's error", name, n, err)
			}
		}
	}
}

// counted counts what is read of a body, a byte at a time.
type counted struct {
	b []byte
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	if c.n == len(c.b) || len(p) == 0 {
		return 0, io.EOF
	}
	p[0] = c.b[c.n]
	c.n++
	return 1, nil
}

// TestFirstAudio bounds what has to come before the first sample: of pcm the 43 ms in which it
// is seen to be that, of WAV 11 ms, of MP3 a frame and the next one's header.
func TestFirstAudio(t *testing.T) {
	b, _ := samples(t)
	b = b[3200:]
	for name, tt := range map[string]struct {
		b    []byte
		most int
	}{
		"pcm": {b, 2 * 1024}, "pcm behind silence": {append(make([]byte, 9600), b...), 2 * 1024},
		"WAV": {wav(24000, 0, b), 44 + 2*(256+40)},
		"MP3": {file(t, "cbr-24k.mp3"), 3*96 + 12}, "Opus": {file(t, "opus.opus"), len(file(t, "opus.opus"))}, // one page
	} {
		body := &counted{b: tt.b}
		s, err := sound.Open(body, pcm24)
		var out []int16
		for err == nil && len(out) == 0 {
			out, err = s.Next(nil)
		}
		if len(out) == 0 || body.n > tt.most {
			t.Errorf("%s: the first audio after %d bytes, %v; want it after %d", name, body.n, err, tt.most)
		}
		s.Close()
	}
}

// endless repeats b.
type endless struct {
	b    []byte
	left int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, e.b[e.left%len(e.b):])
	e.left -= n
	return n, nil
}

// TestHugeBodiesTakeNoMemory reads megabytes of each kind.
func TestHugeBodiesTakeNoMemory(t *testing.T) {
	b, _ := samples(t)
	picture := append([]byte("ID3\x04\x00\x00\x7f\x7f\x7f\x7f"), make([]byte, 100)...)
	for name, tt := range map[string]struct {
		head, rest []byte
		refused    bool
	}{
		"pcm": {nil, b[3200:35200], false}, "WAV": {wav(16000, 0, nil), b[3200:35200], false},
		"WAVs": {nil, wav(16000, 0, b[3200:35200]), false},
		"MP3":  {nil, file(t, "mpeg25-8k.mp3"), false}, "a picture": {picture, picture, true}, "silence": {nil, make([]byte, 1000), false},
		"chunks": {wav(16000, 2, []byte{0, 0}), []byte("LIST\xf8\x00\x00\x00" + string(make([]byte, 248))), true},
	} {
		var before, after runtime.MemStats
		size := 6 << 20
		if tt.refused {
			size = 20 << 20
		} else if name == "MP3" {
			size = 1 << 20
		}
		size -= size % len(tt.rest)
		s, err := sound.Open(io.MultiReader(bytes.NewReader(tt.head), &endless{b: tt.rest, left: size}), sound.Raw{Rate: 16000})
		runtime.GC()
		runtime.ReadMemStats(&before)
		var out []int16
		for err == nil {
			out, err = s.Next(out[:0])
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if s != nil {
			s.Close()
		}
		var odd sound.Error
		if errors.As(err, &odd) != tt.refused || !tt.refused && !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v, want it refused: %v", name, err, tt.refused)
		}
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
			t.Errorf("%s: %d KiB more are held", name, grown>>10)
		}
	}
}
