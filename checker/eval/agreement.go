package eval

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"parley/checker/labelled"
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

// The arithmetic of agreement: how well a judge's scores go with the labels. It
// says when a measure is not defined for what it was given instead of returning a
// number.

// Bands is how many bands of progress there are: 0, 1-3, 4-6, 7-9 and 10.
const Bands = labelled.Bands

// Band is one of them, from 0 in the order of progress.
type Band int

// BandOf is the band of a progress of 0-10.
func BandOf(progress int) Band { return Band(labelled.Band(progress)) }

// Span is the first and last progress of b.
func (b Band) Span() (low, high int) {
	switch b {
	case 0:
		return 0, 0
	case Bands - 1:
		return 10, 10
	}
	return int(3*b) - 2, int(3 * b)
}

// String is the band as it is written, such as "4-6".
func (b Band) String() string {
	low, high := b.Span()
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d-%d", low, high)
}

// Confusion counts judgments by the band that was labelled, first, and the band
// that was judged.
type Confusion [Bands][Bands]int

// Add counts one judgment.
func (c *Confusion) Add(labelled, judged Band) { c[labelled][judged]++ }

// Total is how many judgments were counted.
func (c Confusion) Total() int {
	n := 0
	for _, row := range c {
		for _, v := range row {
			n += v
		}
	}
	return n
}

// Exact is how many judgments were of the band labelled.
func (c Confusion) Exact() int {
	n := 0
	for b := range c {
		n += c[b][b]
	}
	return n
}

// Kappa is Cohen's kappa with quadratic weights: 1 is full agreement, 0 what
// chance gives, and an error of two bands weighs four times one of one (J.
// Cohen, Weighted kappa, Psychological Bulletin 70(4), 1968). It is not defined
// when chance alone could not disagree, as when all is of one band.
func (c Confusion) Kappa() (kappa float64, ok bool) {
	var rows, columns [Bands]float64
	total := float64(c.Total())
	for i, row := range c {
		for j, v := range row {
			rows[i] += float64(v)
			columns[j] += float64(v)
		}
	}
	var observed, expected float64
	for i, row := range c {
		for j, v := range row {
			weight := float64((i - j) * (i - j))
			observed += weight * float64(v)
			expected += weight * rows[i] * columns[j] / max(total, 1)
		}
	}
	if expected == 0 {
		return 0, false
	}
	return 1 - observed/expected, true
}

// spearman is the rank correlation of two series of equal length: 1 when they
// rise and fall together, -1 when against each other. Equal values share the mean
// of their ranks, and the result is Pearson's correlation of the ranks (C.
// Spearman, American Journal of Psychology 15(1), 1904). It is not defined for
// fewer than two values or when one of the series is constant.
func spearman(x, y []float64) (rho float64, ok bool) {
	if len(x) != len(y) || len(x) < 2 {
		return 0, false
	}
	return pearson(ranks(x), ranks(y))
}

// ranks are from 1; equal values share the mean of theirs.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for first := 0; first < len(order); {
		last := first
		for last+1 < len(order) && values[order[last+1]] == values[order[first]] {
			last++
		}
		for _, i := range order[first : last+1] {
			out[i] = float64(first+last)/2 + 1
		}
		first = last + 1
	}
	return out
}

func pearson(x, y []float64) (r float64, ok bool) {
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	if xx == 0 || yy == 0 {
		return 0, false
	}
	return xy / math.Sqrt(xx*yy), true
}

// mean is the average, 0 of nothing.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// Ratio is a part of a whole, both counted.
type Ratio struct {
	Part  int `json:"part"`
	Whole int `json:"whole"`
}

// Count adds one to the whole, and to the part if in is set.
func (r *Ratio) Count(in bool) {
	r.Whole++
	if in {
		r.Part++
	}
}

// Share is the part of 1; it is not defined of nothing.
func (r Ratio) Share() (share float64, ok bool) {
	if r.Whole == 0 {
		return 0, false
	}
	return float64(r.Part) / float64(r.Whole), true
}

// String is the ratio as counted, such as "3 of 40".
func (r Ratio) String() string { return fmt.Sprintf("%d of %d", r.Part, r.Whole) }
