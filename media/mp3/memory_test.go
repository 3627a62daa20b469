//go:build !race

package mp3_test

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"parley/media/mp3"
)

// TestMemoryIsFreed holds what is C's, which the collector does not see.
func TestMemoryIsFreed(t *testing.T) {
	b := said(t)["lame-32k"]
	resident := func() int {
		debug.FreeOSMemory() // what is Go's is not asked here, and varies by the collector's pace
		var pages, held int
		stat, err := os.ReadFile("/proc/self/statm")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscan(string(stat), &pages, &held); err != nil {
			t.Fatal(err)
		}
		return held * os.Getpagesize()
	}
	run := func(n int) {
		for range n {
			if _, _, err := decode(t, b, 4000); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(50)
	before := resident()
	run(500)
	grown := resident() - before
	t.Logf("500 decoders leave %d KiB", grown>>10)
	if grown > 8<<20 { // 500 decoders would be 20 MiB and more
		t.Errorf("500 decoders leave %d KiB", grown>>10)
	}
	d, err := mp3.NewDecoder()
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	d.Close()
}
