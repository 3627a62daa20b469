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
	open(&b, t.Title, len(ys))
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
		openPanel(&b, i)
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

// open begins a drawing of so many panels side by side.
func open(b *strings.Builder, title string, panels int) {
	width, height := chartLeft+panels*(panelWidth+panelGap), chartTop+panelHeight+44
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" `+
		`font-family="sans-serif" font-size="12">`+"\n", width, height, width, height)
	fmt.Fprintf(b, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", escaped(title))
}

func openPanel(b *strings.Builder, i int) {
	fmt.Fprintf(b, "<g transform=\"translate(%d %d)\">\n", chartLeft+i*(panelWidth+panelGap), chartTop)
}

// Panel is one picture of Curves.
type Panel struct {
	Title  string
	Series []Series
}

// Series is one line of a panel: points in order, and the one to point out, -1
// for none.
type Series struct {
	Name   string
	X, Y   []float64
	Chosen int
}

// hues are the colours of a panel's series, by their order.
var hues = []string{"#b8600b", "#0b5fa5", "#2f7d32", "#7b3fa0"}

// Curves draws panels side by side as SVG, x running from 0 to maxX and y from 0
// to maxY; what lies beyond is left out.
func Curves(title, x, y string, maxX, maxY float64, panels []Panel) string {
	var b strings.Builder
	open(&b, title, len(panels))
	for i, p := range panels {
		openPanel(&b, i)
		p.draw(&b, x, y, maxX, maxY)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// ticks is how many parts an axis is marked in.
const ticks = 4

func (p Panel) draw(b *strings.Builder, x, y string, maxX, maxY float64) {
	fmt.Fprintf(b, `<text x="0" y="-26" font-weight="bold" fill="#222">%s</text>`+"\n", escaped(p.Title))
	fmt.Fprintf(b, `<text x="0" y="-8" fill="#444">%s</text>`+"\n", escaped(y))
	fmt.Fprintf(b, `<path d="M0 0V%dH%d" fill="none" stroke="#888"/>`+"\n", panelHeight, panelWidth)
	for i := range ticks + 1 {
		at := float64(i) / ticks
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#444">%s</text>`+"\n",
			at*panelWidth, panelHeight+18, amount(at*maxX, ""))
		fmt.Fprintf(b, `<text x="-6" y="%.1f" text-anchor="end" fill="#444">%s</text>`+"\n",
			panelHeight*(1-at)+4, amount(at*maxY, ""))
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" fill="#444">%s</text>`+"\n", panelWidth/2, panelHeight+36, escaped(x))
	for i, s := range p.Series {
		hue := hues[(len(p.Series)-1-i)%len(hues)] // the last series has the same in every panel
		var line []string
		for j := range s.X {
			if s.X[j] > maxX || s.Y[j] > maxY {
				continue
			}
			px, py := s.X[j]/maxX*panelWidth, panelHeight*(1-s.Y[j]/maxY)
			line = append(line, fmt.Sprintf("%.1f,%.1f", px, py))
			if j == s.Chosen {
				fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="5" fill="%s"/>`+"\n", px, py, hue)
			}
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(line, " "), hue)
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end" fill="%s">%s</text>`+"\n", panelWidth, 14+16*i, hue, escaped(s.Name))
	}
}
