package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Marks of a figure that has a target.
const (
	markMet    = "pass"
	markMissed = "FAIL"
)

// Show writes the result to be read: a line a figure with its target and whether
// it is met, then the tables and notes. With a baseline that knows a figure, the
// value of then and the ratio are shown beside it; nil means without. Under
// "99 %" stands the figure's interval.
func (r Result) Show(w io.Writer, baseline *Report) error {
	head := []string{"", "value", "target", "", "samples"}
	sure := slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.Interval != nil })
	if sure {
		head = append(head, "99 %")
	}
	if baseline != nil {
		head = append(head, "baseline", "ratio")
	}
	rows := make([][]string, len(r.Figures))
	for i, f := range r.Figures {
		mark := ""
		switch {
		case f.Missed():
			mark = markMissed
		case f.Target != nil:
			mark = markMet
		}
		rows[i] = []string{f.Name, f.String(), f.limit(), mark, strconv.Itoa(f.Samples)}
		if sure {
			rows[i] = append(rows[i], f.Interval.String())
		}
		if baseline == nil {
			continue
		}
		if was, ok := baseline.find(r.Name, f.Name); ok {
			rows[i] = append(rows[i], was.String(), fmt.Sprintf("%.2f", f.Ratio(was)))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Name, r.Title)
	columns(&b, head, rows)
	for _, t := range r.Tables {
		fmt.Fprintf(&b, "\n  %s\n", t.Title)
		columns(&b, t.Head, t.Rows)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// columns writes text in columns: the first to the left, the others to the
// right.
func columns(b *strings.Builder, head []string, rows [][]string) {
	lines := append([][]string{head}, rows...)
	width := make([]int, len(head))
	for _, line := range lines {
		for i, cell := range line {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range lines {
		var text strings.Builder
		for i, cell := range line {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				text.WriteString("  " + cell + pad)
			} else {
				text.WriteString("  " + pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
}
