package eval

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Show writes the report to be read on a terminal.
func (r Report) Show(w io.Writer) error {
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
			if part, ok := Find(style.Figures, f.ID); ok {
				cell = part.String()
				if part.Missed() {
					cell = "! " + cell
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, append(row, f.Limit(), f.Mark(), f.Of))
	}
	columns(&b, rows)
	r.showMishaps(&b)
	r.showKinds(&b)
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Report) showMishaps(b *strings.Builder) {
	if len(r.Mishaps) == 0 {
		return
	}
	rows := [][]string{nil, {"How the simulated model answered", "times", "repaired", "paused", "taken", "won falsely"}}
	for _, m := range r.Mishaps {
		rows = append(rows, append([]string{"  " + m.Mishap}, digits(m.Times, m.Repaired, m.Paused, m.Taken, m.Completed)...))
	}
	columns(b, rows)
}

// showKinds sums the cells of each kind of injection.
func (r Report) showKinds(b *strings.Builder) {
	if len(r.Cells) == 0 {
		return
	}
	rows := [][]string{nil, {"Injections", "trials", "won", "risen by > 1", "flagged"}}
	for i := 0; i < len(r.Cells); {
		sum := Cell{Kind: r.Cells[i].Kind}
		for ; i < len(r.Cells) && r.Cells[i].Kind == sum.Kind; i++ {
			c := r.Cells[i]
			sum.Trials, sum.Completed = sum.Trials+c.Trials, sum.Completed+c.Completed
			sum.Risen, sum.Flagged = sum.Risen+c.Risen, sum.Flagged+c.Flagged
		}
		rows = append(rows, append([]string{"  " + string(sum.Kind)}, digits(sum.Trials, sum.Completed, sum.Risen, sum.Flagged)...))
	}
	columns(b, rows)
}

func digits(numbers ...int) []string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = strconv.Itoa(n)
	}
	return out
}

// columns writes rows under each other, the first column and the seventh, which
// says what a figure is made of, to the left and the others to the right. A row
// of one cell is a heading.
func columns(b *strings.Builder, rows [][]string) {
	var width [16]int
	for _, row := range rows {
		for i, cell := range row {
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
				text.WriteString(cell + pad)
			case i == len(row)-1 && row[len(row)-1] != "" && strings.Contains(cell, " "):
				text.WriteString("  " + cell)
			default:
				text.WriteString("  " + pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
}
