package bench

import (
	"slices"
	"testing"
	"time"

	"parley/bench/report"
	"parley/checker/queue"
)

// paths are n verdicts, each a millisecond there and so long back.
func paths(n int, back time.Duration) path {
	var p path
	at := time.Now()
	for range n {
		p.note(stamps{at, at.Add(time.Millisecond)}, at.Add(time.Millisecond+back))
	}
	return p
}

func TestWay(t *testing.T) {
	w := way{
		calls: paths(98, 2*time.Millisecond), queue: paths(100, time.Millisecond),
		rates: []rate{
			{1, 500, time.Second, time.Second}, {queue.DefaultParallel, 1000, time.Second, time.Second},
			{16, 2000, time.Second, time.Second},
		},
		publishes: rate{n: 4000, took: time.Second, cpu: time.Second},
	}
	r := report.Result{Figures: w.figures()}
	f := figures(r)
	for name, want := range map[string]float64{
		"verdict p50": 3, "verdict p99": 3, "verdicts missing": 0, "queue alone p50": 2, "queue alone p99": 2,
		"one worker": 1000, "a verdict in publishes": 4,
	} {
		if got, ok := f[name]; !ok || got.Value != want || got.Missed() || got.Worse(got) {
			t.Errorf("%s = %+v, want %v and no target missed", name, got, want)
		}
	}
	tables := w.tables()
	if got, want := tables[0].Rows[2], []string{"whole", "3.00", "3.00", "2.00", "2.00"}; !slices.Equal(got, want) {
		t.Errorf("stages end with %q, want %q", got, want)
	}
	if got, want := tables[1].Rows[3], []string{"none, publishes", "4000", "0.250", "4000"}; !slices.Equal(got, want) {
		t.Errorf("rates end with %q, want %q", got, want)
	}
	w.calls, w.missing = paths(1, 30*time.Millisecond), 1
	w.rates[1].n = 10
	for name, got := range figures(report.Result{Figures: w.figures()}) {
		if got.Missed() != slices.Contains([]string{"verdict p50", "verdict p99", "verdicts missing", "one worker"}, name) {
			t.Errorf("slow: %s = %+v, missed %v", name, got, got.Missed())
		}
	}
}

// A machine of half the speed is not worse than the baseline in what a verdict
// costs, nor for its rate; a verdict that takes thrice the work is.
func TestWayOnASlowerMachine(t *testing.T) {
	of := func(verdict, publish time.Duration) report.Report {
		const n = 1000
		w := way{
			rates:     []rate{{queue.DefaultParallel, n, n * verdict, n * verdict}},
			publishes: rate{n: n, took: n * publish, cpu: n * publish},
		}
		return report.Report{Results: []report.Result{{Name: "checker", Figures: w.figures()}}}
	}
	fast := of(2*time.Millisecond, 50*time.Microsecond)
	if got := of(4*time.Millisecond, 100*time.Microsecond).Compare(fast); len(got) > 0 {
		t.Errorf("worse: %v, want nothing", got)
	}
	if got := of(6*time.Millisecond, 50*time.Microsecond).Compare(fast); len(got) != 1 || got[0].Was.Name != "a verdict in publishes" {
		t.Errorf("worse: %v, want what a verdict costs in publishes", got)
	}
}
