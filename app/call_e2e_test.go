package app_test

import (
	"testing"

	"parley"
	"parley/app/apptest"
)

// TestCalls holds calls on one product: hearing, thinking, speaking, judging and every
// wire between them are real. Each is one of those that the machine holds at once.
// TestWinningCall is the one that is won.
func TestCalls(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	for name, hold := range map[string]func(*testing.T, *apptest.Server){"losing": losing, "stalling": stalling} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hold(t, s)
		})
	}
}

// losing is rude.
func losing(t *testing.T, s *apptest.Server) {
	r := s.Call(t, "riskyProjectApproval", "lose")
	if r.Outcome != parley.Lost {
		t.Errorf("outcome %q, want lost", r.Outcome)
	}
	if last := r.Verdicts[len(r.Verdicts)-1]; !last.IsBadEndingTriggered || last.IsGoalComplete {
		t.Errorf("last verdict %+v, want a bad ending", last)
	}
}

// stalling talks well and says nothing.
func stalling(t *testing.T, s *apptest.Server) {
	r := s.Call(t, "riskyProjectApproval", "stall")
	if r.Outcome != parley.Left {
		t.Errorf("outcome %q, want left: the caller hangs up", r.Outcome)
	}
	for i, v := range r.Verdicts {
		if v.ProgressTowardsGoal >= 4 {
			t.Errorf("verdict %d: progress %d, want under 4", i+1, v.ProgressTowardsGoal)
		}
	}
	if len(r.Verdicts) == 0 {
		t.Error("no verdicts")
	}
}
