package playout_test

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
)

func TestWheelDoesNotAllocate(t *testing.T) {
	onWheel(t, func(s seats) {
		stops := make([]func() error, 100)
		for i := range stops {
			stops[i] = s.run(failing(func() error { return nil }))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		var before, after runtime.MemStats
		ticks := s.wheel.Stats().Ticks
		runtime.ReadMemStats(&before)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		runtime.ReadMemStats(&after)
		ticks = s.wheel.Stats().Ticks - ticks
		if want := uint64(10 * time.Second / media.PTime * 100); ticks < want-100 || ticks > want+100 {
			t.Errorf("%d ticks of 100 playouts in 10 s, want %d", ticks, want)
		}
		if got := after.Mallocs - before.Mallocs; got > ticks/100 {
			t.Errorf("%d allocations in %d ticks, want none but the runtime's own", got, ticks)
		}
		s.stopAll(stops)
	})
}
