package labelled

import (
	"fmt"
	"slices"
	"strings"

	"parley"
	"parley/scenarios"
)

// weighty is the progress past which only words of the character lead further:
// from there on they take part.
const weighty = 3

var flags = []string{parley.FlagInjection, parley.FlagSafety, parley.FlagDerailed}

// labelFaults says what is wrong with the label of d's i-th turn in that scene.
func labelFaults(d Dialogue, i int, scene scenarios.Scenario) []string {
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
	if l.Evidence == "" && l.Progress > max(before.Progress, weighty) {
		bad("a rise past %d takes evidence", weighty)
	}
	if l.Evidence != "" && !standsInLastTwo(d.Turns[:i+1], l.Evidence) {
		bad("evidence %q stands in neither of the character's last two turns", l.Evidence)
	}
	for _, f := range l.Flags {
		if !slices.Contains(flags, f) {
			bad("flag %q is unknown", f)
		}
	}
	if twice(l.Flags) {
		bad("a flag is there twice")
	}
	if l.Complete && i/2 < scene.MinTurns {
		bad("complete in exchange %d, before the scene's min_turns %d", i/2, scene.MinTurns)
	}
	return append(faults, checkFaults(l, before, scene.Rubric)...)
}

// checkFaults says what is wrong with the checks of a label.
func checkFaults(l, before Label, rubric []scenarios.Check) []string {
	var faults []string
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for _, c := range l.Checks {
		if !slices.ContainsFunc(rubric, func(r scenarios.Check) bool { return r.ID == c }) {
			bad("check %q is not in the scene's rubric", c)
		}
	}
	for _, c := range before.Checks {
		if !slices.Contains(l.Checks, c) {
			bad("check %q was met before", c)
		}
	}
	for _, r := range rubric {
		if l.Complete && r.Required && !slices.Contains(l.Checks, r.ID) {
			bad("complete without check %q, which the scene requires", r.ID)
		}
	}
	if twice(l.Checks) {
		bad("a check is there twice")
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
