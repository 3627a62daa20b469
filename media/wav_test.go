package media_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

// wavFile makes a WAV file by hand, one chunk after the other.
func wavFile(format, channels, rate, bits int, data []byte) []byte {
	b := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00")
	b = binary.LittleEndian.AppendUint16(b, uint16(format))
	b = binary.LittleEndian.AppendUint16(b, uint16(channels))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate*channels*bits/8))
	b = binary.LittleEndian.AppendUint16(b, uint16(channels*bits/8))
	b = binary.LittleEndian.AppendUint16(b, uint16(bits))
	b = append(b, "data"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	b = append(b, data...)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	return b
}

// samples renders a quarter second's tone of a fifth of full scale in the given format.
func samples(channels, rate, bits int, freq float64) []byte {
	var b []byte
	// Tone counts samples at 16 kHz, so a tone at another rate is one of another
	// frequency there.
	pcm := mediatest.Tone(time.Duration(rate)*time.Second/4/media.SampleRate, freq*media.SampleRate/float64(rate), 6554)
	for _, s := range pcm {
		v := uint32(int32(s)) << 16
		if bits == 8 {
			v ^= 1 << 31 // unsigned
		}
		var le [4]byte
		binary.LittleEndian.PutUint32(le[:], v)
		for range channels {
			b = append(b, le[4-bits/8:]...)
		}
	}
	return b
}

func TestDecodeWAVAnyFormat(t *testing.T) {
	for _, rate := range []int{8000, 11025, 16000, 22050, 44100, 48000, 96000} {
		for _, bits := range []int{8, 16, 24, 32} {
			for _, channels := range []int{1, 2, 6} {
				name := fmt.Sprintf("%d Hz, %d bits, %d channels", rate, bits, channels)
				pcm, err := media.DecodeWAV(bytes.NewReader(wavFile(1, channels, rate, bits, samples(channels, rate, bits, 1000))))
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if got := len(pcm) - media.SampleRate/4; got < -1 || got > 1 {
					t.Errorf("%s: %d samples, want a quarter second", name, len(pcm))
				}
				if got := mediatest.Power(pcm, 1000); got < 0.99 {
					t.Errorf("%s: %.1f %% of the energy is the tone", name, 100*got)
				}
				if got := media.Level(pcm); got != 17 {
					t.Errorf("%s: level -%d dBov, want -17", name, got)
				}
			}
		}
	}
}

func TestDecodeWAVDoesNotAlias(t *testing.T) {
	pcm, err := media.DecodeWAV(bytes.NewReader(wavFile(1, 1, 48000, 16, samples(1, 48000, 16, 11000))))
	if err != nil {
		t.Fatal(err)
	}
	// The tone's sudden start and end hold every frequency.
	if got := media.Level(pcm[200 : len(pcm)-200]); got < 85 {
		t.Errorf("a tone above 8 kHz comes out at -%d dBov, want it gone", got)
	}
}

func TestDecodeWAVRefuses(t *testing.T) {
	good := wavFile(1, 1, 16000, 16, make([]byte, 640))
	long := wavFile(1, 1, 4000, 8, make([]byte, 4000*3601))
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, "truncated"},
		{"text", []byte("once upon a time there was a file"), "not a WAV"},
		{"MP3 inside", wavFile(85, 1, 16000, 16, make([]byte, 4)), "not PCM"},
		{"floats", wavFile(3, 1, 16000, 32, make([]byte, 4)), "not PCM"}, {"µ-law", wavFile(7, 1, 16000, 8, make([]byte, 4)), "not PCM"},
		{"truncated data", good[:200], "truncated"},
		{"truncated header", good[:30], "truncated"},
		{"no data", good[:36], "truncated"},
		{"half a sample", wavFile(1, 1, 16000, 16, make([]byte, 3)), "inside a sample"},
		{"12 bits", wavFile(1, 1, 16000, 12, make([]byte, 3)), "12 bits"},
		{"no channels", wavFile(1, 0, 16000, 16, nil), "0 channels"},
		{"rate 0", wavFile(1, 1, 0, 16, nil), "0 Hz"},
		{"over an hour", long, "longer than 1h"},
		{"data first", slices.Concat(good[:12], good[36:]), "no format"},
	} {
		pcm, err := media.DecodeWAV(bytes.NewReader(test.data))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %d samples, %v; want an error with %q", test.name, len(pcm), err, test.want)
		}
	}
}

// TestDecodeWAVToItsEnd: a file that was written to a pipe announces nothing of use.
func TestDecodeWAVToItsEnd(t *testing.T) {
	for _, announced := range []uint32{0, 0xffffffff, 0xffffffff - 36, 0x7ffff000} {
		b := wavFile(1, 2, 16000, 16, append(make([]byte, 640), 1, 2, 3)) // the last frame is cut
		binary.LittleEndian.PutUint32(b[40:], announced)
		pcm, err := media.DecodeWAV(bytes.NewReader(b))
		if announced == 0x7ffff000 {
			if err == nil {
				t.Errorf("%#x: %d samples, want an error", announced, len(pcm))
			}
			continue
		}
		if err != nil || len(pcm) != 160 {
			t.Errorf("%#x: %d samples, %v; want 160", announced, len(pcm), err)
		}
	}
}

// TestDecodeWAVAllocatesNoMoreThanItReads holds back what a hostile file would have the
// library allocate: it believes the sizes within LIST and smpl chunks.
func TestDecodeWAVAllocatesNoMoreThanItReads(t *testing.T) {
	good := wavFile(1, 1, 16000, 16, make([]byte, 640))
	for name, chunk := range map[string]string{
		"LIST": "LIST\x0c\x00\x00\x00INFOINAM\xff\xff\xff\x7f", "smpl": "smpl\x24\x00\x00\x00" + strings.Repeat("\x7f", 36),
	} {
		for at, where := range map[int]string{12: "before the format", 36: "before the audio"} {
			b := slices.Insert(slices.Clone(good), at, []byte(chunk)...)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			pcm, err := media.DecodeWAV(bytes.NewReader(b))
			runtime.ReadMemStats(&after)
			if err != nil || len(pcm) != 320 {
				t.Errorf("%s %s: %d samples, %v; want 320", name, where, len(pcm), err)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
				t.Errorf("%s %s: %d bytes allocated for a file of %d", name, where, got, len(b))
			}
		}
	}
}

func TestWAVRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "call.wav")
	left, right := mediatest.Noise(1500*time.Millisecond, 20000, 1), mediatest.Silence(500*time.Millisecond)
	if err := media.WriteWAV(path, left); err != nil {
		t.Fatal(err)
	}
	if got, err := media.ReadWAV(path); err != nil || !slices.Equal(got, left) {
		t.Errorf("mono came back as %d samples, %v; want the same %d", len(got), err, len(left))
	}
	if err := media.WriteWAV(path, left, right); err != nil { // replaces
		t.Fatal(err)
	}
	got, err := media.ReadWAV(path)
	if err != nil || len(got) != len(left) {
		t.Fatalf("stereo came back as %d samples, %v; want %d", len(got), err, len(left))
	}
	for i := range got {
		if d := int(got[i])*2 - int(left[i]); d < -1 || d > 1 {
			t.Fatalf("sample %d is %d, want the average of %d and silence", i, got[i], left[i])
		}
	}
	if err := media.WriteWAV(path, nil, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := media.ReadWAV(path); err != nil || len(got) != 0 {
		t.Errorf("nothing came back as %d samples, %v", len(got), err)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1 {
		t.Errorf("%d files left, %v; want the one", len(files), err)
	}
}

func TestWriteWAVFails(t *testing.T) {
	dir := t.TempDir()
	if err := media.WriteWAV(filepath.Join(dir, "x.wav")); err == nil {
		t.Error("WriteWAV of no channels succeeded")
	}
	if err := media.WriteWAV(filepath.Join(dir, "absent", "x.wav"), make([]int16, 1)); err == nil {
		t.Error("WriteWAV into a missing folder succeeded")
	}
	if err := os.Mkdir(filepath.Join(dir, "y.wav"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := media.WriteWAV(filepath.Join(dir, "y.wav"), make([]int16, 1)); err == nil {
		t.Error("WriteWAV over a folder succeeded")
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%d entries left, %v; want only y.wav", len(files), err)
	}
}

func FuzzDecodeWAV(f *testing.F) {
	f.Add(wavFile(1, 1, 16000, 16, make([]byte, 64)))
	f.Add(wavFile(1, 2, 44100, 24, make([]byte, 66)))
	f.Add(wavFile(1, 1, 8000, 8, make([]byte, 5)))
	list := wavFile(1, 1, 16000, 16, make([]byte, 8))
	list = slices.Insert(list, 12, []byte("LIST\x0e\x00\x00\x00INFOINAM\x02\x00\x00\x00x\x00")...)
	f.Add(list)
	f.Fuzz(func(t *testing.T, b []byte) {
		pcm, err := media.DecodeWAV(bytes.NewReader(b))
		// 4 kHz, 8 bits is the sparsest: each byte is four samples.
		if err == nil && len(pcm) > 4*len(b) {
			t.Errorf("%d samples from %d bytes", len(pcm), len(b))
		}
	})
}

// minute is a minute of noise.
func minute() []int16 { return mediatest.Noise(time.Minute, 20000, 1) }

func BenchmarkWriteWAV(b *testing.B) {
	path, pcm := filepath.Join(b.TempDir(), "call.wav"), minute()
	b.SetBytes(int64(4 * len(pcm)))
	b.ReportAllocs()
	for b.Loop() {
		if err := media.WriteWAV(path, pcm, pcm); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadWAV(b *testing.B) {
	path, pcm := filepath.Join(b.TempDir(), "call.wav"), minute()
	if err := media.WriteWAV(path, pcm, pcm); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(4 * len(pcm)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := media.ReadWAV(path); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendWAV(b *testing.B) {
	pcm := minute()[:5*media.SampleRate]
	b.ReportAllocs()
	for b.Loop() {
		media.AppendWAV(nil, pcm)
	}
}
