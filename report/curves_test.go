package report

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestCurves(t *testing.T) {
	svg := Curves("a < b", "delay", "cut", 100, 10, []Panel{{
		Title:  "one & all",
		Series: []Series{{"then", []float64{0, 50, 500}, []float64{10, 5, 1}, 1}, {"now", []float64{0}, []float64{0}, -1}},
	}})
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF { //nolint:errorlint // the decoder's own
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
	}
	for _, want := range []string{`points="0.0,0.0 170.0,90.0"`, "one &amp; all", "a &lt; b", "then", "now"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
	if n := strings.Count(svg, "<circle"); n != 1 {
		t.Errorf("%d points are pointed out, want 1", n)
	}
}
