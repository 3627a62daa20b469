package eval

import (
	"fmt"
	"slices"

	"parley"
	"parley/checker/labelled"
)

const groupPromises = "What must move the score, and what must not"

// promises measures what single kinds of dialogue are in the set for.
func promises(traces []Trace) []Figure {
	var refused, idle, kept Ratio
	highest, rise, claimed, claims := 0, 0, 0, 0
	each(traces, func(t Trace, i int, j Judgment) {
		steady := i > 0 && j.Label.Progress == t.Judgments[i-1].Label.Progress
		switch t.Kind {
		case labelled.Refusal:
			if i > 0 && j.Label.Bad && !t.Judgments[i-1].Label.Bad {
				refused.Count(j.Bad || j.Progress < t.peak(i))
			}
		case labelled.SmallTalk:
			if steady && t.steadyFrom(i) {
				idle.Count(abs(j.Progress-j.Previous) <= 1)
			}
		case labelled.Effort:
			highest = max(highest, j.Progress)
		case labelled.Claims, labelled.ReadBack, labelled.Name:
			claims++
			if steady {
				rise = max(rise, j.Progress-max(j.Previous, j.Label.Progress))
			}
			if j.Complete {
				claimed++
			}
		case labelled.Window:
			if t.forgotten(i) {
				kept.Count(j.Progress >= j.Label.Low)
			}
		default:
		}
	})
	effort, claimsOf := count(traces, labelled.Effort), fmt.Sprintf("%d exchanges", claims)
	figures := []Figure{
		share(groupPromises, "refusal", "a final refusal lowers or ends it", refused).atLeast(.98),
		share(groupPromises, "small-talk", "small talk moves it by 1 at most", idle).atLeast(.95),
		number(groupPromises, "effort", "highest for effort without willingness", highest, fmt.Sprintf("%d dialogues", effort)).atMost(6),
		number(groupPromises, "claims-rise", "highest rise above the label on a claim", rise, claimsOf).atMost(1),
		number(groupPromises, "claims-complete", "claims taken for agreement", claimed, claimsOf).atMost(0),
		share(groupPromises, "window", "concession kept once out of sight", kept).atLeast(1),
	}
	figures[2].Defined = effort > 0
	figures[3].Defined, figures[4].Defined = claims > 0, claims > 0
	return figures
}

// peak is the highest progress before the i-th exchange.
func (t Trace) peak(i int) int {
	top := 0
	for _, j := range t.Judgments[:i] {
		top = max(top, j.Progress)
	}
	return top
}

// steadyFrom reports that the labels stay as they are from the i-th on.
func (t Trace) steadyFrom(i int) bool {
	return !slices.ContainsFunc(t.Judgments[i:], func(j Judgment) bool { return j.Label.Progress != t.Judgments[i].Label.Progress })
}

// forgotten reports that the judge of the i-th exchange no longer sees the
// concession. The exchange's last turn is number 2i+3, after the opening.
func (t Trace) forgotten(i int) bool {
	return t.Concession > 0 && t.Concession <= 2*i+3-parley.ContextWindow
}

// count is how many traces are of that kind.
func count(traces []Trace, k labelled.Kind) int {
	n := 0
	for _, t := range traces {
		if t.Kind == k {
			n++
		}
	}
	return n
}

func abs(n int) int { return max(n, -n) }
