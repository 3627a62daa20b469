package turn

import (
	"testing"
	"time"

	"parley"
)

// said is a state in which the user said something and stopped.
func said(s State, text string, at time.Duration) State {
	s.user.said, s.user.voiced = text, at
	return s
}

// TestWasteIsEarnedBack holds that answers begun for nothing stop others from
// being begun early, and not for good.
func TestWasteIsEarnedBack(t *testing.T) {
	s := New(parley.Timing{MinDelay: 600 * ms}, Limits{Waste: 0.5}, Manners{}, parley.Profile{})
	s.budget.left = 0.6
	s, effects := Step(said(s, "we have a plan", time.Second), Tick{}, 1550*ms)
	if len(effects) > 0 && s.reply.id != 0 {
		t.Fatalf("with nothing left, %+v was begun early", effects)
	}
	s, _ = Step(s, Tick{}, 1600*ms)
	if s.reply.id == 0 || s.reply.phase == heldBack || s.budget.left != 1.1 {
		t.Fatalf("at the end of the turn: reply %+v, %+v; want one begun and half an answer earned", s.reply, s.budget)
	}
	s, _ = Step(s, Audible{s.reply.id, 1700 * ms}, 1700*ms)
	s, _ = Step(s, Finished{s.reply.id, "Good.", true}, 2*time.Second)
	if s, _ = Step(said(s, "and now this one", 3*time.Second), Tick{}, 3550*ms); s.reply.phase != heldBack || !s.reply.preemptive {
		t.Errorf("reply = %+v, want one begun early again", s.reply)
	}
}

// TestWasteNeverExceedsTheBudget begins answers for users who go on at the worst
// moment, always.
func TestWasteNeverExceedsTheBudget(t *testing.T) {
	for _, share := range []float64{-1, 0.1, 0.3, 1} {
		b := newBudget(share)
		wasted := 0
		const turns = 1000
		for range turns {
			for b.allows() {
				b.spend()
				wasted++
			}
			b.earn()
		}
		if most := max(share, 0)*turns + firstWaste; float64(wasted) > most {
			t.Errorf("a share of %v: %d wasted in %d turns, at most %v", share, wasted, turns, most)
		} else if share > 0 && float64(wasted) < most-2 {
			t.Errorf("a share of %v: only %d of %v could be wasted", share, wasted, most)
		}
	}
}

// TestAnswersAreBegunAsLateAsWillDo holds that an answer is begun as long before
// the end of the turn as the engines take, and no longer.
func TestAnswersAreBegunAsLateAsWillDo(t *testing.T) {
	s := New(parley.Timing{MinDelay: time.Second}, Limits{}, Manners{}, parley.Profile{})
	for range 30 {
		s, _ = Step(s, FirstAudio{1, 330 * ms}, 0)
	}
	s = said(s, "we have a plan", time.Second)
	s, _ = Step(s, Tick{}, 1500*ms)
	if s.reply.id != 0 {
		t.Error("begun half a second early for engines that take 330 ms")
	}
	if at := 2*time.Second - 330*ms - parley.DefaultTiming.LeadMargin; s.Wake < at-ms || s.Wake > at+10*ms {
		t.Errorf("wakes at %v, want %v", s.Wake, at)
	}
	s, _ = Step(s, FirstAudio{1, 2 * time.Second}, 1500*ms)
	if s.reply.id == 0 || s.reply.phase != heldBack {
		t.Error("an engine that turns slow is not asked sooner")
	}
}
