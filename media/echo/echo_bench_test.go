//go:build !race

package echo_test

import (
	"testing"
	"time"

	"parley/media"
	"parley/media/echo"
)

// echoStep plays a scene over and over, a frame a call.
func echoStep(tb testing.TB, s echoScene) func() {
	tb.Helper()
	agent, _, _, heard := s.parts(tb)
	e := echo.New()
	at := 0
	return func() {
		e.Played(agent[at:][:media.FrameSamples])
		e.Heard(heard[at:][:media.FrameSamples])
		at = (at + media.FrameSamples) % len(agent)
	}
}

var (
	tracking  = echoScene{delay: 100 * time.Millisecond, echo: -12, user: never, noise: -40}
	searching = echoScene{echo: never, user: 0, noise: -40}
)

func TestEchoDoesNotAllocate(t *testing.T) {
	for name, s := range map[string]echoScene{"tracking": tracking, "searching": searching} {
		if got := testing.AllocsPerRun(300, echoStep(t, s)); got != 0 {
			t.Errorf("%s: %v allocations per frame, want 0", name, got)
		}
	}
}

func benchmarkEcho(b *testing.B, s echoScene) {
	step := echoStep(b, s)
	for range 100 {
		step()
	}
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}

func BenchmarkEchoTracking(b *testing.B)  { benchmarkEcho(b, tracking) }
func BenchmarkEchoSearching(b *testing.B) { benchmarkEcho(b, searching) }

func BenchmarkEchoAgentSilent(b *testing.B) {
	e := echo.New()
	_, _, _, heard := searching.parts(b)
	frame, silence := heard[:media.FrameSamples], make([]int16, media.FrameSamples)
	for range 100 {
		e.Played(silence)
		e.Heard(frame)
	}
	b.ReportAllocs()
	for b.Loop() {
		e.Played(silence)
		e.Heard(frame)
	}
}
