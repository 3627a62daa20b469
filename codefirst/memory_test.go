//go:build !race

// These count what is left in memory, which the race detector multiplies.

package codefirst_test

import (
	"runtime"
	"testing"

	"parley/codefirst"
)

func TestThousandRunsAreFlat(t *testing.T) {
	c := &counted{}
	one := newTool(t, "one", c.run)
	run := func() {
		r, _ := execute(t, codefirst.Params{Chat: &room{transcript: said("hi")}, Tools: tools(one)},
			"const a = await one()\nconst b = await one()\nyield <Message>{a} and {b}</Message>"+listen)
		if !r.Success() {
			t.Fatal(r.Err())
		}
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for range 50 {
		run()
	}
	before, routines := heap(), runtime.NumGoroutine()
	const runs = 1000
	for range runs {
		run()
	}
	after := heap()
	t.Logf("heap %d KiB before, %d KiB after %d runs; goroutines %d, %d", before>>10, after>>10, runs, routines, runtime.NumGoroutine())
	if after > before+4<<20 || runtime.NumGoroutine() > routines+2 {
		t.Errorf("heap %d bytes before, %d after; goroutines %d, %d", before, after, routines, runtime.NumGoroutine())
	}
}
