package checker_test

import (
	"testing"

	"parley/checker"
	"parley/scenarios"
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

// BenchmarkExchange judges and decides on a full window of a built-in scene whose
// character says yes in words of its own: what an exchange takes offline. It
// must stay far below 5 ms.
func BenchmarkExchange(b *testing.B) {
	library, err := scenarios.Embedded()
	if err != nil {
		b.Fatal(err)
	}
	s, _ := library.Get("badNewsDaughter")
	var texts []string
	for range 10 {
		texts = append(texts, "The nurse said rest. That's all I've got to go on.",
			"it's up to you, and I can tell you more about the ward")
	}
	c := checker.Case{Exchange: exchange(10, turnsOf(append(texts, "Yes, Tuesday. I'll be there, and he won't get better.")...)...)}
	judge := checker.OfflineJudge{Scenario: s}
	b.ReportAllocs()
	for b.Loop() {
		o, err := judge.Judge(b.Context(), c)
		if err != nil {
			b.Fatal(err)
		}
		checker.Decide(c, s, o)
		checker.Decide(c, s, complete("Tuesday. I'll be there"))
	}
}
