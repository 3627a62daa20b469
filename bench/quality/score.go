package quality

import (
	"time"

	"parley/bench/quality/beep"
	"parley/media"
)

// frame is 20 ms of the character's as the caller received them; times run from
// the start of the call.
type frame struct {
	at    time.Duration
	level uint8
	// word is the word it is of, if known.
	word  beep.Word
	known bool
}

// audible is the quietest media.Level, in -dBov, at which the character counts
// as heard: Opus makes noise of its own below it out of silence.
const audible uint8 = 50

func (f frame) audible() bool { return f.level <= audible }

// firstAudible is when the character is first heard from from on and before to.
func firstAudible(heard []frame, from, to time.Duration) (time.Duration, bool) {
	for _, f := range heard {
		if f.at >= from && f.at < to && f.audible() {
			return f.at, true
		}
	}
	return 0, false
}

// judgePauses says of a line begun at began which of its pauses the character
// broke. Pauses after that are not judged; fluent is set if it spoke before the
// first.
func judgePauses(heard []frame, began time.Duration, l *line) (broken []bool, fluent bool) {
	at, cut := firstAudible(heard, began+l.start, began+l.end)
	for _, p := range l.pauses {
		if cut && at < began+p.start {
			break
		}
		broken = append(broken, false)
	}
	if !cut {
		return broken, false
	}
	if len(broken) == 0 {
		return nil, true
	}
	broken[len(broken)-1] = true
	return broken, false
}

const (
	// goOn is for how long after something came over it a reply must be heard to
	// have gone on, and goneOn how much of it.
	goOn   = time.Second
	goneOn = int(300 * time.Millisecond / media.PTime)
	// giveUp is when a reply that is not heard any more counts as given up.
	giveUp = 4 * time.Second
	// breath is the longest silence within a reply that is no hold.
	breath = beep.ClauseGap + 3*media.PTime
)

// verdict is what became of a reply that something came over.
type verdict struct {
	decided, yielded bool
	// held is how long the reply was silent before it went on.
	held time.Duration
}

// judgeOver says, as of now, what became of the reply of a set after something
// was said over it from onset to end.
func judgeOver(heard []frame, set int, onset, end, now time.Duration) verdict {
	var v verdict
	sounded, after, last := onset, 0, time.Duration(0)
	for _, f := range heard {
		if f.at < onset || !f.audible() {
			continue
		}
		if f.known && f.word.Set != set {
			return verdict{decided: true, yielded: true}
		}
		if gap := f.at - sounded; gap > breath {
			v.held = max(v.held, gap)
		}
		sounded = f.at
		if f.at > end && f.known {
			after++
			last = f.at
		}
	}
	v.yielded = after < goneOn || last < end+goOn
	v.decided = !v.yielded || now >= end+giveUp && now >= sounded+giveUp
	return v
}

// lastOf is how long after onset the reply of a set was last heard; from that
// on only another set may be.
func lastOf(heard []frame, set int, onset time.Duration) time.Duration {
	last := onset
	for _, f := range heard {
		if f.at >= onset && f.known && f.word.Set == set {
			last = f.at + media.PTime
		}
	}
	return last - onset
}
