package page

import (
	"fmt"
	"math"
	"slices"

	"parley/checker/eval"
	"parley/checker/eval/measure"
)

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

func heatOf(c measure.Confusion) heat {
	var h heat
	for b := range measure.Band(measure.Bands) {
		h.Bands = append(h.Bands, b.String())
		row := heatRow{Band: b.String()}
		for _, n := range c[b] {
			row.Total += n
		}
		for judged, n := range c[b] {
			part := float64(n) / float64(max(row.Total, 1))
			row.Cells = append(row.Cells, heatCell{
				N: n, Shade: int(math.Ceil(part * 9)), Right: measure.Band(judged) == b,
				Says: fmt.Sprintf("labelled %s, judged %s: %d of %d", b, measure.Band(judged), n, row.Total),
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
