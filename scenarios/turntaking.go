package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"parley"
)

// Values of Scenario.Uninterruptible.
const (
	LineOpening = "opening"
	LineNudge   = "nudge"
)

// Limits of what is said while the user's turn or the answer goes on. Longer
// lines would be heard as turns of their own.
const (
	MaxFillerWords = 6
	MaxNodWords    = 3
)

// checkTurns reports faults of the fields that shape turn-taking.
func checkTurns(r *report, s *Scenario) {
	r.short("fillers", s.Fillers, MaxFillerWords)
	r.short("nods", s.Nods, MaxNodWords)
	for i, line := range s.Uninterruptible {
		if line != LineOpening && line != LineNudge {
			r.add(fmt.Sprintf("uninterruptible[%d]", i), "must be %q or %q, not %q", LineOpening, LineNudge, line)
		}
	}
	t := s.Timing
	r.ascending("sure_delay", t.SureDelay, "min_delay", t.MinDelay)
	r.ascending("min_delay", t.MinDelay, "open_delay", t.OpenDelay)
	r.ascending("barge_in", t.BargeIn, "yield", t.Yield)
}

// timing reports what is wrong with an object of delays.
func timing(r *report, path string, v any) {
	object, ok := v.(map[string]any)
	if !ok {
		r.add(path, "must be an object, not %s", kind(v))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		timer, known := parley.FindTimer(name)
		value, isText := object[name].(string)
		switch {
		case !known || timer.Name == "patience":
			r.add(join(path, name), "is no timer; docs/turn-taking.md lists them%s", meant(name, timerNames))
		case !isText:
			r.add(join(path, name), "must be a duration such as %q, not %s", timer.Default.String(), kind(object[name]))
		default:
			if _, err := timer.Parse(value); err != nil {
				r.add(join(path, name), "%v", err)
			}
		}
	}
}

// short reports empty and overlong lines.
func (r *report) short(field string, lines []string, words int) {
	r.lines(field, lines, 0)
	for i, l := range lines {
		if n := len(strings.Fields(l)); n > words {
			r.add(fmt.Sprintf("%s[%d]", field, i), "has %d words, at most %d", n, words)
		}
	}
}

// ascending reports a delay that is below the one it must not undercut, where
// the file sets both.
func (r *report) ascending(low string, l time.Duration, high string, h time.Duration) {
	if l != 0 && h != 0 && h < l {
		r.add("timing."+high, "must not be below %s (%v)", low, l)
	}
}

// timerNames yields the names of the timers that a scene may set.
func timerNames(yield func(string) bool) {
	for _, t := range parley.Timers {
		if t.Max > 0 && t.Name != "patience" && !yield(t.Name) {
			return
		}
	}
}
