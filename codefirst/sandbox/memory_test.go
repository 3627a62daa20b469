//go:build !race

// These count what is left in memory, which the race detector multiplies.

package sandbox_test

import (
	"runtime"
	"testing"

	"parley/codefirst/sandbox"
)

func TestThousandRunsLeaveNothing(t *testing.T) {
	p, err := sandbox.Compile("const a = await ping({ a: [1, 2, 3] })\nyield <Message>{a.a.length}</Message>\nreturn a")
	if err != nil {
		t.Fatal(err)
	}
	once := func() {
		if out, err := sandbox.NewQuickJS().Run(t.Context(), p, room(sandbox.Limits{}), &host{}); err != nil || out.Fault != nil {
			t.Fatal(out.Fault, err)
		}
	}
	for range 50 {
		once()
	}
	before, routines := residentKiB(t), runtime.NumGoroutine()
	for range 1000 {
		once()
	}
	after := residentKiB(t)
	t.Logf("resident memory %d MiB before and %d MiB after 1,000 runs", before>>10, after>>10)
	if after > before+40<<10 || runtime.NumGoroutine() > routines+2 {
		t.Errorf("resident memory grew from %d KiB to %d KiB, goroutines from %d to %d", before, after, routines, runtime.NumGoroutine())
	}
}
