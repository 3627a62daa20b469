//go:build !race

package dates

import (
	"strings"
	"testing"
	"time"
)

// TestFindIsQuick: a text of 100,000 characters takes less than 50 ms.
func TestFindIsQuick(t *testing.T) {
	for _, words := range []string{sentence + " ", "at 5 ", "eod ", "a ", "the first ", "monday and "} {
		text := strings.Repeat(words, 1+100_000/len(words))[:100_000]
		took := time.Hour
		for range 10 { // the quickest, for others use the machine too
			start := time.Now()
			FindAll(text, wednesday)
			took = min(took, time.Since(start))
		}
		if took > 50*time.Millisecond {
			t.Errorf("%q takes %v", words, took)
		}
	}
}
