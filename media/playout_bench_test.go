package media

import (
	"context"
	"testing"
	"time"
)

type nullSink struct{}

func (nullSink) WriteFrame(Frame) error { return nil }

// tickLoop returns a step that queues and sends one frame of speech.
func tickLoop(tb testing.TB) func() {
	tb.Helper()
	p := NewPlayout(NewWheel(), nullSink{}, func(Played) {})
	p.Begin(Segment{Turn: 1, Text: "a segment that goes on and on and on"})
	frame := make([]int16, FrameSamples)
	for i := range frame {
		frame[i] = int16(i * 50)
	}
	ctx, due := context.Background(), time.Now()
	return func() {
		if err := p.Write(ctx, 1, frame, nil); err != nil {
			tb.Fatal(err)
		}
		if err := p.tick(due); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestPlayoutTickDoesNotAllocate(t *testing.T) {
	if got := testing.AllocsPerRun(200, tickLoop(t)); got != 0 {
		t.Errorf("%v allocations per frame, want 0", got)
	}
}

func BenchmarkPlayoutTick(b *testing.B) {
	step := tickLoop(b)
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}

func BenchmarkPlayoutIdleTick(b *testing.B) {
	p := NewPlayout(NewWheel(), nullSink{}, func(Played) {})
	b.ReportAllocs()
	for b.Loop() {
		if err := p.tick(time.Time{}); err != nil {
			b.Fatal(err)
		}
	}
}
