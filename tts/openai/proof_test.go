//go:build !race

package openai_test

import (
	"bytes"
	"compress/gzip"
	"debug/elf"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"parley/media/mp3"
	"parley/media/sound"
	"parley/tts"
)

// heardAs is what a body without a header is played as.
func heardAs(t *testing.T, b []byte, rate int) (out []int16, err error) {
	t.Helper()
	s, err := sound.Open(bytes.NewReader(b), sound.Raw{Rate: rate})
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

// louder is pcm with another loudness, in white noise.
func louder(pcm []int16, gain, noise float64, r *rand.Rand) []int16 {
	out := make([]int16, len(pcm))
	for i, s := range pcm {
		out[i] = int16(max(min(float64(s)*gain+r.NormFloat64()*noise, 32767), -32768))
	}
	return out
}

// TestSamplesWithoutAHeaderAreTaken plays 280 bodies of four voices at seven rates, quiet,
// clipped, in noise and behind several silences: each is heard to its end as what it is.
func TestSamplesWithoutAHeaderAreTaken(t *testing.T) {
	var said [][]int16
	for _, name := range []string{"rms", "slt", "awb", "kal16"} {
		whole, err := tts.Whole(t.Context(), voice(t), "Six fresh fish. Go!", tts.Voice{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, whole.PCM)
	}
	r := rand.New(rand.NewPCG(1, 1))
	bodies := 0
	for _, rate := range []int{8000, 11025, 16000, 22050, 24000, 44100, 48000} {
		for i, pcm := range said {
			pcm = at(pcm, rate)
			for name, loud := range map[string][]int16{
				"plain": pcm, "quiet": louder(pcm, 0.02, 0, r), "clipped": louder(pcm, 2.5, 0, r), "noisy": louder(pcm, 1, 3000, r),
				"hissing": louder(pcm, 1, 100, r), "very noisy": louder(pcm, 0.5, 5000, r),
				"behind zeros":          append(make([]int16, rate/3), pcm...),
				"behind dither":         append(louder(make([]int16, rate/3), 1, 1, r), pcm...),
				"behind a room's noise": append(louder(make([]int16, rate/3), 1, 40, r), pcm...),
				"with another zero":     louder(pcm, 1, 0, r),
				"behind a click":        slices.Concat(make([]int16, 700), []int16{900}, make([]int16, 400), pcm),
			} {
				bodies++
				if name == "with another zero" {
					for n := range loud {
						loud[n] = int16(max(min(int(loud[n])+600, 32767), -32768))
					}
				}
				got, err := heardAs(t, le(loud), rate)
				want, wantErr := heardAs(t, form{format: 1, channels: 1, rate: rate, bits: 16}.wav(le(loud)), rate)
				if err != nil || wantErr != nil || !slices.Equal(got, want) {
					t.Errorf("voice %d at %d Hz, %s: %d samples, %v; want the %d of a WAV file", i, rate, name, len(got), err, len(want))
				}
			}
		}
	}
	for name, quiet := range map[string][]int16{"zeros": make([]int16, 9000), "dither": louder(make([]int16, 9000), 1, 2, r)} {
		bodies++
		if got, err := heardAs(t, le(quiet), 24000); err != nil || len(got) != 6000 {
			t.Errorf("%s alone: %d samples, %v; want 6,000", name, len(got), err)
		}
	}
	if bodies < 280 {
		t.Errorf("%d bodies", bodies)
	}
}

// machineCode is that of this test. What else its file holds may be samples: a voice's.
func machineCode(t *testing.T) []byte {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	code, err := program.Section(".text").Data()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// unmarkedJunk are bodies that begin in the middle of something else, so that nothing but
// their statistics tells what they are not.
func unmarkedJunk(t *testing.T) map[string][]byte {
	r := rand.New(rand.NewPCG(2, 2))
	out := map[string][]byte{}
	cut := func(name string, b []byte, n, size int) {
		for range n {
			from := r.IntN(max(len(b)-size, 1)) / 24 * 24 // whole samples of any width
			part := b[from:min(from+size, len(b))]
			if is, _ := mp3.Starts(part); !is {
				out[fmt.Sprintf("%s from byte %d", name, from)] = part
			}
		}
	}
	for _, name := range []string{
		"cbr-24k.mp3", "vbr-xing-stereo-44k.mp3", "lame-32k.mp3", "mpeg25-8k.mp3", "aac.adts", "aac.m4a", "vorbis.ogg",
		"speex.ogg", "flac.ogg",
		"speech.flac", "opus.opus", "opus.webm", "opus.caf", "speech.wma", "adpcm.wav", "mulaw.wav", "alaw.wav",
	} {
		cut(name, sampled(t, name)[60:], 8, 2200)
	}
	code := machineCode(t)
	cut("a program", code, 40, 4000)
	var zip bytes.Buffer
	w := gzip.NewWriter(&zip)
	_, _ = w.Write(code[:2<<20]) // a Buffer takes everything
	_ = w.Close()
	cut("gzip", zip.Bytes()[10:], 40, 3000)
	cut("base64", []byte(base64.StdEncoding.EncodeToString(code[:90000])), 10, 3000)
	for i := range 40 {
		out[fmt.Sprint("encrypted ", i)] = random(600+r.IntN(6000), uint64(100+i))
	}
	pcm := at(speech(t)[3000:], 24000)
	for _, bits := range []int{8, 24, 32} {
		cut(fmt.Sprint("samples of bits ", bits), fine(of(pcm, 1, bits)), 4, 6000)
	}
	cut("floats", of(pcm, 3, 32), 4, 6000)
	cut("doubles", of(pcm, 3, 64), 4, 6000)
	return out
}

// TestWhatIsLikeNoSamplesIsNotPlayed has 250 and more bodies of which not one sample may be
// played: only silence, where they have that.
func TestWhatIsLikeNoSamplesIsNotPlayed(t *testing.T) {
	junk := unmarkedJunk(t)
	for name, b := range junk {
		got, err := heardAs(t, b, 24000)
		loudest := 0.0
		for _, s := range got {
			loudest = max(loudest, math.Abs(float64(s)))
		}
		if err == nil && loudest > 0 || loudest > 300 {
			t.Errorf("%s: %d samples played, the loudest %.0f, %v", name, len(got), loudest, err)
		}
	}
	if len(junk) < 250 {
		t.Errorf("%d bodies", len(junk))
	}
}
