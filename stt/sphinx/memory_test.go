//go:build !race

package sphinx

import (
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// resident is the memory this process holds now, in bytes (proc(5), statm).
func resident(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// TestPoolGivesMemoryBack: what decoders held that nobody used for a while is the
// system's again.
func TestPoolGivesMemoryBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := Open(Options{Decoders: maxIdle})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		synctest.Wait()
		before := resident(t) // with one decoder
		var taken []*decoder
		for range maxIdle {
			d, err := e.pool.acquire(t.Context(), domainID{})
			if err != nil {
				t.Fatal(err)
			}
			taken = append(taken, d)
		}
		for _, d := range taken {
			e.pool.release(d)
		}
		full := resident(t)
		time.Sleep(2 * idleFor)
		synctest.Wait()
		after := resident(t)
		t.Logf("one decoder %d MiB, %d decoders %d, one again %d", before>>20, maxIdle, full>>20, after>>20)
		if after-before > (full-before)/5 {
			t.Errorf("of %d MiB that three decoders took %d are still held", (full-before)>>20, (after-before)>>20)
		}
	})
}
