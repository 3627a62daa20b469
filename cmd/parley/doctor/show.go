package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"parley/cmd/terminal"
	"parley/report"
)

// Show writes the results as a table, faults with their remedies below it, and a
// last line that says whether all is well.
func Show(w io.Writer, results []Result) error {
	rows := [][]string{{"", "check", "of", "latency", "found"}}
	bad := 0
	for _, r := range results {
		mark, says := "ok", r.Says
		switch {
		case r.Err != nil:
			mark, says = "FAIL", "see below"
			bad++
		case r.Note:
			mark = "note"
		}
		rows = append(rows, []string{mark, r.name(), r.Subject, latency(r.Latency), says})
	}
	var b strings.Builder
	report.Columns(&b, "", report.Words, rows)
	does(&b, results)
	for _, r := range results {
		if r.Err == nil {
			continue
		}
		fmt.Fprintf(&b, "\n%s %s: %s.\n", r.name(), r.Subject, said(r))
		if ill := (Ill{}); errors.As(r.Err, &ill) && ill.Remedy != "" {
			fmt.Fprintf(&b, "  %s\n", ill.Remedy)
		}
	}
	if bad == 0 {
		b.WriteString("\nAll well: a call can be held here.\n")
	} else {
		fmt.Fprintf(&b, "\n%d of %d checks failed.\n", bad, len(results))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// does writes what Parley makes of what was found, by subject.
func does(b *strings.Builder, results []Result) {
	subject := ""
	for _, r := range results {
		for _, sentence := range r.Does {
			if now := r.Part + " " + r.Subject; now != subject {
				subject = now
				fmt.Fprintf(b, "\n%s:\n", subject)
			}
			fmt.Fprintf(b, "  %s\n", sentence)
		}
	}
}

// said is the error as one line, without the subject's name before it and
// without a full stop.
func said(r Result) string {
	return strings.TrimRight(strings.TrimPrefix(terminal.OneLine(r.Err), r.Subject+": "), ".")
}

func latency(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	if d < time.Millisecond {
		return "<1 ms"
	}
	return report.MS(d.Truncate(time.Millisecond), 0) + " ms"
}

// wire is a Result as JSON.
type wire struct {
	Part    string   `json:"check"`
	What    string   `json:"what,omitempty"`
	Subject string   `json:"of"`
	OK      bool     `json:"ok"`
	Note    bool     `json:"note,omitempty"`
	Found   string   `json:"found,omitempty"`
	Latency float64  `json:"latency_ms,omitempty"`
	Does    []string `json:"does,omitempty"`
	Error   string   `json:"error,omitempty"`
	Remedy  string   `json:"remedy,omitempty"`
}

// WriteJSON writes the results as one JSON array.
func WriteJSON(w io.Writer, results []Result) error {
	out := make([]wire, 0, len(results))
	for _, r := range results {
		line := wire{
			Part: r.Part, What: r.What, Subject: r.Subject, OK: r.Err == nil, Note: r.Note, Found: r.Says,
			Latency: report.Milliseconds(r.Latency.Truncate(time.Microsecond)), Does: r.Does,
		}
		if r.Err != nil {
			line.Error = terminal.OneLine(r.Err)
			ill := Ill{}
			errors.As(r.Err, &ill)
			line.Remedy = ill.Remedy
		}
		out = append(out, line)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
