package eval

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"parley/checker"
	"parley/checker/labelled"
	"parley/scenarios"
)

// labelledSet is the set in a folder, or the one built in.
func labelledSet(folder string, library *scenarios.Library) (labelled.Set, error) {
	if folder == "" {
		return labelled.Load(checker.LabelledSet())
	}
	set, err := labelled.Load(os.DirFS(folder))
	if err == nil {
		err = labelled.Validate(set, library)
	}
	if err != nil {
		return set, fmt.Errorf("--set %s: %w; docs/evaluation.md says how a set is written", folder, err)
	}
	return set, nil
}

// narrow keeps the dialogues of some scenarios, all if none is named, and so many
// injections, all if negative.
func narrow(set labelled.Set, scenes []string, injections int) (labelled.Set, error) {
	if len(scenes) > 0 {
		all := set.Dialogues
		set.Dialogues = slices.DeleteFunc(slices.Clone(all), func(d labelled.Dialogue) bool {
			return !slices.Contains(scenes, d.Scenario)
		})
		if len(set.Dialogues) == 0 {
			var known []string
			for _, d := range all {
				if !slices.Contains(known, d.Scenario) {
					known = append(known, d.Scenario)
				}
			}
			return set, fmt.Errorf("the set has no dialogue of scenario %s; it has %s",
				strings.Join(scenes, " or "), strings.Join(known, ", "))
		}
	}
	if n := len(set.Injections); injections >= 0 && injections < n {
		some := make([]labelled.Injection, injections)
		for i := range some {
			some[i] = set.Injections[i*n/injections]
		}
		set.Injections = some
	}
	return set, nil
}
