package endpointing

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"parley/bench"
	"parley/report"
)

// Targets: the delay of an unmarked and of an offline turn, and the share of the
// pauses under Short that are cut, in percent.
const (
	maxP50, maxP95 = 800, 1300
	maxCuts        = 2
)

// observations are counted together.
type observations []observation

func (o observations) only(ok func(observation) bool) observations {
	var out observations
	for _, x := range o {
		if ok(x) {
			out = append(out, x)
		}
	}
	return out
}

// delay is a quantile of how long answers took, of turns that were not cut into;
// those that were never answered count as the longest.
func (o observations) delay(q float64) time.Duration {
	var took []time.Duration
	for _, x := range o {
		if x.after < 0 {
			x.after = time.Minute
		}
		took = append(took, x.after)
	}
	return report.Percentile(took, q)
}

// cuts are how many of the pauses under Short were cut, and how many there were.
func (o observations) cuts() (cut, of int) {
	for _, x := range o {
		if x.pause > 0 && x.pause < Short {
			of++
			if x.cut {
				cut++
			}
		}
	}
	return cut, of
}

// wilson are the bounds between which a share lies that was seen k times of n,
// 19 times of 20.
func wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	off := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(mid-off, 0), min(mid+off, 1)
}

// summary is what the observations come to: the figures are of held-out
// sentences.
func summary(seen observations) report.Result {
	r := report.Result{Name: "endpointing", Title: "the end of a turn, by recogniser and noise; sentences held out"}
	now := seen.only(func(x observation) bool { return x.scale == 1 })
	held := now.only(func(x observation) bool { return x.held })
	t := report.Table{
		Title: "a turn's end, by recogniser and noise", Head: []string{
			"", "n", "p50 ms", "p95 ms", "pauses < 1 s", "cut", "%", "95 % bounds",
			"within", "apart", "clause whole", "1-1.2 s", "fluent", "unanswered",
		},
	}
	for _, recogniser := range bench.Names(held, func(x observation) string { return x.recogniser }) {
		of := held.only(func(x observation) bool { return x.recogniser == recogniser })
		whole := of.only(func(x observation) bool { return x.pause == 0 })
		cut, n := of.cuts()
		r.Figures = append(r.Figures, report.Share("cut-ins, "+recogniser, cut, n, 1).AtMost(maxCuts))
		r.Figures = append(r.Figures, delays(recogniser, whole)...)
		for _, c := range Conditions {
			t.Rows = append(t.Rows, row(recogniser+", "+c.Name, of.only(func(x observation) bool { return x.condition == c.Name })))
		}
		t.Rows = append(t.Rows, row(recogniser+", all", of))
		fitted := now.only(func(x observation) bool { return x.recogniser == recogniser && !x.held })
		t.Rows = append(t.Rows, row(recogniser+", fitting half", fitted))
	}
	r.Tables = append(r.Tables, t, curves(seen.only(func(x observation) bool { return x.held })))
	return r
}

// offline is the recogniser that hears, and so may hear nothing: in noise it
// loses whole turns, so that only its clean ones have targets and a curve.
const offline = "sphinx"

// timed are the observations of a recogniser whose delays count, and what to call
// them.
func (o observations) timed(recogniser string) (string, observations) {
	of := o.only(func(x observation) bool { return x.recogniser == recogniser })
	if recogniser != offline {
		return recogniser, of
	}
	clean := Conditions[0].Name
	return recogniser + ", " + clean, of.only(func(x observation) bool { return x.condition == clean })
}

// delays are those of whole turns.
func delays(recogniser string, whole observations) (of []report.Figure) {
	if recogniser == offline {
		unanswered := len(whole.only(func(x observation) bool { return x.after < 0 }))
		of = append(of, report.Share("unanswered, "+recogniser, unanswered, len(whole), 3))
	}
	name, whole := whole.timed(recogniser)
	for _, q := range []struct{ share, most, slack float64 }{{0.5, maxP50, 30}, {0.95, maxP95, 60}} {
		of = append(of, report.Figure{
			Name: fmt.Sprintf("p%.0f, %s", 100*q.share, name), Value: float64(whole.delay(q.share).Milliseconds()),
			Unit: "ms", Samples: len(whole), Slack: q.slack,
		}.AtMost(q.most))
	}
	return of
}

func row(name string, o observations) []string {
	whole := o.only(func(x observation) bool { return x.pause == 0 })
	cut, n := o.cuts()
	low, high := wilson(cut, n)
	share := func(ok func(observation) bool) string {
		k, n := o.only(ok).cuts()
		return fmt.Sprintf("%d/%d", k, n)
	}
	long := o.only(func(x observation) bool { return x.pause >= Short })
	return []string{
		name, fmt.Sprint(len(whole)),
		fmt.Sprint(whole.delay(0.5).Milliseconds()), fmt.Sprint(whole.delay(0.95).Milliseconds()),
		fmt.Sprint(n), fmt.Sprint(cut), fmt.Sprintf("%.1f", percent(cut, n)), fmt.Sprintf("%.1f-%.1f", 100*low, 100*high),
		share(func(x observation) bool { return x.manner == Within }), share(func(x observation) bool { return x.manner == Apart }),
		share(func(x observation) bool { return x.hard }),
		fmt.Sprintf("%d/%d", len(long.only(func(x observation) bool { return x.cut })), len(long)),
		fmt.Sprint(len(o.only(func(x observation) bool { return x.fluent }))),
		fmt.Sprint(len(o.only(func(x observation) bool { return x.after < 0 }))),
	}
}

func percent(k, n int) float64 { return 100 * float64(k) / float64(max(n, 1)) }

// curves are delay against cut-ins as all delays are made shorter or longer.
func curves(o observations) report.Table {
	t := report.Table{Title: curveTable, Head: []string{"", "delays times", "p50 ms", "p95 ms", "cut %"}}
	for _, recogniser := range bench.Names(o, func(x observation) string { return x.recogniser }) {
		name, timed := o.timed(recogniser)
		for _, k := range scales {
			of := timed.only(func(x observation) bool { return x.scale == k })
			whole := of.only(func(x observation) bool { return x.pause == 0 })
			t.Rows = append(t.Rows, []string{
				name, fmt.Sprint(k), fmt.Sprint(whole.delay(0.5).Milliseconds()), fmt.Sprint(whole.delay(0.95).Milliseconds()),
				fmt.Sprintf("%.2f", percent(of.cuts())),
			})
		}
	}
	return t
}

// before is what this measured of the rule there was until the estimate came
// (MinDelay 1.25 s, a full stop always believed), on the same sentences.
//
//go:embed testdata/before.json
var before []byte

// curveTable is the title of the table that Picture draws.
const curveTable = "delay against cut-ins"

// Picture draws the curves of a result beside those of the rule there was
// before: a panel for each recogniser, the point that calls have pointed out.
func Picture(r report.Result) (string, error) {
	var old report.Report
	if err := json.Unmarshal(before, &old); err != nil {
		return "", fmt.Errorf("read the curves of before: %w", err)
	}
	if len(old.Results) != 1 {
		return "", errors.New("read the curves of before: there is not one result")
	}
	var panels []report.Panel
	for i, result := range []report.Result{old.Results[0], r} {
		at := slices.IndexFunc(result.Tables, func(t report.Table) bool { return t.Title == curveTable })
		if at < 0 {
			return "", fmt.Errorf("draw the end of turns: %s has no curves", result.Name)
		}
		name := []string{"before", "now"}[i]
		for _, row := range result.Tables[at].Rows {
			p := slices.IndexFunc(panels, func(p report.Panel) bool { return p.Title == row[0] })
			if p < 0 {
				p, panels = len(panels), append(panels, report.Panel{Title: row[0]})
			}
			s := &panels[p].Series
			if len(*s) == 0 || (*s)[len(*s)-1].Name != name {
				*s = append(*s, report.Series{Name: name, Chosen: -1})
			}
			if err := add(&(*s)[len(*s)-1], row); err != nil {
				return "", err
			}
		}
	}
	return report.Curves("delay of an answer against pauses cut into", "p50 of the answer's delay, ms",
		"pauses under 1 s cut into, %", maxDrawn, maxCutDrawn, panels), nil
}

// maxDrawn and maxCutDrawn are the ends of the axes.
const maxDrawn, maxCutDrawn = 2000, 20

// add adds a row of curveTable to its series.
func add(s *report.Series, row []string) error {
	var v [3]float64
	for i, cell := range []string{row[1], row[2], row[4]} {
		var err error
		if v[i], err = strconv.ParseFloat(cell, 64); err != nil {
			return fmt.Errorf("draw the end of turns: %w", err)
		}
	}
	if v[0] == 1 {
		s.Chosen = len(s.X)
	}
	s.X, s.Y = append(s.X, v[1]), append(s.Y, v[2])
	return nil
}
