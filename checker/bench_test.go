package checker_test

import (
	"testing"

	"parley"
	"parley/checker"
)

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
