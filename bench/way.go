package bench

import (
	"fmt"
	"time"

	"parley/bench/caller"
	"parley/bench/report"
	"parley/checker/queue"
)

// Targets of a verdict, from its exchange's being published to its RPC. A call
// has one about every 6 s: the rate is that of 1,000 calls, and a little.
const (
	verdictP50  = 5
	verdictP99  = 25
	verdictRate = 200
)

// way is what verdicts of a judge that takes no time came to.
type way struct {
	calls, queue path
	missing      int    // of calls
	rates        []rate // of one worker
	publishes    rate
}

// usual is the rate of a worker as it comes.
func (w way) usual() rate {
	for _, r := range w.rates {
		if r.parallel == queue.DefaultParallel {
			return r
		}
	}
	return rate{}
}

func (w way) figures() []report.Figure {
	usual := w.usual()
	return []report.Figure{
		report.Quantile("verdict p50", w.calls.whole, 0.5, 5).AtMost(verdictP50),
		report.Quantile("verdict p99", w.calls.whole, 0.99, 30).AtMost(verdictP99),
		report.Count("verdicts missing", w.missing, w.missing+len(w.calls.whole)).AtMost(0),
		report.Quantile("queue alone p50", w.queue.whole, 0.5, 5),
		report.Quantile("queue alone p99", w.queue.whole, 0.99, 30),
		// Machines and what else they do differ by more than any slack can tell;
		// what a verdict costs the processor beside a publish does not.
		report.Figure{
			Name: "one worker", Value: usual.perSecond(), Unit: "verdicts/s", Samples: usual.n, Slack: 1e6,
		}.AtLeast(verdictRate),
		{
			Name: "a verdict in publishes", Value: float64(usual.cost()) / float64(max(w.publishes.cost(), 1)),
			// Most of it is the overwriting of an exchange on disk, which varies
			// more than the rest: 37 to 91 in eight runs on one machine.
			Samples: usual.n, Slack: 60,
		},
	}
}

func (w way) tables() []report.Table {
	stages := report.Table{
		Title: "where the time of a verdict goes, in ms",
		Head:  []string{"stage", "in calls p50", "p99", "queue alone p50", "p99"},
	}
	for _, s := range []struct {
		name string
		pick func(path) []time.Duration
	}{
		{"submitted to judge", func(p path) []time.Duration { return p.judge }},
		{"judge to caller", func(p path) []time.Duration { return p.back }},
		{"whole", func(p path) []time.Duration { return p.whole }},
		{"a timer's lateness", func(p path) []time.Duration { return p.late }},
	} {
		row := []string{s.name}
		for _, p := range []path{w.calls, w.queue} {
			for _, q := range []float64{0.5, 0.99} {
				row = append(row, fmt.Sprintf("%.2f", ms(caller.Quantile(s.pick(p), q))))
			}
		}
		stages.Rows = append(stages.Rows, row)
	}
	rates := report.Table{
		Title: fmt.Sprintf("one worker, %d calls with an exchange each in the queue", busy),
		Head:  []string{"judged at once", "a second", "CPU ms each", "count"},
	}
	row := func(name string, r rate) {
		rates.Rows = append(rates.Rows, []string{
			name, fmt.Sprintf("%.0f", r.perSecond()), fmt.Sprintf("%.3f", ms(r.cost())), fmt.Sprint(r.n),
		})
	}
	for _, r := range w.rates {
		row(fmt.Sprint(r.parallel), r)
	}
	row("none, publishes", w.publishes)
	return []report.Table{stages, rates}
}
