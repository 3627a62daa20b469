package page

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"parley/checker/eval"
)

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

// WriteComparison draws two reports side by side, and the dialogues they judge
// differently, furthest apart first.
func WriteComparison(w io.Writer, a, b eval.Report) error {
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
