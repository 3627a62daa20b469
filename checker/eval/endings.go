package eval

import (
	"slices"
)

const groupEndings = "Endings"

// endings measures whether scenes are taken for won and lost when they are. An
// agreement counts as seen with its exchange or the next; a bad ending with any
// from its own on.
func endings(traces []Trace) []Figure {
	var falseWon, falseLost, seen, atOnce, right, found Ratio
	each(traces, func(_ Trace, _ int, j Judgment) {
		if !j.Label.Complete {
			falseWon.Count(j.Complete)
		}
		if !j.Label.Bad {
			falseLost.Count(j.Bad)
		}
	})
	for _, t := range traces {
		if won := t.first(func(j Judgment) bool { return j.Label.Complete }); won >= 0 {
			atOnce.Count(t.Judgments[won].Progress == 10)
			next := t.Judgments[won:min(won+2, len(t.Judgments))]
			seen.Count(slices.ContainsFunc(next, func(j Judgment) bool { return j.Complete }))
		}
		lost := t.first(func(j Judgment) bool { return j.Label.Bad })
		said := t.first(func(j Judgment) bool { return j.Bad })
		if said >= 0 {
			right.Count(t.Judgments[said].Label.Bad)
		}
		if lost >= 0 {
			found.Count(slices.ContainsFunc(t.Judgments[lost:], func(j Judgment) bool { return j.Bad }))
		}
	}
	return []Figure{
		share(groupEndings, "false-complete", "taken for won, and not", falseWon).atMost(.01),
		share(groupEndings, "complete-recall", "won, seen within one exchange", seen).atLeast(.95),
		share(groupEndings, "bad-precision", "taken for lost, and rightly", right).atLeast(.90),
		share(groupEndings, "bad-recall", "lost, and seen", found).atLeast(.85),
		share(groupEndings, "false-bad", "taken for lost, and not", falseLost),
		share(groupEndings, "agreed-ten", "agreement shown as 10 at once", atOnce).atLeast(1),
	}
}

// first is the place of the first judgment of which is holds, -1 if there is
// none.
func (t Trace) first(is func(Judgment) bool) int { return slices.IndexFunc(t.Judgments, is) }
