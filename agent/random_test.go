package agent

import (
	"testing"
	"time"

	"parley"
)

// TestRandomTalkKeepsTheRules lets random users talk for ten minutes each.
func TestRandomTalkKeepsTheRules(t *testing.T) {
	for seed := range uint64(60) {
		m := manners{nudges: seed%2 == 0, fillers: seed%3 == 0, nods: seed%5 == 0, firmOpening: seed%7 == 0, firmNudges: seed%4 == 0}
		w := newWorld(t, seed, m)
		w.step(started{"Hello."})
		if seed%4 > 0 { // else nobody ever asks for audio
			w.schedule(w.within(3*time.Second), subscribed{})
		}
		for w.now < 10*time.Minute {
			w.run(w.within(1500 * ms))
			w.acts()
		}
		if w.speaking {
			w.step(voice{at: w.now})
		}
		w.step(release{})
		w.run(30 * time.Second) // every final has come
		w.step(hangup{parley.Left, ""})
		w.run(time.Second)
		if !w.ended {
			w.fail("the call did not end")
		}
		w.complete()
	}
}
