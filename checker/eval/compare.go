package eval

import (
	"math"
	"strings"
)

// Difference is a figure in two reports.
type Difference struct {
	A, B Figure // one of them may be the zero Figure
	// Change is B less A, where both are defined.
	Change  float64
	Defined bool
}

// Compare sets the figures of everything of two reports side by side, in the
// order of a; those that only b has come last.
func Compare(a, b Report) []Difference {
	var out []Difference
	for _, f := range a.Figures {
		other, _ := Find(b.Figures, f.ID)
		d := Difference{A: f, B: other}
		if d.Defined = f.Defined && other.Defined; d.Defined {
			d.Change = other.Value - f.Value
		}
		out = append(out, d)
	}
	for _, f := range b.Figures {
		if _, ok := Find(a.Figures, f.ID); !ok {
			out = append(out, Difference{B: f})
		}
	}
	return out
}

// Figure is the one that there is.
func (d Difference) Figure() Figure {
	if d.A.ID == "" {
		return d.B
	}
	return d.A
}

// Same reports that the figure is as it was, to the digits shown.
func (d Difference) Same() bool {
	return d.A.String() == d.B.String()
}

// Mark says what the difference means: "better", "worse", "differs" for a figure
// without a gate or in one report alone, empty for the same.
func (d Difference) Mark() string {
	gate := d.Figure().Gate
	switch {
	case d.Same():
		return ""
	case !d.Defined || gate == nil:
		return "differs"
	case (d.Change > 0) == gate.Least:
		return "better"
	}
	return "worse"
}

// Delta is the change as it is shown, with its sign.
func (d Difference) Delta() string {
	if !d.Defined || d.Same() {
		return ""
	}
	sign := "+"
	if d.Change < 0 {
		sign = "−"
	}
	return sign + strings.TrimSuffix(d.A.Unit.show(math.Abs(d.Change)), " %")
}
