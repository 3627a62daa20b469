package turn

import (
	"math/rand/v2"
	"testing"
	"time"

	"parley"
)

func TestProfilesFollowTheUsersPauses(t *testing.T) {
	const standard = 1250 * ms
	timing := parley.Timing{MinDelay: standard}.FillFrom(parley.DefaultTiming)
	for _, c := range []struct {
		name        string
		pause       func(*rand.Rand) time.Duration
		least, most time.Duration
	}{
		{"a fluent talker", func(*rand.Rand) time.Duration { return parley.DefaultTiming.FluentPause }, 750 * ms, 850 * ms},
		{"a quick one", func(r *rand.Rand) time.Duration { return 200*ms + time.Duration(r.IntN(100))*ms }, 350 * ms, 450 * ms},
		{"a thinker", func(r *rand.Rand) time.Duration { return 300*ms + time.Duration(r.IntN(1000))*ms }, 1100 * ms, 1400 * ms},
		{"sounds and silences", func(r *rand.Rand) time.Duration { return []time.Duration{50 * ms, 9 * time.Second}[r.IntN(2)] }, standard, standard},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		var h parley.Profile
		for range 200 {
			h = learn(parley.DefaultTiming, h, c.pause(r))
		}
		if d := delayFor(timing, h); d < c.least || d > c.most {
			t.Errorf("%s is given %v (%+v), want %v to %v", c.name, d, h, c.least, c.most)
		}
	}
	if d := delayFor(timing, parley.Profile{}); d != standard {
		t.Errorf("a stranger is given %v, want %v", d, standard)
	}
	one := learn(parley.DefaultTiming, parley.Profile{}, 200*ms)
	if d := delayFor(timing, one); d < standard-150*ms || d >= standard {
		t.Errorf("after one pause %v, want a little less than %v", d, standard)
	}
}

func TestOneLongPauseChangesLittle(t *testing.T) {
	var h parley.Profile
	for range 40 {
		h = learn(parley.DefaultTiming, h, 300*ms)
	}
	before := h.Pause
	if h = learn(parley.DefaultTiming, h, 3*time.Second); h.Pause-before > 150*ms {
		t.Errorf("one pause of 3 s moved the habit from %v to %v", before, h.Pause)
	}
}
