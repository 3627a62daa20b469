package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Show writes the result to be read: a line a figure with its target and whether
// it is met, then the tables and notes. With a baseline that knows a figure, the
// value of then and the ratio are shown beside it; nil means without. Under
// "99 %" stands the figure's interval. short is Report.Short.
func (r Result) Show(w io.Writer, baseline *Report, short bool) error {
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
		rows[i] = []string{f.Name, f.String(), f.limit(), f.Mark(short), strconv.Itoa(f.Samples)}
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
	Columns(&b, "  ", Figures, append([][]string{head}, rows...))
	for _, t := range r.Tables {
		fmt.Fprintf(&b, "\n  %s\n", t.Title)
		Columns(&b, "  ", Figures, append([][]string{t.Head}, t.Rows...))
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Align says where the cells of a table stand in their columns.
type Align int

const (
	// Figures has the first cell of a row to the left and the others to the right.
	Figures Align = iota
	// Remarks is Figures with a last cell of several words to the left.
	Remarks
	// Words has all cells to the left.
	Words
)

// left reports whether the last cell of a row, or another, stands to the left.
func (a Align) left(cell string, last bool) bool {
	return a == Words || a == Remarks && last && strings.Contains(cell, " ")
}

// Columns writes rows under each other, each after indent. A row of one cell is a
// heading and sets no width.
func Columns(b *strings.Builder, indent string, align Align, rows [][]string) {
	var width []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			if len(row) > 1 {
				width[i] = max(width[i], utf8.RuneCountInString(cell))
			}
		}
	}
	for _, row := range rows {
		var text strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", max(width[i]-utf8.RuneCountInString(cell), 0))
			switch {
			case i == 0:
				text.WriteString(indent + cell + pad)
			case align.left(cell, i == len(row)-1):
				text.WriteString("  " + cell + pad)
			default:
				text.WriteString("  " + pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
}

// List writes rows of words to w, the first of which may be headings.
func List(w io.Writer, rows ...[]string) error {
	var b strings.Builder
	Columns(&b, "", Words, rows)
	_, err := io.WriteString(w, b.String())
	return err
}
