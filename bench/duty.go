package bench

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"parley/bench/stub"
	"parley/checker"
	"parley/report"
)

// besideRatio is what answers beside many calls may be slower by, too (see
// Calls): three frames, which nobody hears, and what runs of one and the same
// checker differ by on a busy machine.
const besideRatio = 1.10

// duty is a product whose checker does its own in one way, and what came of it.
type duty struct {
	name    string
	judge   checker.Judge // nil for nobody at the queue
	product Product

	mu sync.Mutex
	responses
	// rounds is how many answers there were after each round of calls.
	rounds []int
	// verdicts counts those that came.
	verdicts int
}

// note takes what came of one call.
func (d *duty) note(had responses, verdicts int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.took = append(d.took, had.took...)
	d.cutIns, d.unanswered = d.cutIns+had.cutIns, d.unanswered+had.unanswered
	d.verdicts += verdicts
}

// amiss counts the verdicts that came or failed to, against what its name says.
// A call's first exchange is not among its answers, and its last is not over
// when it ends.
func (d *duty) amiss() int {
	if d.judges() {
		return max(len(d.took)-d.verdicts, 0)
	}
	return d.verdicts
}

func (d *duty) judges() bool { return d.judge == stub.Judge{} }

// duties are those compared, the healthy one first.
type duties []*duty

func (d *duty) quantile(q float64) time.Duration { return report.Percentile(d.took, q) }

// round is what the answers of one round took.
func (d *duty) round(i int) []time.Duration {
	from := 0
	if i > 0 {
		from = d.rounds[i-1]
	}
	return d.took[from:d.rounds[i]]
}

// to compares a quantile with the healthy checker's, round by round, and is the
// median: of a burst of other work, which is in one round or two, a few answers
// more to one side than to the other would decide the quantile of them all. It
// is no number if no round has answers of both.
func (d duties) to(i int, q float64) float64 {
	var ratios []float64
	for n := range d[0].rounds {
		healthy, other := report.Percentile(d[0].round(n), q), report.Percentile(d[i].round(n), q)
		if healthy > 0 && other > 0 { // else nobody was answered
			ratios = append(ratios, float64(other)/float64(healthy))
		}
	}
	if len(ratios) == 0 {
		return math.NaN()
	}
	slices.Sort(ratios)
	return (ratios[(len(ratios)-1)/2] + ratios[len(ratios)/2]) / 2
}

func (d duties) figures() []report.Figure {
	f := []report.Figure{
		quantile("healthy: response p50", d[0].took, 0.5), quantile("healthy: response p95", d[0].took, 0.95),
	}
	astray, answers, amiss := 0, 0, 0
	for i, one := range d {
		astray += one.cutIns + one.unanswered
		answers += one.count()
		amiss += one.amiss()
		if i == 0 {
			continue
		}
		f = append(f,
			// What befell all alike is not in the ratio.
			quantile(one.name+": response p95", one.took, 0.95).AtMost(responseP95),
			report.Figure{Name: one.name + ": p50 to healthy", Value: d.to(i, 0.5), Samples: len(one.took), Slack: 0.15},
			report.Figure{
				Name: one.name + ": p95 to healthy", Value: d.to(i, 0.95), Samples: len(one.took), Slack: 0.15,
			}.AtMost(besideRatio))
	}
	return append(f,
		report.Count("cut in or unanswered", astray, answers).AtMost(0),
		// Else the checker was not what its name says.
		report.Count("verdicts amiss", amiss, answers).AtMost(0))
}

func (d duties) tables() []report.Table {
	all := report.Table{
		Title: "answers by how the checker did, in ms",
		Head:  []string{"checker", "p50", "p95", "slowest", "answers", "verdicts"},
	}
	rounds := report.Table{Title: "p95 of each round, in ms", Head: []string{"checker"}}
	for n := range d[0].rounds {
		rounds.Head = append(rounds.Head, fmt.Sprint(n+1))
	}
	for _, one := range d {
		all.Rows = append(all.Rows, []string{
			one.name, whole(one.quantile(0.5)), whole(one.quantile(0.95)), whole(one.quantile(1)),
			fmt.Sprint(len(one.took)), fmt.Sprint(one.verdicts),
		})
		row := []string{one.name}
		for n := range one.rounds {
			row = append(row, whole(report.Percentile(one.round(n), 0.95)))
		}
		rounds.Rows = append(rounds.Rows, row)
	}
	return []report.Table{all, rounds}
}

// whole is d in whole milliseconds.
func whole(d time.Duration) string { return fmt.Sprintf("%.0f", ms(d)) }
