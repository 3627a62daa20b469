package agent

import (
	"testing"
	"time"

	"parley"
)

// TestDebtIsPaidByAnswersInTime holds that answers begun for nothing stop others
// from being begun early, and not for good.
func TestDebtIsPaidByAnswersInTime(t *testing.T) {
	s := newState(Timing{MinDelay: 600 * ms}, limits{}, manners{}, parley.Habits{})
	s.debt = credit
	s.user.said, s.user.voiced = "we have a plan", time.Second
	s, effects := step(s, tick{}, 1300*ms)
	if len(effects) > 0 && s.reply.id != 0 {
		t.Fatalf("in debt, %+v was begun early", effects)
	}
	s, _ = step(s, tick{}, 1600*ms)
	if s.reply.id == 0 || s.reply.held || s.debt != credit-1 {
		t.Fatalf("at the end of the turn: reply %+v, debt %d; want one begun and a debt of %d", s.reply, s.debt, credit-1)
	}
	s, _ = step(s, audible{s.reply.id, 1700 * ms}, 1700*ms)
	s, _ = step(s, finished{s.reply.id, "Good.", true}, 2*time.Second)
	s.user.said, s.user.voiced = "and now this one", 3*time.Second
	if s, _ = step(s, tick{}, 3300*ms); !s.reply.held || !s.reply.early {
		t.Errorf("reply = %+v, want one begun early again", s.reply)
	}
}
