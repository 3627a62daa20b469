package eval

import (
	"fmt"
	"strings"

	"parley/checker/labelled"
)

// notes say where a judge cannot do what is measured.
func notes(r Report) []string {
	var out []string
	for _, s := range r.Styles {
		var missed []string
		for _, f := range s.Figures {
			if f.Missed() {
				missed = append(missed, f.Name)
			}
		}
		if len(missed) == 0 {
			continue
		}
		out = append(out, fmt.Sprintf("On %s dialogues %s misses %d gates (%s).%s",
			s.Style, r.Judge, len(missed), strings.Join(missed, "; "), cause(r.Judge, s.Style)))
	}
	if r.Simulated {
		out = append(out, "This judge is a simulated model that knows the labels and answers wrongly by plan: its agreement "+
			"shows what pauses and repairs cost, not how good a model is.")
	}
	return out
}

// understudy is the name of the judge that follows a scene's script.
const understudy = "understudy"

func cause(judge string, style labelled.Style) string {
	if judge == understudy && style == labelled.Free {
		return " It cannot judge these well: it replays the scene's script from the user's words, and here the character speaks freely."
	}
	return ""
}
