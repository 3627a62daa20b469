package turn

import (
	"time"

	"parley"
)

const (
	// pauseShare is the share of pauses that Habits.Pause exceeds.
	pauseShare = 0.9
	// known is how many pauses make a habit; with fewer it is mixed with the
	// default.
	known = 48
	// fluentWords without any pause count as one of Timing.FluentPause.
	fluentWords = 4
)

// learn adds one pause of the user's to their habits: a running quantile that
// rises by large steps while little is known, by a small one later, and falls by
// small ones, so that one long pause changes little and a changed user is
// followed all the same.
func learn(t parley.Timing, h parley.Habits, pause time.Duration) parley.Habits {
	if pause < t.MinPause || pause > t.MaxPause {
		return h
	}
	if h.Pauses == 0 {
		h.Pause = pause
	} else {
		step := float64(pause-h.Pause) / float64(min(h.Pauses, known))
		if pause > h.Pause {
			h.Pause += time.Duration(max(step, float64(t.PauseStep)*pauseShare))
		} else {
			h.Pause -= time.Duration(float64(t.PauseStep) * (1 - pauseShare))
		}
	}
	h.Pause = min(max(h.Pause, t.MinPause), t.MaxPause)
	h.Pauses++
	return h
}

// delayFor is MinDelay as this user's pauses want it.
func delayFor(t parley.Timing, h parley.Habits) time.Duration {
	if h.Pauses == 0 {
		return t.MinDelay
	}
	own := min(max(h.Pause+t.PauseMargin, t.MinLearnt), t.MaxLearnt)
	weight := min(h.Pauses, known)
	return (own*time.Duration(weight) + t.MinDelay*time.Duration(known-weight)) / known
}
