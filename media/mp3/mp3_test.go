package mp3_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"parley/media/mp3"
)

// said is a second of speech by several encoders; media/sound/testdata/README.md names them.
func said(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, name := range []string{"cbr-24k", "vbr-xing-stereo-44k", "id3-mpeg2-22k", "mpeg25-8k", "lame-32k"} {
		b, err := os.ReadFile(filepath.Join("../sound/testdata", name+".mp3"))
		if err != nil {
			t.Fatal(err)
		}
		out[name] = b
	}
	return out
}

// decode is b in pieces of size bytes, and the rates in their order.
func decode(t testing.TB, b []byte, size int) (out []float32, rates []int, err error) {
	t.Helper()
	d, err := mp3.NewDecoder()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	emit := func(mono []float32, rate int) {
		out = append(out, mono...)
		if len(rates) == 0 || rates[len(rates)-1] != rate {
			rates = append(rates, rate)
		}
	}
	for part := range slices.Chunk(b, size) {
		if err := d.Decode(part, emit); err != nil {
			return out, rates, err
		}
	}
	return out, rates, d.Flush(emit)
}

func TestEveryRateIsDecodedHoweverCut(t *testing.T) {
	for name, b := range said(t) {
		whole, rates, err := decode(t, b, len(b))
		rate := map[string]int{
			"cbr-24k": 24000, "vbr-xing-stereo-44k": 44100, "id3-mpeg2-22k": 22050, "mpeg25-8k": 8000, "lame-32k": 32000,
		}[name]
		if err != nil || !slices.Equal(rates, []int{rate}) {
			t.Errorf("%s: rates %v, %v; want %d", name, rates, err, rate)
		}
		// The codec's delay comes before it, and the last frame is filled up.
		if extra := float64(len(whole))/float64(rate) - 1; extra < 0 || extra > 0.16 {
			t.Errorf("%s: %.3f s, want 1", name, 1+extra)
		}
		for _, size := range []int{1, 7, 1000} {
			if got, _, err := decode(t, b, size); err != nil || !slices.Equal(got, whole) {
				t.Errorf("%s in pieces of %d bytes: %d samples, %v; want the same %d", name, size, len(got), err, len(whole))
			}
		}
	}
}

// TestStreamsBehindOneAnother has tags, pictures and other rates between them.
func TestStreamsBehindOneAnother(t *testing.T) {
	all := said(t)
	picture := append([]byte("ID3\x04\x00\x00\x00\x02\x00\x00"), bytes.Repeat([]byte{0xff, 0xfb, 0x90, 0x64}, 2<<14/4)...)
	old := append([]byte("TAG"), make([]byte, 125)...)
	b := slices.Concat(all["cbr-24k"], picture, all["lame-32k"], old, all["id3-mpeg2-22k"])
	got, rates, err := decode(t, b, 500)
	if err != nil || fmt.Sprint(rates) != "[24000 32000 22050]" {
		t.Errorf("rates %v, %v; want those of three streams", rates, err)
	}
	want := 0
	for _, name := range []string{"cbr-24k", "lame-32k", "id3-mpeg2-22k"} {
		one, _, _ := decode(t, all[name], 500)
		want += len(one)
	}
	if len(got) < want-2*1152 || len(got) > want+2*1152 {
		t.Errorf("%d samples, want the %d of each alone", len(got), want)
	}
}

func TestWhatIsNoMP3(t *testing.T) {
	for name, b := range map[string][]byte{
		"text": []byte(strings.Repeat("no audio here ", 1000)), "noise": noise(20000, 1),
		"nothing but marks": bytes.Repeat([]byte{0xff, 0xfb}, 10000),
	} {
		got, _, err := decode(t, b, 1000)
		if is, _ := mp3.Starts(b); len(got) > 0 || !errors.Is(err, mp3.ErrDamaged) || is {
			t.Errorf("%s: %d samples, %v, starts %v; want none and ErrDamaged", name, len(got), err, is)
		}
	}
	for name, b := range said(t) {
		b = b[mp3.TagLength(b):]
		is, need := mp3.Starts(b)
		if again, _ := mp3.Starts(b[:need]); !is || !again {
			t.Errorf("%s is not known by its start of %d bytes", name, need)
		}
		if is, _ := mp3.Starts(b[1:]); is {
			t.Errorf("%s is known by its second byte", name)
		}
		got, _, err := decode(t, slices.Concat(b, noise(8<<10, 2)), 100)
		whole, _, _ := decode(t, b, 100)
		if !errors.Is(err, mp3.ErrDamaged) || len(got) > len(whole) {
			t.Errorf("%s, then noise: %d samples of %d, %v; want ErrDamaged", name, len(got), len(whole), err)
		}
	}
}

func noise(n int, seed uint64) []byte {
	r, b := rand.New(rand.NewPCG(seed, seed)), make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestDamageIsNoNoise changes bytes: of 1,000 damaged bodies of each kind not one in fifty
// has 20 ms that are louder than what is said nearby, and none goes beyond full scale as
// libmpg123 does by itself (a hundred thousand times).
func TestDamageIsNoNoise(t *testing.T) {
	for name, b := range said(t) {
		whole, rates, _ := decode(t, b, len(b))
		r := rand.New(rand.NewPCG(1, 1))
		louder := 0
		for range 300 {
			c := bytes.Clone(b)
			c[r.IntN(len(c))] = byte(r.Uint32())
			got, _, err := decode(t, c, len(c))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if most := peak(got); most > 1.5 {
				t.Errorf("%s: a peak of %.1f", name, most)
			}
			if loudest(got, rates[0]/50) > peak(whole)+0.1 {
				louder++
			}
		}
		if louder > 6 {
			t.Errorf("%s: %d of 300 damaged bodies are noise", name, louder)
		}
	}
}

func peak(pcm []float32) (most float64) {
	for _, s := range pcm {
		most = max(most, math.Abs(float64(s)))
	}
	return most
}

// loudest is the highest root mean square of n samples.
func loudest(pcm []float32, n int) (most float64) {
	for part := range slices.Chunk(pcm, n) {
		sum := 0.0
		for _, s := range part {
			sum += float64(s) * float64(s)
		}
		most = max(most, math.Sqrt(sum/float64(len(part))))
	}
	return most
}

func TestDecodersAreApart(t *testing.T) {
	all := said(t)
	want := map[string][]float32{}
	for name, b := range all {
		want[name], _, _ = decode(t, b, 300)
	}
	var wait sync.WaitGroup
	for range 4 {
		for name, b := range all {
			wait.Go(func() {
				if got, _, err := decode(t, b, 300); err != nil || !slices.Equal(got, want[name]) {
					t.Errorf("%s beside others: %d samples, %v; want %d", name, len(got), err, len(want[name]))
				}
			})
		}
	}
	wait.Wait()
}

// FuzzDecode decodes anything, whole and byte by byte.
func FuzzDecode(f *testing.F) {
	for _, b := range said(f) {
		f.Add(b[:min(len(b), 1500)])
	}
	f.Add(noise(500, 3))
	f.Add(binary.BigEndian.AppendUint32(nil, 0xfffb9064))
	f.Fuzz(func(t *testing.T, b []byte) {
		whole, _, err := decode(t, b, max(len(b), 1))
		split, _, splitErr := decode(t, b, 1)
		if (err == nil) != (splitErr == nil) || !slices.Equal(whole, split) {
			t.Errorf("%d samples, %v; byte by byte %d, %v", len(whole), err, len(split), splitErr)
		}
		// 24 bytes are the least frame, 1,152 samples the longest.
		if len(whole) > (len(b)/24+2)*1152 || peak(whole) > 1.5 {
			t.Errorf("%d samples of %d bytes, peak %.2f", len(whole), len(b), peak(whole))
		}
	})
}

// BenchmarkDecode is a second of 24 kHz at 32 kb/s.
func BenchmarkDecode(b *testing.B) {
	second := said(b)["cbr-24k"]
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := decode(b, second, 1920); err != nil {
			b.Fatal(err)
		}
	}
}
