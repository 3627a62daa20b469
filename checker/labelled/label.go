package labelled

import (
	"fmt"
	"slices"
	"strings"

	"parley"
)

// labelFaults says what is wrong with the label of d's i-th turn. checks are the
// ids of the scene's rubric.
func labelFaults(d Dialogue, i int, checks map[string]bool) []string {
	var faults []string
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	l := *d.Turns[i].Label
	var before Label
	if i > 2 {
		before = *d.Turns[i-2].Label
	}
	if l.Low < 0 || l.Low > l.Progress || l.Progress > l.High || l.High > parley.MaxProgress {
		bad("low %d, progress %d and high %d must rise within 0 to %d", l.Low, l.Progress, l.High, parley.MaxProgress)
	}
	if l.Complete != (l.Progress == parley.MaxProgress) || l.Complete != (l.High == parley.MaxProgress) {
		bad("progress and high must be %d if and only if complete", parley.MaxProgress)
	}
	switch {
	case l.Complete && l.Bad:
		bad("complete and bad exclude each other")
	case before.Bad && !l.Bad:
		bad("once bad a scene stays so")
	case before.Complete && !l.Complete && !l.Bad:
		bad("a scene that was complete ends well or badly")
	}
	if l.Evidence == "" && (l.Complete || l.Bad && !slices.Contains(l.Flags, parley.FlagSafety)) {
		bad("complete and bad take evidence")
	}
	if l.Evidence != "" && !standsInLastTwo(d.Turns[:i+1], l.Evidence) {
		bad("evidence %q stands in neither of the character's last two turns", l.Evidence)
	}
	for _, f := range l.Flags {
		if f != parley.FlagInjection && f != parley.FlagSafety {
			bad("flag %q is unknown", f)
		}
	}
	if twice(l.Flags) || twice(l.Checks) {
		bad("a flag or a check is there twice")
	}
	for _, c := range l.Checks {
		if !checks[c] {
			bad("check %q is not in the scene's rubric", c)
		}
	}
	for _, c := range before.Checks {
		if !slices.Contains(l.Checks, c) {
			bad("check %q was met before", c)
		}
	}
	return faults
}

// standsInLastTwo reports whether quote is in one of the last two of the
// character's turns.
func standsInLastTwo(turns []Turn, quote string) bool {
	left := 2
	for _, t := range slices.Backward(turns) {
		if t.Who != parley.Character {
			continue
		}
		if strings.Contains(t.Text, quote) {
			return true
		}
		if left--; left == 0 {
			break
		}
	}
	return false
}

func twice(all []string) bool {
	sorted := slices.Sorted(slices.Values(all))
	return len(slices.Compact(sorted)) < len(all)
}
