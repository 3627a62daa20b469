package quality

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parley/report"
)

// counted are the kinds whose failures are shown, and their headings.
var counted = []struct {
	kind Kind
	head string
}{
	{Pause, "pauses cut"}, {Complete, "answers late"}, {Backchannel, "yields to mm-hm"},
	{Noise, "yields to noise"}, {Interruption, "missed"}, {Caption, "captions off"}, {Waste, "with waste"},
}

// by counts failures by what of says.
func (o observations) by(title string, of func(Observation) string) report.Table {
	t := report.Table{Title: title, Head: []string{""}}
	for _, c := range counted {
		t.Head = append(t.Head, c.head)
	}
	for _, name := range names(o, of) {
		group := o.only(func(x Observation) bool { return of(x) == name })
		row := []string{name}
		for _, c := range counted {
			row = append(row, group.of(c.kind).share())
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// share is how many failed of how many.
func (o observations) share() string { return fmt.Sprintf("%d/%d", o.failed(), len(o)) }

// byPause counts cut-ins by how long the pause was.
func (o observations) byPause() report.Table {
	t := report.Table{Title: "pauses cut by length", Head: []string{"", "clause open", "clause whole"}}
	pauses := o.of(Pause)
	for _, d := range PauseTimes {
		group := pauses.only(func(x Observation) bool { return x.Pause == d })
		t.Rows = append(t.Rows, []string{
			d.String(),
			group.only(func(x Observation) bool { return !x.Hard }).share(),
			group.only(func(x Observation) bool { return x.Hard }).share(),
		})
	}
	return t
}

// worstRows is how many fixtures are named.
const worstRows = 20

// worst names the fixtures that failed most, with the circumstances.
func (o observations) worst() report.Table {
	t := report.Table{Title: "fixtures that failed", Head: []string{"", "failed", "in"}}
	id := func(x Observation) string { return string(x.Kind) + "/" + x.Fixture }
	failed := o.only(func(x Observation) bool { return x.Failed && x.Kind != Caption && x.Kind != Waste })
	all := names(failed, id)
	slices.SortStableFunc(all, func(a, b string) int {
		count := func(name string) int {
			return len(failed.only(func(x Observation) bool { return id(x) == name }))
		}
		return cmp.Compare(count(b), count(a))
	})
	for _, name := range all[:min(len(all), worstRows)] {
		group := o.only(func(x Observation) bool { return id(x) == name })
		var in []string
		for _, x := range group.only(func(x Observation) bool { return x.Failed }) {
			where := x.Condition + " " + x.Profile + " " + x.Voice
			if x.Pause > 0 {
				where += " " + x.Pause.String()
			}
			in = append(in, where)
		}
		t.Rows = append(t.Rows, []string{name, group.share(), strings.Join(in, ", ")})
	}
	return t
}

// names are the different values of of, in order.
func names(o observations, of func(Observation) string) []string {
	var out []string
	for _, x := range o {
		out = append(out, of(x))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
