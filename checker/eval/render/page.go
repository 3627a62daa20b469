package render

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"parley/checker/eval"
	"parley/report"
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

// Page draws a report as HTML.
func Page(w io.Writer, r eval.Report) error {
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
		case report.Fail:
			data.Missed++
		case report.Pass:
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

// pair is a dialogue that both reports have, drawn twice.
type pair struct {
	A, B dialogue
	// Apart is how far the verdicts are from each other, on average.
	Apart float64
}

// differing are the figures of one heading.
type differing struct {
	Name string
	Rows []eval.Difference
}

// ComparePage draws two reports side by side, and the dialogues they judge
// differently, furthest apart first.
func ComparePage(w io.Writer, a, b eval.Report) error {
	data := struct {
		A, B         eval.Report
		Groups       []differing
		Pairs        []pair
		Alike        int
		OtherSet     bool
		HeatA, HeatB heat
	}{
		A: a, B: b, HeatA: heatOf(a.Confusion), HeatB: heatOf(b.Confusion),
		OtherSet: a.Set.Dialogues != b.Set.Dialogues || a.Set.Injections != b.Set.Injections,
	}
	for _, d := range eval.Compare(a, b) {
		name := d.Figure().Group
		i := slices.IndexFunc(data.Groups, func(g differing) bool { return g.Name == name })
		if i < 0 {
			i = len(data.Groups)
			data.Groups = append(data.Groups, differing{Name: name})
		}
		data.Groups[i].Rows = append(data.Groups[i].Rows, d)
	}
	data.Pairs, data.Alike = pairs(dialogues(a.Results.Arcs), dialogues(b.Results.Arcs))
	if err := pages.ExecuteTemplate(w, "compare.html", data); err != nil {
		return fmt.Errorf("draw the comparison: %w", err)
	}
	return nil
}

// pairs are the dialogues of both that were not judged alike, and how many were.
func pairs(a, b []dialogue) (out []pair, alike int) {
	for _, d := range a {
		i := slices.IndexFunc(b, func(o dialogue) bool { return o.Dialogue == d.Dialogue })
		if i < 0 {
			continue
		}
		p := pair{A: d, B: b[i]}
		sum, differs := 0, false
		n := min(len(p.A.Judgments), len(p.B.Judgments))
		for k := range n {
			ja, jb := p.A.Judgments[k], p.B.Judgments[k]
			sum += max(ja.Progress-jb.Progress, jb.Progress-ja.Progress)
			differs = differs || ja.Progress != jb.Progress || ja.Bad != jb.Bad
		}
		if !differs {
			alike++
			continue
		}
		p.Apart = float64(sum) / float64(max(n, 1))
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(p, q pair) int { return cmp.Compare(q.Apart, p.Apart) })
	return out, alike
}
