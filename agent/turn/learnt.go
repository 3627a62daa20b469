package turn

import (
	"time"

	"parley"
)

const (
	// pauseShare is the share of pauses that Profile.Pause exceeds.
	pauseShare = 0.9
	// known is how many pauses make a profile; with fewer it is mixed with the
	// default.
	known = 48
	// fluentWords without any pause count as one of Timing.FluentPause.
	fluentWords = 4
)

// learn adds one pause of the user's to their profile: a running quantile that
// rises by large steps while little is known, by a small one later, and falls by
// small ones, so that one long pause changes little and a changed user is
// followed all the same.
func learn(t parley.Timing, h parley.Profile, pause time.Duration) parley.Profile {
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
func delayFor(t parley.Timing, h parley.Profile) time.Duration {
	if h.Pauses == 0 {
		return t.MinDelay
	}
	own := min(max(h.Pause+t.PauseMargin, t.MinLearnt), t.MaxLearnt)
	weight := min(h.Pauses, known)
	return (own*time.Duration(weight) + t.MinDelay*time.Duration(known-weight)) / known
}

// DefaultWaste is Config.Waste's default: of engines that are paid for, one
// answer in four or so may be for nothing.
const DefaultWaste = 0.3

const (
	// firstWaste is what may be wasted before anything has been earned, mostWaste
	// the most that is saved up.
	firstWaste = 2
	mostWaste  = 3
)

// budget bounds the answers that are begun early for nothing. Every turn that is
// answered adds a share of one, every answer that is dropped takes one off; with
// less than one left answers are begun when the turn is over. As only the first
// clause of an answer is spoken before that, and an answer is short, it bounds
// tokens and characters too.
type budget struct{ share, left float64 }

func newBudget(share float64) budget {
	if share == 0 {
		share = DefaultWaste
	}
	return budget{share, max(share, firstWaste)}
}

// allows reports whether an answer may be begun early.
func (b budget) allows() bool { return b.share > 0 && b.left >= 1 }

// earn counts an answer that was wanted.
func (b *budget) earn() { b.left = min(b.left+b.share, max(mostWaste, b.share)) }

// spend counts one that was not.
func (b *budget) spend() { b.left-- }

// leadFor follows the time from asking the model to the first audio: up at once,
// as a late answer is felt, down slowly.
func leadFor(lead, took time.Duration) time.Duration {
	if took > lead {
		return lead + (took-lead)/2
	}
	return lead - (lead-took)/4
}
