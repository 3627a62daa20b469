package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"parley/checker/eval"
)

// Size of a curve and of the space around it, in SVG units.
const (
	curveWidth, curveHeight = 300, 120
	curveLeft, curveTop     = 24, 10
)

// curve is progress over the exchanges of a dialogue.
type curve struct {
	Range string // the labelled range, a closed area
	Lines []string
	Marks []mark
	Ticks []tick
}

// mark is a verdict: its shape says which way progress went.
type mark struct {
	X, Y  float64
	Class string // up, down, same, won, lost, paused
	Path  string
	Says  string // when pointed at
}

// tick is a line across with its number.
type tick struct {
	Y     float64
	Label int
}

func x(i, n int) float64 { return curveLeft + curveWidth*(float64(i)+.5)/float64(max(n, 1)) }
func y(progress int) float64 {
	return curveTop + curveHeight*(1-float64(progress)/10)
}

// curveOf draws t with marks and the repeats of it as lines.
func curveOf(t eval.Trace, repeats []eval.Trace) curve {
	var c curve
	for _, p := range []int{0, 3, 6, 9, 10} {
		c.Ticks = append(c.Ticks, tick{y(p), p})
	}
	n := len(t.Judgments)
	c.Range = area(t.Judgments)
	for _, r := range repeats {
		c.Lines = append(c.Lines, line(r.Judgments))
	}
	for i, j := range t.Judgments {
		class := classOf(j)
		c.Marks = append(c.Marks, mark{x(i, n), y(j.Progress), class, shapes[class], fmt.Sprintf(
			"exchange %d: judged %d, labelled %d (%d-%d)%s", j.Exchange, j.Progress, j.Label.Progress, j.Label.Low, j.Label.High, ends(j),
		)})
	}
	return c
}

// area is the labelled range, half a unit wider so that a range of one value is
// seen.
func area(judgments []eval.Judgment) string {
	var up, back []string
	n := len(judgments)
	half := float64(curveWidth) / float64(max(n, 1)) / 2
	edge := float64(curveHeight) / 10 * .35
	for i, j := range judgments {
		high, low := y(j.Label.High)-edge, y(j.Label.Low)+edge
		up = append(up, fmt.Sprintf("%.1f,%.1f %.1f,%.1f", x(i, n)-half, high, x(i, n)+half, high))
		back = append([]string{fmt.Sprintf("%.1f,%.1f %.1f,%.1f", x(i, n)+half, low, x(i, n)-half, low)}, back...)
	}
	return strings.Join(append(up, back...), " ")
}

func line(judgments []eval.Judgment) string {
	points := make([]string, len(judgments))
	for i, j := range judgments {
		points[i] = fmt.Sprintf("%.1f,%.1f", x(i, len(judgments)), y(j.Progress))
	}
	return strings.Join(points, " ")
}

// shapes are drawn around the verdict's point.
var shapes = map[string]string{
	"up": "M0-4 4 3.5-4 3.5Z", "down": "M0 4 4-3.5-4-3.5Z", "same": "M-2.4-2.4H2.4V2.4H-2.4Z",
	"won": "M0-6 1.6-2 5.7-1.9 2.6.8 3.5 4.9 0 2.6-3.5 4.9-2.6.8-5.7-1.9-1.6-2Z", "lost": "M-4-4 4 4M4-4-4 4", "paused": "M-3-3H3V3H-3Z",
}

func classOf(j eval.Judgment) string {
	switch {
	case j.State != eval.Judged:
		return "paused"
	case j.Complete:
		return "won"
	case j.Bad:
		return "lost"
	case j.Progress > j.Previous:
		return "up"
	case j.Progress < j.Previous:
		return "down"
	}
	return "same"
}

func ends(j eval.Judgment) string {
	says := ""
	if j.State != eval.Judged {
		says += ", " + string(j.State)
	}
	for _, e := range []struct {
		judged, labelled bool
		name             string
	}{{j.Complete, j.Label.Complete, "won"}, {j.Bad, j.Label.Bad, "lost"}} {
		switch {
		case e.judged && e.labelled:
			says += ", " + e.name
		case e.judged:
			says += ", taken for " + e.name
		case e.labelled:
			says += ", " + e.name + " but not seen"
		}
	}
	return says
}

// heat is the confusion matrix as it is drawn: the darker, the more of the
// labelled band.
type heat struct {
	Bands []string
	Rows  []heatRow
}

type heatRow struct {
	Band  string
	Cells []heatCell
	Total int
}

type heatCell struct {
	N int
	// Shade is 0-9, the part of the row in tenths; Right is the labelled band.
	Shade int
	Right bool
	Says  string
}

func heatOf(c eval.Confusion) heat {
	var h heat
	for b := range eval.Band(eval.Bands) {
		h.Bands = append(h.Bands, b.String())
		row := heatRow{Band: b.String()}
		for _, n := range c[b] {
			row.Total += n
		}
		for judged, n := range c[b] {
			part := float64(n) / float64(max(row.Total, 1))
			row.Cells = append(row.Cells, heatCell{
				N: n, Shade: int(math.Ceil(part * 9)), Right: eval.Band(judged) == b,
				Says: fmt.Sprintf("labelled %s, judged %s: %d of %d", b, eval.Band(judged), n, row.Total),
			})
		}
		h.Rows = append(h.Rows, row)
	}
	return h
}

// grid is injections by kind, down, and language, across.
type grid struct {
	Languages []string
	Rows      []gridRow
}

type gridRow struct {
	Kind  string
	Cells []*eval.Cell // nil where there are none
}

func gridOf(cells []eval.Cell) grid {
	var g grid
	for _, c := range cells {
		if !slices.Contains(g.Languages, c.Language) {
			g.Languages = append(g.Languages, c.Language)
		}
	}
	slices.Sort(g.Languages)
	for _, c := range cells {
		if len(g.Rows) == 0 || g.Rows[len(g.Rows)-1].Kind != string(c.Kind) {
			g.Rows = append(g.Rows, gridRow{Kind: string(c.Kind), Cells: make([]*eval.Cell, len(g.Languages))})
		}
		g.Rows[len(g.Rows)-1].Cells[slices.Index(g.Languages, c.Language)] = &c
	}
	return g
}
