package report

import (
	"fmt"
	"strings"
)

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
	width := chartLeft + len(panels)*(panelWidth+panelGap)
	height := chartTop + panelHeight + 44
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" `+
		`font-family="sans-serif" font-size="12">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", escaped(title))
	for i, p := range panels {
		fmt.Fprintf(&b, "<g transform=\"translate(%d %d)\">\n", chartLeft+i*(panelWidth+panelGap), chartTop)
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
