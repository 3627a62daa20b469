package playout

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/media"
)

type nullSink struct{}

func (nullSink) WriteFrame(Frame) error { return nil }

// ticks are steps that send one frame.
func ticks(tb testing.TB) map[string]func() {
	tb.Helper()
	return map[string]func(){
		"spoken": spokenTick(tb, func(*Playout) {}),
		"ducked": spokenTick(tb, func(p *Playout) { p.Duck(1, true) }),
		"idle":   idleTick(tb, func(*Playout) {}),
		"paused": idleTick(tb, func(p *Playout) { p.Begin(Segment{Turn: 1}); p.Pause(1) }),
	}
}

func idleTick(tb testing.TB, prepare func(*Playout)) func() {
	tb.Helper()
	p := New(NewWheel(), nullSink{}, func(Played) {})
	prepare(p)
	return func() {
		if err := p.tick(time.Time{}); err != nil {
			tb.Fatal(err)
		}
	}
}

// spokenTick queues the frame it sends.
func spokenTick(tb testing.TB, prepare func(*Playout)) func() {
	tb.Helper()
	p := New(NewWheel(), nullSink{}, func(Played) {})
	prepare(p)
	p.Begin(Segment{Turn: 1, Text: "a segment that goes on and on and on"})
	frame := make([]int16, media.FrameSamples)
	for i := range frame {
		frame[i] = int16(i * 50)
	}
	return func() {
		if err := p.Write(context.Background(), 1, frame, nil); err != nil {
			tb.Fatal(err)
		}
		if err := p.tick(time.Time{}); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestPlayoutTickDoesNotAllocate(t *testing.T) {
	for name, tick := range ticks(t) {
		if got := testing.AllocsPerRun(200, tick); got != 0 {
			t.Errorf("%s: %v allocations per frame, want 0", name, got)
		}
	}
}

func BenchmarkPlayoutTick(b *testing.B) {
	for name, tick := range ticks(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tick()
			}
		})
	}
}

// BenchmarkWheel runs many idle playouts in real time; one op is 20 ms of them.
// It tells the CPU time of a tick with everything around it, and the lateness.
func BenchmarkWheel(b *testing.B) {
	for _, n := range []int{1, 8, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := NewWheel()
			ctx, cancel := context.WithCancel(b.Context())
			var all sync.WaitGroup
			for range n {
				all.Go(func() { _ = New(w, nullSink{}, func(Played) {}).Run(ctx) })
			}
			<-time.After(10 * media.PTime) // for all to have begun
			tick := time.NewTicker(media.PTime)
			defer tick.Stop()
			runtime.GC()
			b.ReportAllocs()
			b.ResetTimer()
			before, cpu := w.Stats().Ticks, enginetest.Computed(b)
			for b.Loop() {
				<-tick.C
			}
			st := w.Stats()
			b.ReportMetric(float64(enginetest.Computed(b)-cpu)/float64(st.Ticks-before), "cpu-ns/tick")
			b.ReportMetric(float64(st.Late99.Microseconds()), "late99-us")
			cancel()
			all.Wait()
		})
	}
}
