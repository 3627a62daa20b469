package caller

import (
	"slices"
	"time"
)

// Frame is one frame the caller got: when, and how loud.
type Frame struct {
	At time.Time
	// Level is in -dBov, as media.Level has it.
	Level uint8
}

// Voiced reports whether there is speech in the frame.
func (f Frame) Voiced() bool { return f.Level <= Audible }

// Tape is what a caller got, in the order it came. Its methods are pure.
type Tape []Frame

// after is the part of the tape from t on.
func (t Tape) after(at time.Time) Tape {
	i, _ := slices.BinarySearchFunc(t, at, func(f Frame, at time.Time) int { return f.At.Compare(at) })
	return t[i:]
}

// Voiced is when the first voiced frame from t on came, and false if none did.
func (t Tape) Voiced(from time.Time) (time.Time, bool) {
	for _, f := range t.after(from) {
		if f.Voiced() {
			return f.At, true
		}
	}
	return time.Time{}, false
}

// LastVoiced is when the last voiced frame came; zero if none did.
func (t Tape) LastVoiced() time.Time {
	for _, f := range slices.Backward(t) {
		if f.Voiced() {
			return f.At
		}
	}
	return time.Time{}
}

const (
	// duckedBy is how much quieter than before, in dB, a voice is that makes room
	// for another.
	duckedBy = 6
	// steadyFor is the stretch before the onset whose median is the voice's level.
	steadyFor = 500 * time.Millisecond
	// silentFor is how long nothing voiced may come for the voice to be silent.
	silentFor = 200 * time.Millisecond
)

// Yield is how a voice gave way to another's.
type Yield struct {
	// Ducked is the time from the onset to the first frame at least 6 dB below
	// the voice's level, Silent to the first frame of silence after which nothing
	// voiced came for 200 ms.
	Ducked, Silent time.Duration
}

// Yield measures how the voice on the tape gave way to one that began at onset.
// It is false while that cannot be told: the voice was not there at the onset,
// or has not been silent for long enough by now.
func (t Tape) Yield(onset, now time.Time) (Yield, bool) {
	var y Yield
	level, ok := t.steady(onset)
	if !ok {
		return y, false
	}
	ducked := false
	var silent time.Time // when the silence under way began
	for _, f := range t.after(onset) {
		if !ducked && f.Level >= level+duckedBy {
			ducked, y.Ducked = true, f.At.Sub(onset)
		}
		switch {
		case !f.Voiced() && silent.IsZero():
			silent = f.At
		case f.Voiced() && !silent.IsZero() && f.At.Sub(silent) < silentFor:
			silent = time.Time{}
		}
	}
	if silent.IsZero() || now.Sub(silent) < silentFor {
		return y, false
	}
	y.Silent = silent.Sub(onset)
	return y, true
}

// Speaking reports whether the voice was there for most of the half second before
// now, so that it can be seen to give way.
func (t Tape) Speaking(now time.Time) bool {
	_, ok := t.steady(now)
	return ok
}

// steady is the voice's level just before the onset, and false if it was not
// there.
func (t Tape) steady(onset time.Time) (uint8, bool) {
	var levels []uint8
	for _, f := range t.after(onset.Add(-steadyFor)) {
		if f.At.Before(onset) {
			levels = append(levels, f.Level)
		}
	}
	if len(levels) == 0 {
		return 0, false
	}
	slices.Sort(levels)
	median := levels[len(levels)/2]
	return median, median <= Audible
}
