package checker_test

import (
	"testing"

	"parley/checker"
)

// BenchmarkDecide decides on a full window with a quote of the last turn.
func BenchmarkDecide(b *testing.B) {
	var texts []string
	for range 10 {
		texts = append(texts, "Well... that's a return with a date on it. And if you're wrong?",
			"it returns three times the money in eighteen months")
	}
	k := checker.Case{Exchange: exchange(10, turnsOf(append(texts, "All right. You have my approval. Launch now.")...)...)}
	o := complete("You have my approval")
	b.ReportAllocs()
	for b.Loop() {
		if v, _ := checker.Decide(k, scene(), o); !v.Complete {
			b.Fatal("not complete")
		}
	}
}
