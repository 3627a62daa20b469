package eval

import (
	"fmt"
)

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
