package agent

import (
	"time"

	"parley"
)

const (
	// minPause and maxPause bound what counts as a pause within a turn: below
	// it is articulation, above it the user has stopped talking.
	minPause = 200 * ms
	maxPause = 4 * time.Second
	// pauseShare is the share of pauses that Habits.Pause exceeds.
	pauseShare = 0.9
	// stride is how far one pause moves what is known.
	stride = 50 * ms
	// known is how many pauses make a habit; with fewer it is mixed with the
	// default.
	known = 48
	// minHabit and maxHabit bound the delay that habits lead to: a fast talker
	// is still not cut off, a slow one still answered.
	minHabit = 350 * ms
	maxHabit = 1400 * ms
	// fluentPause is what a turn of fluentWords or more without any pause counts
	// as: this user's pauses are seldom longer.
	fluentPause = 700 * ms
	fluentWords = 4
	// breath is what is waited beyond the user's usual pause.
	breath = 100 * ms
)

// learn adds one pause of the user's to their habits: a running quantile that
// rises by large steps while little is known, by a stride later, and falls by
// small ones, so that one long pause changes little and a changed user is
// followed all the same.
func learn(h parley.Habits, pause time.Duration) parley.Habits {
	if pause < minPause || pause > maxPause {
		return h
	}
	if h.Pauses == 0 {
		h.Pause = pause
	} else {
		step := float64(pause-h.Pause) / float64(min(h.Pauses, known))
		if pause > h.Pause {
			h.Pause += time.Duration(max(step, float64(stride)*pauseShare))
		} else {
			h.Pause -= time.Duration(float64(stride) * (1 - pauseShare))
		}
	}
	h.Pause = min(max(h.Pause, minPause), maxPause)
	h.Pauses++
	return h
}

// delayFor is MinDelay as this user's pauses want it.
func delayFor(h parley.Habits, standard time.Duration) time.Duration {
	if h.Pauses == 0 {
		return standard
	}
	own := min(max(h.Pause+breath, minHabit), maxHabit)
	weight := min(h.Pauses, known)
	return (own*time.Duration(weight) + standard*time.Duration(known-weight)) / known
}
