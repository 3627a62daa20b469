package failover_test

import (
	"runtime"
	"testing"
	"time"
)

// Turns over real HTTP: what the process holds is looked at after the first
// few and after all.
const (
	wireWarm, wireTurns = 20, 270
	wireTokens          = 50
	// wireBroken is how many turns pass from one answer broken off to the next.
	wireBroken = 10
	// wireBytes is what 250 turns may leave behind: the servers of the test
	// remember every request with its headers, 2.6 KiB a turn.
	wireBytes = 768 << 10
)

// settled is what the process holds once its goroutines have been as many for
// 100 ms.
func settled() (goroutines int, heap uint64) {
	tick := time.NewTicker(5 * ms)
	defer tick.Stop()
	for same := 0; same < 20; same++ {
		<-tick.C
		if n := runtime.NumGoroutine(); n != goroutines {
			goroutines, same = n, 0
		}
	}
	runtime.GC()
	runtime.GC() // what sync.Pools let go at the first
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return goroutines, m.HeapAlloc
}

// TestTurnsOverHTTPLeakNothing has three services serve 270 turns with more than
// 10,000 tokens, every tenth answer broken off.
func TestTurnsOverHTTPLeakNothing(t *testing.T) {
	w := newWire(t)
	begun := time.Now()
	for i := range wireWarm {
		w.turn(t, uint64(i+1), i%wireBroken == 5)
	}
	goroutines, before := settled()
	for i := wireWarm; i < wireTurns; i++ {
		w.turn(t, uint64(i+1), i%wireBroken == 5)
	}
	after, heap := settled()
	grown := int64(heap) - int64(before)
	t.Logf("%d turns, %d tokens in %v: %d goroutines and %d KiB after %d turns, %d and %d KiB after all",
		wireTurns, w.tokens, time.Since(begun).Round(ms), goroutines, before>>10, wireWarm, after, heap>>10)
	if after > goroutines {
		t.Errorf("%d goroutines after %d turns, %d after all", goroutines, wireWarm, after)
	}
	if grown > wireBytes {
		t.Errorf("the heap grew by %d KiB, want at most %d", grown>>10, wireBytes>>10)
	}
	if w.tokens < 10_000 {
		t.Errorf("%d tokens, want at least 10000", w.tokens)
	}
	const broken = wireTurns / wireBroken // their connections cannot carry another answer
	// Of a whole answer it can once its last byte was read, which on a full machine may
	// be after the next request: seen once in 270.
	const late = 2
	for role, c := range map[string]struct{ made, most int }{
		"stt": {int(w.heard.Load()), 1 + late}, "llm": {w.model.Connections(), 1 + broken}, "tts": {int(w.spoken.Load()), 1 + broken},
	} {
		t.Logf("%s: %d connections for %d requests", role, c.made, wireTurns)
		if c.made > c.most {
			t.Errorf("%s: %d connections for %d requests, want at most %d", role, c.made, wireTurns, c.most)
		}
	}
}
