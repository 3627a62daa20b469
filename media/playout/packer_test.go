package playout_test

import (
	"slices"
	"testing"
	"time"

	"gopkg.in/hraban/opus.v2"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

// listener packs frames and decodes what a listener without loss hears, 6.5 ms
// later.
type listener struct {
	t      *testing.T
	pack   *playout.Packer
	dec    *opus.Decoder
	heard  []int16
	packet []byte
}

func newListener(t *testing.T) *listener {
	t.Helper()
	pack, err := playout.NewPacker()
	if err != nil {
		t.Fatal(err)
	}
	dec, err := opus.NewDecoder(media.SampleRate, 1)
	if err != nil {
		t.Fatalf("create opus decoder: %v", err)
	}
	return &listener{t: t, pack: pack, dec: dec}
}

func (l *listener) hear(pcm []int16) {
	l.t.Helper()
	var buf [media.FrameSamples]int16
	for frame := range slices.Chunk(pcm, media.FrameSamples) {
		var err error
		if l.packet, err = l.pack.Pack(playout.Frame{PCM: frame, Level: media.Level(frame)}); err != nil {
			l.t.Fatal(err)
		}
		n, err := l.dec.Decode(l.packet, buf[:])
		if err != nil || n != media.FrameSamples {
			l.t.Fatalf("decoded %d samples, %v", n, err)
		}
		l.heard = append(l.heard, buf[:n]...)
	}
}

// TestPackerSoundsRight decodes what a listener gets across speech, repeated
// silence packets and speech again.
func TestPackerSoundsRight(t *testing.T) {
	l := newListener(t)
	for range 2 {
		l.hear(mediatest.Tone(500*time.Millisecond, 440, 8000))
		l.hear(mediatest.Silence(time.Second))
	}
	at := func(from, to time.Duration) []int16 { return l.heard[media.Samples(from):media.Samples(to)] }
	for _, from := range []time.Duration{50 * time.Millisecond, 1550 * time.Millisecond} {
		tone := at(from, from+400*time.Millisecond)
		if got := mediatest.Power(tone, 440); got < 0.95 {
			t.Errorf("at %v only %.0f %% of the energy is the tone", from, 100*got)
		}
		if got := media.Level(tone); got < 13 || got > 17 { // a sine of 8000 is -15 dBov
			t.Errorf("at %v level -%d dBov, want about -15", from, got)
		}
	}
	for _, from := range []time.Duration{600 * time.Millisecond, 2100 * time.Millisecond} {
		if got := media.Level(at(from, from+800*time.Millisecond)); got < 70 {
			t.Errorf("silence from %v is -%d dBov, want -70 or quieter", from, got)
		}
	}
	if got := len(l.packet); got > 40 { // of the repeated ones
		t.Errorf("idle packet of %d bytes, want at most 40", got)
	}
}

// packLoop returns a step that packs frame.
func packLoop(tb testing.TB, frame []int16) func() {
	tb.Helper()
	pack, err := playout.NewPacker()
	if err != nil {
		tb.Fatal(err)
	}
	f := playout.Frame{PCM: frame, Level: media.Level(frame)}
	return func() {
		if _, err := pack.Pack(f); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestPackerDoesNotAllocate(t *testing.T) {
	for name, frame := range map[string][]int16{
		"speech":  mediatest.Noise(media.PTime, 8000, 1),
		"silence": mediatest.Silence(media.PTime),
	} {
		if got := testing.AllocsPerRun(100, packLoop(t, frame)); got != 0 {
			t.Errorf("%v allocations per frame of %s, want 0", got, name)
		}
	}
}

func BenchmarkPacker(b *testing.B) {
	for name, frame := range map[string][]int16{
		"spoken": mediatest.Tone(media.PTime, 440, 8000),
		"idle":   mediatest.Silence(media.PTime),
	} {
		b.Run(name, func(b *testing.B) {
			step := packLoop(b, frame)
			b.ReportAllocs()
			for b.Loop() {
				step()
			}
		})
	}
}
