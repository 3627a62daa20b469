package eval

import (
	"fmt"
	"math"
)

const groupAgreement = "Agreement with the labels"

// confusion counts all judgments by band.
func confusion(traces []Trace) Confusion {
	var c Confusion
	each(traces, func(_ Trace, _ int, j Judgment) {
		c.Add(BandOf(j.Label.Progress), BandOf(j.Progress))
	})
	return c
}

// each calls f with every judgment and its place in its trace.
func each(traces []Trace, f func(t Trace, i int, j Judgment)) {
	for _, t := range traces {
		for i, j := range t.Judgments {
			f(t, i, j)
		}
	}
}

// agreement compares progress with the one label that is best; that others would
// be right too only counts in "within the range".
func agreement(traces []Trace) []Figure {
	c := confusion(traces)
	kappa, ok := c.Kappa()
	var within Ratio
	var off float64
	each(traces, func(_ Trace, _ int, j Judgment) {
		within.Count(j.Label.Low <= j.Progress && j.Progress <= j.Label.High)
		off += math.Abs(float64(j.Progress - j.Label.Progress))
	})
	exchanges := fmt.Sprintf("%d exchanges", c.Total())
	return []Figure{
		Figure{
			ID: "kappa", Group: groupAgreement, Name: "weighted kappa on bands", Value: kappa, Defined: ok, Of: exchanges,
		}.atLeast(.70),
		rankAgreement(traces).atLeast(.85),
		Figure{
			ID: "mae", Group: groupAgreement, Name: "mean absolute error", Value: off / float64(max(c.Total(), 1)),
			Defined: c.Total() > 0, Of: exchanges,
		}.atMost(1),
		share(groupAgreement, "band", "the very band", Ratio{Part: c.Exact(), Whole: c.Total()}),
		share(groupAgreement, "range", "within the labelled range", within),
	}
}

// rankAgreement is the mean over the dialogues whose labels change. Where they do
// and the verdicts never move, there is no order to compare: that counts as 0.
func rankAgreement(traces []Trace) Figure {
	var rhos []float64
	constant, flat := 0, 0
	for _, t := range traces {
		labels, verdicts := t.series()
		rho, ok := spearman(labels, verdicts)
		if _, moves := spearman(labels, labels); !moves {
			constant++
			continue
		} else if !ok {
			flat++
		}
		rhos = append(rhos, rho)
	}
	return Figure{
		ID: "spearman", Group: groupAgreement, Name: "Spearman within dialogue", Value: mean(rhos), Defined: len(rhos) > 0,
		Of: fmt.Sprintf("%d dialogues, %d of them judged flat; %d with constant labels left out", len(rhos), flat, constant),
	}
}

// series are the labels and the verdicts, in order.
func (t Trace) series() (labels, verdicts []float64) {
	for _, j := range t.Judgments {
		labels = append(labels, float64(j.Label.Progress))
		verdicts = append(verdicts, float64(j.Progress))
	}
	return labels, verdicts
}

// Off is the mean distance of the verdicts from the labelled ranges.
func (t Trace) Off() float64 {
	sum := 0
	for _, j := range t.Judgments {
		sum += max(j.Label.Low-j.Progress, j.Progress-j.Label.High, 0)
	}
	return float64(sum) / float64(max(len(t.Judgments), 1))
}
