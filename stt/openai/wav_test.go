package openai

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

func TestEncodeIsReadBack(t *testing.T) {
	for _, d := range []time.Duration{100 * time.Millisecond, time.Second, 2500 * time.Millisecond} {
		pcm := mediatest.Noise(d, 20000, 1)
		f := &file{b: []byte("what stands before\r\n")}
		f.at = len(f.b)
		if err := encode(t.Context(), f, pcm); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte("\r\nand after")); err != nil {
			t.Fatal(err)
		}
		got, ok := bytes.CutPrefix(f.b, []byte("what stands before\r\n"))
		got, after := bytes.CutSuffix(got, []byte("\r\nand after"))
		if !ok || !after {
			t.Fatalf("%v: what stands around the WAV file is damaged", d)
		}
		if back, err := media.DecodeWAV(bytes.NewReader(got)); err != nil || !slices.Equal(back, pcm) {
			t.Errorf("%v: %d samples come back, %v; want the %d that were written", d, len(back), err, len(pcm))
		}
	}
}

func TestEncodeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := encode(ctx, &file{}, make([]int16, 100)); !errors.Is(err, context.Canceled) {
		t.Errorf("encode = %v, want %v", err, context.Canceled)
	}
}

func TestFileStaysWithinItself(t *testing.T) {
	f := &file{b: []byte("head"), base: 4, at: 4}
	for _, offset := range []int64{-1, 1} {
		if _, err := f.Seek(offset, 0); err == nil {
			t.Errorf("Seek(%d) in an empty file succeeds", offset)
		}
	}
}

func TestCutsAtTheQuietestFrame(t *testing.T) {
	pcm := mediatest.Noise(30*time.Second, 8000, 1)
	clear(pcm[media.Samples(10*time.Second):media.Samples(11*time.Second)]) // too early
	for _, gap := range []time.Duration{27 * time.Second, 29 * time.Second} {
		pcm := slices.Clone(pcm)
		clear(pcm[media.Samples(gap):][:2*media.FrameSamples])
		if got := media.Duration(quietest(pcm)); got <= gap || got > gap+media.PTime*2 {
			t.Errorf("cut at %v, want within the pause at %v", got, gap)
		}
	}
	if got := quietest(pcm); got <= len(pcm)-media.Samples(quietSearch) {
		t.Errorf("cut at %v of even noise, want within the last %v", media.Duration(got), quietSearch)
	}
}

// BenchmarkRequest is the form for an utterance of 5 s.
func BenchmarkRequest(b *testing.B) {
	e, err := New(Config{Model: "m"})
	if err != nil {
		b.Fatal(err)
	}
	pcm := mediatest.Noise(5*time.Second, 8000, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := e.write(b.Context(), 0, form{language: "en"}, pcm); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWrite is one frame of an utterance of 20 s.
func BenchmarkWrite(b *testing.B) {
	s := &Stream{ctx: b.Context()}
	frame := make([]int16, media.FrameSamples)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		if n%1000 == 0 {
			s.open = &utterance{}
		}
		s.Write(frame)
		n++
	}
}
