package enginetest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// Promptly is how soon whatever is cancelled or closed must return.
const Promptly = 50 * time.Millisecond

// Computed is the processor time of this process so far, of all its threads. Others
// who use the machine cannot make it more, so it bounds work in tests that share the
// processors; waiting is not in it.
func Computed(t testing.TB) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// Clock measures how long something takes from Start on, where others may have the
// processors meanwhile.
type Clock struct {
	began time.Time
	held  time.Duration
}

// Start starts a clock.
func Start() Clock { return Clock{time.Now(), heldUp()} }

// Lapse is what a clock has measured.
type Lapse struct {
	// Took is the time that passed, Own is it without the time for which threads of this
	// process could have run and others had the processors. What is too long even by
	// Own is not the machine's fault.
	Took, Own time.Duration
}

// Lapse is the time since Start.
func (c Clock) Lapse() Lapse {
	took := time.Since(c.began)
	return Lapse{took, max(0, took-(heldUp()-c.held))}
}

// heldUp is how long threads of this process have waited for a processor, in all; 0
// where Linux does not tell.
func heldUp() time.Duration {
	files, _ := filepath.Glob("/proc/self/task/*/schedstat") // the pattern is right
	var all time.Duration
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		var ran, waited time.Duration // nanoseconds, see Documentation/scheduler/sched-stats.rst of Linux
		if _, err := fmt.Fscan(bytes.NewReader(text), (*int64)(&ran), (*int64)(&waited)); err == nil {
			all += waited
		}
	}
	return all
}

const (
	// tries is how often Within sees that something is late and the machine is not to
	// blame, mostTries how often it tries.
	tries     = 6
	mostTries = 60
)

// Prompt is Within of Promptly.
func Prompt(t testing.TB, what string, try func() Lapse) {
	t.Helper()
	Within(t, Promptly, what, try)
}

// Within repeats try until it takes no longer than limit, by the time that passes. It
// fails the test if it never does.
func Within(t testing.TB, limit time.Duration, what string, try func() Lapse) {
	t.Helper()
	best, late := time.Hour, 0
	for n := 0; n < mostTries && late < tries; n++ {
		l := try()
		if best = min(best, l.Took); best <= limit {
			return
		}
		if l.Own > limit {
			late++
		}
	}
	t.Errorf("%s takes %v, want at most %v", what, best, limit)
}

// Growth is how much the Go heap grows; C memory is the engine's own concern.
type Growth struct{ before, most uint64 }

// Grow looks at the heap, once more.
func (g *Growth) Grow() {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if g.before == 0 {
		g.before = m.HeapAlloc
	}
	g.most = max(g.most, m.HeapAlloc)
}

// Bound holds what Grow saw to a limit in bytes beyond the first.
func (g *Growth) Bound(t testing.TB, limit uint64) {
	t.Helper()
	t.Logf("heap +%d MiB", (g.most-g.before)>>20)
	if g.most-g.before > limit {
		t.Errorf("the heap grew by %d MiB, want at most %d", (g.most-g.before)>>20, limit>>20)
	}
}
