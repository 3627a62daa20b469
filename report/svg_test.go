package report

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

var curve = Table{
	Title: "the curve <of calls>", Head: []string{"calls", "p95 ms", "core", "note"},
	Rows: [][]string{{"1", "650", "0.05", "a"}, {"2", "660", "0.09", "b"}, {"4", "1300", "0.2", "c"}},
}

func TestChartDrawsEveryPoint(t *testing.T) {
	svg, err := curve.Chart("calls", "p95 ms", "core")
	if err != nil {
		t.Fatal(err)
	}
	elements := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("no XML: %v\n%s", err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
	if elements["circle"] != 6 || elements["polyline"] != 2 {
		t.Errorf("elements = %v, want 6 points on 2 lines", elements)
	}
	if !strings.Contains(svg, `points="0.0,98.2 170.0,96.9 340.0,16.4"`) {
		t.Errorf("the line is not where 650, 660 and 1300 belong:\n%s", svg)
	}
}

func TestChartRefuses(t *testing.T) {
	for name, draw := range map[string]func() (string, error){
		"no such column": func() (string, error) { return curve.Chart("calls", "speed") },
		"no such x":      func() (string, error) { return curve.Chart("rooms", "core") },
		"text":           func() (string, error) { return curve.Chart("calls", "note") },
		"one row":        func() (string, error) { return Table{Head: []string{"a"}, Rows: [][]string{{"1"}}}.Chart("a", "a") },
	} {
		if svg, err := draw(); err == nil {
			t.Errorf("%s: drew %s", name, svg)
		}
	}
}

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
