package report

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Size of a panel of a chart and of the space around it, in SVG units.
const (
	panelWidth, panelHeight = 340, 180
	chartLeft, chartTop     = 48, 44
	panelGap                = 72
)

// Chart draws columns of the table as SVG: one panel each, side by side, with
// the column x along the bottom, its rows equally far apart, and zero at the
// foot. It fails if the table lacks a column, has fewer than two rows, or holds
// text where a number is to be drawn.
func (t Table) Chart(x string, ys ...string) (string, error) {
	along, err := t.column(x)
	if err != nil {
		return "", err
	}
	if len(along) < 2 {
		return "", fmt.Errorf("draw %s: %d rows make no line", t.Title, len(along))
	}
	var b strings.Builder
	width := chartLeft + len(ys)*(panelWidth+panelGap)
	height := chartTop + panelHeight + 44
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" `+
		`font-family="sans-serif" font-size="12">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", escaped(t.Title))
	for i, y := range ys {
		cells, err := t.column(y)
		if err != nil {
			return "", err
		}
		values := make([]float64, len(cells))
		for j, cell := range cells {
			if values[j], err = strconv.ParseFloat(cell, 64); err != nil {
				return "", fmt.Errorf("draw %s: %w", y, err)
			}
		}
		fmt.Fprintf(&b, "<g transform=\"translate(%d %d)\">\n", chartLeft+i*(panelWidth+panelGap), chartTop)
		panel(&b, x, y, along, values)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String(), nil
}

// column are the cells under a head.
func (t Table) column(head string) ([]string, error) {
	i := slices.Index(t.Head, head)
	if i < 0 {
		return nil, fmt.Errorf("draw %s: there is no column %q", t.Title, head)
	}
	var cells []string
	for _, row := range t.Rows {
		if i < len(row) {
			cells = append(cells, row[i])
		}
	}
	return cells, nil
}

// panel draws one line with its axes.
func panel(b *strings.Builder, x, y string, along []string, values []float64) {
	top := slices.Max(values) * 1.1
	if top <= 0 {
		top = 1
	}
	step := float64(panelWidth) / float64(len(values)-1)
	at := func(i int) (float64, float64) {
		return float64(i) * step, panelHeight * (1 - values[i]/top)
	}
	fmt.Fprintf(b, `<text x="0" y="-18" font-weight="bold" fill="#222">%s</text>`+"\n", escaped(y))
	fmt.Fprintf(b, `<path d="M0 0V%dH%d" fill="none" stroke="#888"/>`+"\n", panelHeight, panelWidth)
	var line []string
	for i := range values {
		px, py := at(i)
		line = append(line, fmt.Sprintf("%.1f,%.1f", px, py))
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#444">%s</text>`+"\n", px, panelHeight+18, escaped(along[i]))
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle" fill="#0b5fa5">%s</text>`+"\n", px, py-8, amount(values[i], ""))
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="#0b5fa5"/>`+"\n", px, py)
	}
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="#0b5fa5" stroke-width="2"/>`+"\n", strings.Join(line, " "))
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" fill="#444">%s</text>`+"\n", panelWidth/2, panelHeight+36, escaped(x))
}

// escaped is text as it may stand in XML.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder takes everything
	return b.String()
}
