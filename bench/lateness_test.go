package bench

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestLatenessOfAnIdleMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := lateness(t.Context())
		time.Sleep(10*lookout + lookout/2)
		late := stop()
		if len(late) != 10 {
			t.Errorf("%d timers, want 10", len(late))
		}
		for _, l := range late {
			if l != 0 {
				t.Errorf("a timer was late by %v in a bubble", l)
			}
		}
	})
}
