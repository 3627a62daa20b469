package oggopus_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/iotest"

	"parley/media/oggopus"
)

func said(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../sound/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decode(t testing.TB, body io.Reader) (out []float32, err error) {
	t.Helper()
	r, err := oggopus.NewReader(body)
	if err != nil {
		t.Fatal(err)
	}
	for {
		mono, err := r.Next()
		out = append(out, mono...)
		if err != nil {
			return out, err
		}
	}
}

// page is one of a stream, with its sum.
type page struct {
	flags   byte
	granule uint64
	serial  uint32
	table   []byte
	payload []byte
}

func (p page) bytes() []byte {
	b := append([]byte("OggS\x00"), p.flags)
	b = binary.LittleEndian.AppendUint64(b, p.granule)
	b = binary.LittleEndian.AppendUint32(b, p.serial)
	b = append(b, make([]byte, 8)...) // its number, which nobody reads, and the sum
	b = append(append(b, byte(len(p.table))), p.table...)
	b = append(b, p.payload...)
	var sum uint32
	for _, c := range b {
		sum ^= uint32(c) << 24
		for range 8 {
			carry := sum >> 31
			sum <<= 1
			if carry != 0 {
				sum ^= 0x04c11db7
			}
		}
	}
	binary.LittleEndian.PutUint32(b[22:], sum)
	return b
}

// packets are those of a file of Opus, its header and tags first.
func packets(t testing.TB, b []byte) (all [][]byte, end uint64) {
	t.Helper()
	var packet []byte
	for len(b) > 0 {
		n := int(b[26])
		table, payload := b[27:27+n], b[27+n:]
		end = binary.LittleEndian.Uint64(b[6:])
		for _, size := range table {
			packet, payload = append(packet, payload[:size]...), payload[size:]
			if size < 255 {
				all, packet = append(all, packet), nil
			}
		}
		b = payload
	}
	return all, end
}

// laced has packets in pages of at most n segments, wherever these cut them.
func laced(all [][]byte, serial uint32, end uint64, n int) []byte {
	out := page{flags: 2, serial: serial, table: []byte{byte(len(all[0]))}, payload: all[0]}.bytes()
	var table, payload []byte
	flush := func(flags byte, granule uint64) {
		out = append(out, page{flags: flags, granule: granule, serial: serial, table: table, payload: payload}.bytes()...)
		table, payload = nil, nil
	}
	for i, p := range all[1:] {
		for left := p; ; {
			size := min(len(left), 255)
			table, payload = append(table, byte(size)), append(payload, left[:size]...)
			left = left[size:]
			last := size < 255
			if len(table) == n && !(last && i == len(all)-2) {
				flush(0, math.MaxUint64)
			}
			if last {
				break
			}
		}
	}
	flush(4, end)
	return out
}

func TestASecondIsASecond(t *testing.T) {
	for _, name := range []string{"opus.opus", "opus-stereo.ogg"} {
		b := said(t, name)
		whole, err := decode(t, bytes.NewReader(b))
		if !errors.Is(err, io.EOF) || len(whole) != oggopus.Rate {
			t.Errorf("%s: %d samples, %v; want %d", name, len(whole), err, oggopus.Rate)
		}
		for how, r := range map[string]io.Reader{
			"byte by byte": iotest.OneByteReader(bytes.NewReader(b)), "with the end at once": iotest.DataErrReader(bytes.NewReader(b)),
		} {
			if got, err := decode(t, r); !errors.Is(err, io.EOF) || !slices.Equal(got, whole) {
				t.Errorf("%s %s: %d samples, %v; want the same", name, how, len(got), err)
			}
		}
		twice, err := decode(t, bytes.NewReader(slices.Concat(b, b)))
		if !errors.Is(err, io.EOF) || !slices.Equal(twice, slices.Concat(whole, whole)) {
			t.Errorf("%s twice: %d samples, %v; want twice %d", name, len(twice), err, len(whole))
		}
	}
}

// TestPacketsAreFoundInAnyPages has a page end within packets, and pages of another stream
// between.
func TestPacketsAreFoundInAnyPages(t *testing.T) {
	b := said(t, "opus.opus")
	whole, _ := decode(t, bytes.NewReader(b))
	all, end := packets(t, b)
	all[1] = append([]byte("OpusTags"), make([]byte, 200000)...) // with a picture
	for _, n := range []int{1, 2, 3, 255} {
		got, err := decode(t, bytes.NewReader(laced(all, 7, end, n)))
		if !errors.Is(err, io.EOF) || !slices.Equal(got, whole) {
			t.Errorf("%d segments a page: %d samples, %v; want %d", n, len(got), err, len(whole))
		}
	}
	stream := laced(all, 7, end, 10)
	head := bytes.Index(stream[4:], []byte("OggS")) + 4
	alien := func(flags byte) []byte {
		return page{flags: flags, serial: 8, table: []byte{9}, payload: []byte("\x80theora  ")}.bytes()
	}
	got, err := decode(t, bytes.NewReader(slices.Concat(alien(2), stream[:head], alien(2), alien(0), stream[head:], alien(4))))
	if !errors.Is(err, io.EOF) || !slices.Equal(got, whole) {
		t.Errorf("beside a film: %d samples, %v; want %d", len(got), err, len(whole))
	}
}

func TestGainIsHeard(t *testing.T) {
	all, end := packets(t, said(t, "opus.opus"))
	whole, _ := decode(t, bytes.NewReader(laced(all, 1, end, 50)))
	quiet := int16(-1541) // 6.02 dB, in steps of 1/256
	binary.LittleEndian.PutUint16(all[0][16:], uint16(quiet))
	half, err := decode(t, bytes.NewReader(laced(all, 1, end, 50)))
	if !errors.Is(err, io.EOF) || len(half) != len(whole) {
		t.Fatalf("%d samples, %v", len(half), err)
	}
	for i := range half {
		if d := math.Abs(float64(2*half[i] - whole[i])); d > 1e-3 {
			t.Fatalf("sample %d is %g, want half of %g", i, half[i], whole[i])
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	all, end := packets(t, said(t, "opus.opus"))
	b := laced(all, 1, end, 50)
	five := slices.Clone(all)
	five[0] = append(append(bytes.Clone(all[0][:18]), 1, 3, 2), 0, 1, 2, 3, 4)
	five[0][9] = 5
	damaged := bytes.Clone(b)
	damaged[len(b)/2] ^= 1
	for name, tt := range map[string]struct {
		b    []byte
		want string
	}{
		"Vorbis": {said(t, "vorbis.ogg"), "compressed audio (Ogg Vorbis)"}, "FLAC": {said(t, "flac.ogg"), "compressed audio (Ogg FLAC)"},
		"Speex":         {said(t, "speex.ogg"), "compressed audio (Ogg Speex)"},
		"pages alone":   {page{table: []byte{1}, payload: []byte{1}}.bytes(), "compressed audio (Ogg of no known codec)"},
		"five channels": {laced(five, 1, end, 50), "Opus of 5 channels, want 1 or 2"}, "damage": {damaged, "damaged Ogg"},
		"text behind": {append(bytes.Clone(b), `{"error":"x"}`...), "Ogg that goes on as something else"},
		"a cut page":  {b[:len(b)-5], "unexpected EOF"}, "a cut header": {b[:20], "unexpected EOF"},
		"nothing": {nil, "compressed audio (Ogg of no known codec)"},
	} {
		if _, err := decode(t, bytes.NewReader(tt.b)); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	broken := errors.New("hung up")
	if _, err := decode(t, io.MultiReader(bytes.NewReader(b[:1000]), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a body that breaks: %v, want its own error", err)
	}
}

// FuzzNext reads anything: whatever it is, it must end, and hold no more than a packet of
// 120 ms for every byte.
func FuzzNext(f *testing.F) {
	all, end := packets(f, said(f, "opus.opus"))
	f.Add(laced(all[:6], 1, end, 2))
	f.Add(slices.Concat(laced(all[:4], 1, 100, 1), laced(all[:5], 2, end, 255)))
	f.Add(said(f, "vorbis.ogg")[:300])
	f.Fuzz(func(t *testing.T, b []byte) {
		b = bytes.Clone(b)
		// The sums are put right, as else nothing would be read beyond the first page.
		for at := 0; at+27 <= len(b); {
			n := int(b[at+26])
			if at+27+n > len(b) {
				break
			}
			size := 0
			for _, s := range b[at+27 : at+27+n] {
				size += int(s)
			}
			to := min(at+27+n+size, len(b))
			p := page{
				flags: b[at+5], granule: binary.LittleEndian.Uint64(b[at+6:]), serial: binary.LittleEndian.Uint32(b[at+14:]),
				table: b[at+27 : at+27+n], payload: b[at+27+n : to],
			}.bytes()
			copy(b[at:], p)
			at = to
		}
		whole, err := decode(t, bytes.NewReader(b))
		split, splitErr := decode(t, iotest.OneByteReader(bytes.NewReader(b)))
		if err.Error() != splitErr.Error() || len(whole) != len(split) || len(whole) > len(b)*oggopus.Rate*120/1000 {
			t.Errorf("%d samples of %d bytes, %v; byte by byte %d, %v", len(whole), len(b), err, len(split), splitErr)
		}
	})
}

// BenchmarkNext is a second of speech at 16 kb/s.
func BenchmarkNext(b *testing.B) {
	second := said(b, "opus.opus")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decode(b, bytes.NewReader(second)); !errors.Is(err, io.EOF) {
			b.Fatal(err)
		}
	}
}
