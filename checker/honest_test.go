//go:build !race

package checker_test

import (
	"testing"

	"parley"
	"parley/checker"
	"parley/checker/labelled"
)

// honest is what a judge finds who is always right.
func honest(x labelled.Exchange) checker.Opinion {
	l := x.Label
	return checker.Opinion{Finding: checker.Finding{
		Complete: l.Complete, Progress: l.Progress, Bad: l.Bad, Evidence: l.Evidence, Flags: l.Flags,
		Checks: l.Checks, Quotes: quoting(x.Turns, l.Checks...),
	}}
}

// TestHonestJudgeIsBelieved holds what the rules cost: nearly every ending that
// a right judge finds is one at once.
func TestHonestJudgeIsBelieved(t *testing.T) {
	set, library := labelledSet(t)
	won, seenWon, lost, seenLost, exchanges, off := 0, 0, 0, 0, 0, 0
	for _, d := range set.Dialogues {
		s, _ := library.Get(d.Scenario)
		var known checker.Ledger
		for _, x := range d.Exchanges() {
			e := exchange(x.Number, x.Turns[max(0, len(x.Turns)-parley.ContextWindow):]...)
			e.Dispatch = d.Dispatch()
			v, ledger := checker.Decide(checker.Case{Exchange: e, Known: known}, s, honest(x))
			exchanges++
			if diff := v.Progress - x.Label.Progress; diff < -1 || diff > 1 {
				off++
			}
			if x.Label.Complete && known.Ending == "" {
				won++
				if v.Complete {
					seenWon++
				} else {
					t.Logf("%s, exchange %d: not won by %q", d.ID, x.Number, x.Label.Evidence)
				}
			}
			if x.Label.Bad && known.Ending == "" {
				lost++
				if v.Bad {
					seenLost++
				} else {
					t.Logf("%s, exchange %d: not lost by %q, flags %v", d.ID, x.Number, x.Label.Evidence, x.Label.Flags)
				}
			}
			if v.Complete && !x.Label.Complete && known.Ending == "" {
				t.Errorf("%s, exchange %d: won without a label", d.ID, x.Number)
			}
			known = ledger
		}
	}
	t.Logf("won %d of %d, lost %d of %d, %d of %d exchanges off by more than 1", seenWon, won, seenLost, lost, off, exchanges)
	if seenWon*100 < won*95 || seenLost*100 < lost*85 {
		t.Errorf("won %d of %d, want 95 %%; lost %d of %d, want 85 %%", seenWon, won, seenLost, lost)
	}
	if off*10 > exchanges {
		t.Errorf("%d of %d exchanges are off by more than 1, at most 10 %%", off, exchanges)
	}
}
