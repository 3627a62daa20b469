package checker_test

import (
	"testing"

	"parley"
	"parley/checker"
)

// BenchmarkRoundTrip is the way of an exchange through the queue to a judge that
// takes no time and back.
func BenchmarkRoundTrip(b *testing.B) {
	js := connect(b, queue(b))
	work(b, js, found)
	verdicts := follow(b, js, "call_a")
	b.ReportAllocs()
	for number := 1; b.Loop(); number++ {
		submit(b, js, exchange(number))
		next(b, verdicts)
	}
}

// BenchmarkOfflineJudge is one judgment of a full window.
func BenchmarkOfflineJudge(b *testing.B) {
	var turns []parley.Turn
	for n := range parley.ContextWindow {
		role, text := parley.Character, "Hmm, twelve percent is a figure."
		if n%2 == 1 {
			role, text = parley.User, "it returns twelve percent a year and the risk is covered"
		}
		turns = append(turns, parley.Turn{Number: n + 1, Role: role, Text: text})
	}
	j, e := checker.OfflineJudge{Scenario: offered()}, exchange(10, turns...)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := j.Judge(b.Context(), checker.Case{Exchange: e}); err != nil {
			b.Fatal(err)
		}
	}
}
