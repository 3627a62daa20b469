package openai

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

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
		if _, _, err := e.write(0, form{language: "en"}, pcm); err != nil {
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
