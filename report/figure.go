package report

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

// Figure is one number of a measurement. Less is better unless More is set.
type Figure struct {
	// Name is unique within its measurement, such as "response p50".
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	// Unit is what Value counts, such as "ms"; it may be empty.
	Unit string `json:"unit,omitempty"`
	// Samples is how many observations Value was made from.
	Samples int `json:"samples"`
	// Target is the worst value that will do; nil means that none is set.
	Target *float64 `json:"target,omitempty"`
	More   bool     `json:"more,omitempty"`
	// Slack is a difference from another day's value that means nothing, however
	// large it is as a ratio.
	Slack float64 `json:"slack,omitempty"`
	// Interval is how sure Value is, of figures of which less is better; nil means
	// that Value is taken as it is.
	Interval *Interval `json:"interval,omitempty"`
}

// AtMost is f with the target of at most v.
func (f Figure) AtMost(v float64) Figure {
	f.Target = &v
	return f
}

// AtLeast is f with the target of at least v; more is better then.
func (f Figure) AtLeast(v float64) Figure {
	f.Target, f.More = &v, true
	return f
}

// Missed reports whether the figure has a target and misses it. A value that is
// no number misses any.
func (f Figure) Missed() bool {
	if f.Target == nil {
		return false
	}
	if f.More {
		return !(f.Value >= *f.Target)
	}
	return !(f.Value <= *f.Target) // and not >, which no NaN is
}

// Marks of a figure that has a target. Of an unsure one the samples are too few to
// say: the target lies within the interval.
const (
	Pass   = "pass"
	Fail   = "FAIL"
	Unsure = "unsure"
)

// Mark says whether the figure meets its target, empty without one. Only a short
// run may be unsure.
func (f Figure) Mark(short bool) string {
	switch {
	case f.Target == nil:
		return ""
	case !f.Missed():
		return Pass
	case short && f.Interval.Holds(*f.Target):
		return Unsure
	}
	return Fail
}

// MaxRatio is how much worse than the baseline a figure may be: a ratio, so that
// one baseline serves machines of all speeds, and wide enough for their noise.
const MaxRatio = 1.25

// Ratio is how many times worse than before the figure is: over 1 is worse,
// whichever way is better. Two zeros are equal.
func (f Figure) Ratio(before Figure) float64 {
	now, was := f.Value, before.Value
	if f.More {
		now, was = was, now
	}
	if now == was {
		return 1
	}
	return now / was
}

// Worse reports whether the figure has got worse than before by more than
// MaxRatio, by more than its slack, and by more than chance: the least that it
// may be is more than what it may have been before, or was, where the samples of
// then set no bound. A value that is no number is worse than any.
func (f Figure) Worse(before Figure) bool {
	if math.IsNaN(f.Value) {
		return true
	}
	if f.Ratio(before) <= MaxRatio || math.Abs(f.Value-before.Value) <= f.Slack {
		return false
	}
	if f.Interval == nil {
		return true
	}
	best, worst := f.Interval.Low, &before.Value
	if i := before.Interval; i != nil && i.High != nil {
		worst = i.High
	}
	return best != nil && *best > *worst
}

// String is the value with its unit, such as "642 ms" or "0.043 core".
func (f Figure) String() string { return amount(f.Value, f.Unit) }

// limit is the target as it is shown, empty without one.
func (f Figure) limit() string {
	switch {
	case f.Target == nil:
		return ""
	case f.More:
		return "≥ " + amount(*f.Target, f.Unit)
	}
	return "≤ " + amount(*f.Target, f.Unit)
}

// amount shows three digits that count, and whole numbers whole.
func amount(v float64, unit string) string {
	decimals := 0
	if size := math.Abs(v); v != math.Trunc(v) && size < 100 {
		decimals = min(max(2-int(math.Floor(math.Log10(cmp.Or(size, 1)))), 1), 3)
	}
	return strings.TrimSpace(fmt.Sprintf("%.*f %s", decimals, v, unit))
}
