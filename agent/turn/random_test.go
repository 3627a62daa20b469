package turn

import (
	"testing"
	"time"

	"parley"
)

// TestRandomTalkKeepsTheRules lets random users talk for ten minutes each.
func TestRandomTalkKeepsTheRules(t *testing.T) {
	for seed := range uint64(60) {
		m := Manners{Nudges: seed%2 == 0, Fillers: seed%3 == 0, Nods: seed%5 == 0, FirmOpening: seed%7 == 0, FirmNudges: seed%4 == 0}
		w := newWorld(t, seed, m)
		w.step(Started{"Hello."})
		if seed%4 > 0 { // else nobody ever asks for audio
			w.schedule(w.within(3*time.Second), Subscribed{})
		}
		for w.now < 10*time.Minute {
			w.run(w.within(1500 * ms))
			w.acts()
		}
		if w.speaking {
			w.step(Voice{At: w.now})
		}
		w.step(ButtonUp{})
		w.step(Alone{})
		w.step(Recess{})
		w.run(30 * time.Second) // every final has come
		w.step(Hangup{Outcome: parley.Left})
		w.run(time.Second)
		if !w.ended {
			w.fail("the call did not end")
		}
		w.complete()
	}
}
