package eval

import (
	"fmt"
	"slices"

	"parley"
	"parley/checker/labelled"
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

const groupStability = "Stability"

// stability compares dialogues with those that say the same in other words, and
// repeats of a dialogue with each other.
func stability(traces []Trace) []Figure {
	first := map[string]Trace{}
	repeats := map[string][]Trace{}
	for _, t := range traces {
		if t.Repeat == 1 {
			first[t.Dialogue] = t
		}
		repeats[t.Dialogue] = append(repeats[t.Dialogue], t)
	}
	var close Ratio
	for _, t := range first {
		pair, ok := first[t.PairOf]
		if !ok {
			continue
		}
		for i := range min(len(t.Judgments), len(pair.Judgments)) {
			close.Count(abs(t.Judgments[i].Progress-pair.Judgments[i].Progress) <= 1)
		}
	}
	figures := []Figure{share(groupStability, "invariance", "same in other words: within 1", close).atLeast(.95)}
	return append(figures, consistency(repeats)...)
}

// consistency is not defined of dialogues that were judged once.
func consistency(repeats map[string][]Trace) []Figure {
	flips, items := 0, 0
	var narrow Ratio
	for _, all := range repeats {
		if len(all) < 2 {
			continue
		}
		for i, j := range all[0].Judgments {
			low, high, flipped := j.Progress, j.Progress, false
			for _, t := range all[1:] {
				if i >= len(t.Judgments) {
					continue
				}
				o := t.Judgments[i]
				low, high = min(low, o.Progress), max(high, o.Progress)
				flipped = flipped || o.Complete != j.Complete || o.Bad != j.Bad
			}
			items++
			narrow.Count(high-low <= 1)
			if flipped && !j.Label.Borderline {
				flips++
			}
		}
	}
	f := number(groupStability, "flips", "endings that flip between repeats", flips, fmt.Sprintf("%d exchanges", items)).atMost(0)
	f.Defined = items > 0
	return []Figure{f, share(groupStability, "spread", "repeats within 1 of each other", narrow).atLeast(.99)}
}
