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

// Frames is what a caller got, in the order it came. Its methods are pure.
type Frames []Frame

// after is the part of the frames from at on.
func (f Frames) after(at time.Time) Frames {
	i, _ := slices.BinarySearchFunc(f, at, func(one Frame, at time.Time) int { return one.At.Compare(at) })
	return f[i:]
}

// Voiced is when the first voiced frame from a moment on came, and false if none did.
func (f Frames) Voiced(from time.Time) (time.Time, bool) {
	for _, one := range f.after(from) {
		if one.Voiced() {
			return one.At, true
		}
	}
	return time.Time{}, false
}

// LastVoiced is when the last voiced frame came; zero if none did.
func (f Frames) LastVoiced() time.Time {
	for _, one := range slices.Backward(f) {
		if one.Voiced() {
			return one.At
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

// Yield measures how the voice in the frames gave way to one that began at onset.
// It is false while that cannot be told: the voice was not there at the onset,
// or has not been silent for long enough by now.
func (f Frames) Yield(onset, now time.Time) (Yield, bool) {
	var y Yield
	level, ok := f.steady(onset)
	if !ok {
		return y, false
	}
	ducked := false
	var silent time.Time // when the silence under way began
	for _, one := range f.after(onset) {
		if !ducked && one.Level >= level+duckedBy {
			ducked, y.Ducked = true, one.At.Sub(onset)
		}
		switch {
		case !one.Voiced() && silent.IsZero():
			silent = one.At
		case one.Voiced() && !silent.IsZero() && one.At.Sub(silent) < silentFor:
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
func (f Frames) Speaking(now time.Time) bool {
	_, ok := f.steady(now)
	return ok
}

// steady is the voice's level just before the onset, and false if it was not
// there.
func (f Frames) steady(onset time.Time) (uint8, bool) {
	var levels []uint8
	for _, one := range f.after(onset.Add(-steadyFor)) {
		if one.At.Before(onset) {
			levels = append(levels, one.Level)
		}
	}
	if len(levels) == 0 {
		return 0, false
	}
	slices.Sort(levels)
	median := levels[len(levels)/2]
	return median, median <= Audible
}
