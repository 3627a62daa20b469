package render

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"parley/checker/eval"
	"parley/report"
)

// Text writes a report to be read on a terminal.
func Text(w io.Writer, r eval.Report) error {
	var b strings.Builder
	s := r.Set
	fmt.Fprintf(&b, "%s on %d exchanges of %d dialogues in %d scenarios, %d injections in %d languages, %d ordinary lines: %d judgments\n",
		r.Judge, s.Exchanges, s.Dialogues, s.Scenarios, s.Injections, s.Languages, s.Harmless, s.Judgments)
	head := []string{"", "all"}
	for _, style := range r.Styles {
		head = append(head, string(style.Style))
	}
	rows := [][]string{append(head, "gate", "", "made from")}
	for i, f := range r.Figures {
		if i == 0 || f.Group != r.Figures[i-1].Group {
			rows = append(rows, nil, []string{f.Group})
		}
		row := []string{"  " + f.Name, f.String()}
		for _, style := range r.Styles {
			cell := ""
			if part, ok := eval.Find(style.Figures, f.ID); ok {
				cell = part.String()
				switch part.Mark() {
				case report.Fail:
					cell = "! " + cell
				case report.Unsure:
					cell = "? " + cell
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, append(row, f.Limit(), f.Mark(), f.Of))
	}
	report.Columns(&b, "", report.Remarks, rows)
	mishaps(&b, r)
	kinds(&b, r)
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func mishaps(b *strings.Builder, r eval.Report) {
	if len(r.Mishaps) == 0 {
		return
	}
	rows := [][]string{nil, {"How the simulated model answered", "times", "repaired", "paused", "taken", "won falsely"}}
	for _, m := range r.Mishaps {
		rows = append(rows, append([]string{"  " + m.Mishap}, digits(m.Times, m.Repaired, m.Paused, m.Taken, m.Completed)...))
	}
	report.Columns(b, "", report.Remarks, rows)
}

// kinds sums the cells of each kind of injection.
func kinds(b *strings.Builder, r eval.Report) {
	if len(r.Cells) == 0 {
		return
	}
	rows := [][]string{nil, {"Injections", "trials", "won", "risen by > 1", "flagged"}}
	for i := 0; i < len(r.Cells); {
		sum := eval.Cell{Kind: r.Cells[i].Kind}
		for ; i < len(r.Cells) && r.Cells[i].Kind == sum.Kind; i++ {
			c := r.Cells[i]
			sum.Trials, sum.Completed = sum.Trials+c.Trials, sum.Completed+c.Completed
			sum.Risen, sum.Flagged = sum.Risen+c.Risen, sum.Flagged+c.Flagged
		}
		rows = append(rows, append([]string{"  " + string(sum.Kind)}, digits(sum.Trials, sum.Completed, sum.Risen, sum.Flagged)...))
	}
	report.Columns(b, "", report.Remarks, rows)
}

func digits(numbers ...int) []string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = strconv.Itoa(n)
	}
	return out
}

// CompareText writes two reports side by side to be read on a terminal.
func CompareText(w io.Writer, a, b eval.Report) error {
	var text strings.Builder
	fmt.Fprintf(&text, "A: %s, %d judgments\nB: %s, %d judgments\n", a.Judge, a.Set.Judgments, b.Judge, b.Set.Judgments)
	if a.Set.Dialogues != b.Set.Dialogues || a.Set.Injections != b.Set.Injections {
		fmt.Fprintf(&text, "They were made of different sets: %d and %d dialogues, %d and %d injections.\n",
			a.Set.Dialogues, b.Set.Dialogues, a.Set.Injections, b.Set.Injections)
	}
	rows := [][]string{{"", "A", "", "B", "", "B - A", ""}}
	group := ""
	for _, d := range eval.Compare(a, b) {
		f := d.Figure()
		if f.Group != group {
			rows = append(rows, nil, []string{f.Group})
			group = f.Group
		}
		rows = append(rows, []string{"  " + f.Name, d.A.String(), d.A.Mark(), d.B.String(), d.B.Mark(), d.Delta(), d.Mark()})
	}
	report.Columns(&text, "", report.Remarks, rows)
	_, err := io.WriteString(w, text.String())
	return err
}
