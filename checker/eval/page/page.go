package page

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"parley/checker/eval"
)

//go:embed style.css report.html compare.html
var files embed.FS

// style stands in every page as it is in the file.
func style() template.CSS {
	css, err := files.ReadFile("style.css")
	if err != nil {
		panic(err) // embedded
	}
	return template.CSS(css)
}

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"style": style, "join": strings.Join, "slug": func(s string) string { return strings.ReplaceAll(s, " ", "-") },
}).ParseFS(files, "*.html"))

// group is figures under one heading.
type group struct {
	Name string
	Rows []row
}

// row is a figure with what it is in each style, in the order of styles.
type row struct {
	eval.Figure
	Styles []eval.Figure
}

func groups(r eval.Report) []group {
	var out []group
	for _, f := range r.Figures {
		if len(out) == 0 || out[len(out)-1].Name != f.Group {
			out = append(out, group{Name: f.Group})
		}
		line := row{Figure: f}
		for _, s := range r.Styles {
			part, _ := eval.Find(s.Figures, f.ID) // a figure without value is drawn as none
			line.Styles = append(line.Styles, part)
		}
		g := &out[len(out)-1]
		g.Rows = append(g.Rows, line)
	}
	return out
}

// Write draws a report.
func Write(w io.Writer, r eval.Report) error {
	data := struct {
		eval.Report
		Groups      []group
		Heat        heat
		Grid        grid
		Dialogues   []dialogue
		Missed, Met int
	}{Report: r, Groups: groups(r), Heat: heatOf(r.Confusion), Grid: gridOf(r.Cells), Dialogues: dialogues(r.Results.Arcs)}
	for _, f := range r.Figures {
		switch f.Mark() {
		case "FAIL":
			data.Missed++
		case "pass":
			data.Met++
		}
	}
	if err := pages.ExecuteTemplate(w, "report.html", data); err != nil {
		return fmt.Errorf("draw the report: %w", err)
	}
	return nil
}

// dialogue is a trace as it is drawn, with all its repeats.
type dialogue struct {
	eval.Trace
	Curve curve
}

// dialogues puts the worst first.
func dialogues(traces []eval.Trace) []dialogue {
	repeats := map[string][]eval.Trace{}
	for _, t := range traces {
		repeats[t.Dialogue] = append(repeats[t.Dialogue], t)
	}
	var out []dialogue
	for _, t := range traces {
		if t.Repeat == 1 {
			out = append(out, dialogue{t, curveOf(t, repeats[t.Dialogue])})
		}
	}
	slices.SortStableFunc(out, func(a, b dialogue) int { return cmp.Compare(b.Off(), a.Off()) })
	return out
}
