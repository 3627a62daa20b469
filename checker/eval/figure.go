package eval

import (
	"fmt"
	"math"
	"strconv"

	"parley/report"
)

// Figure is one measure of a judge.
type Figure struct {
	// ID is constant, such as "kappa"; Group and Name are to be read.
	ID    string `json:"id"`
	Group string `json:"group"`
	Name  string `json:"name"`
	// Value means nothing unless Defined: there may be nothing to
	Value   float64 `json:"value"`
	Defined bool    `json:"defined"`
	Unit    Unit    `json:"unit,omitempty"`
	// Of says what Value was made from, such as "3 of 40".
	Of string `json:"of,omitempty"`
	// Gate is the worst value that will do, nil without one.
	Gate *Gate `json:"gate,omitempty"`
	// Interval is how sure a share is, by what it was made from.
	Interval *report.Interval `json:"interval,omitempty"`
	// Unsure is set on a figure of a short run that misses its gate where its
	// interval does not.
	Unsure bool `json:"unsure,omitempty"`
}

// Unit is what a value counts.
type Unit string

// The units of figures.
const (
	Plain  Unit = ""
	Share  Unit = "%" // a part of 1, shown in percent
	Millis Unit = "ms"
	Dollar Unit = "$"
	Number Unit = "n" // whole
)

// Gate is a limit: at least it if Least, else at most.
type Gate struct {
	Limit float64 `json:"limit"`
	Least bool    `json:"least,omitempty"`
	// Hard gates hold whatever judges, since code keeps them.
	Hard bool `json:"hard,omitempty"`
}

// Missed reports that the figure has a value and a gate and is beyond it.
func (f Figure) Missed() bool {
	if f.Gate == nil || !f.Defined {
		return false
	}
	if f.Gate.Least {
		return f.Value < f.Gate.Limit
	}
	return f.Value > f.Gate.Limit
}

// Mark is one of report's, empty without a gate or a value.
func (f Figure) Mark() string {
	switch {
	case f.Gate == nil || !f.Defined:
		return ""
	case !f.Missed():
		return report.Pass
	case f.Unsure:
		return report.Unsure
	}
	return report.Fail
}

// unsure says of each figure of a short run whether it is.
func unsure(figures []Figure) {
	for i, f := range figures {
		figures[i].Unsure = f.Missed() && !f.Gate.Hard && f.Interval.Holds(f.Gate.Limit)
	}
}

// String is the value as it is shown, "-" without one.
func (f Figure) String() string {
	if !f.Defined {
		return "-"
	}
	return f.Unit.show(f.Value)
}

// Limit is the gate as it is shown, empty without one.
func (f Figure) Limit() string {
	switch {
	case f.Gate == nil:
		return ""
	case f.Gate.Least:
		return "≥ " + f.Unit.show(f.Gate.Limit)
	}
	return "≤ " + f.Unit.show(f.Gate.Limit)
}

func (u Unit) show(v float64) string {
	switch u {
	case Share:
		digits := 1
		if v*100 == math.Trunc(v*100) {
			digits = 0
		}
		return strconv.FormatFloat(v*100, 'f', digits, 64) + " %"
	case Millis:
		if v < 10 {
			return fmt.Sprintf("%.2f ms", v)
		}
		return fmt.Sprintf("%.0f ms", v)
	case Dollar:
		if v == 0 {
			return "$0"
		}
		return fmt.Sprintf("$%.4f", v)
	case Number:
		return grouped(int(v))
	default:
		return fmt.Sprintf("%.2f", v)
	}
}

// grouped is n with its thousands apart.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// atLeast and atMost are f with a gate, hard is f with the one it has made hard.
func (f Figure) atLeast(v float64) Figure {
	f.Gate = &Gate{Limit: v, Least: true}
	return f
}

func (f Figure) atMost(v float64) Figure {
	f.Gate = &Gate{Limit: v}
	return f
}

func (f Figure) hard() Figure {
	g := *f.Gate
	g.Hard = true
	f.Gate = &g
	return f
}

// share is a figure that is a part of a whole.
func share(group, id, name string, r Ratio) Figure {
	v, ok := r.Share()
	f := Figure{ID: id, Group: group, Name: name, Value: v, Defined: ok, Unit: Share, Of: r.String()}
	if ok {
		f.Interval = report.ShareOf(r.Part, r.Whole)
	}
	return f
}

// number is a figure that is counted.
func number(group, id, name string, v int, of string) Figure {
	return Figure{ID: id, Group: group, Name: name, Value: float64(v), Defined: true, Unit: Number, Of: of}
}
