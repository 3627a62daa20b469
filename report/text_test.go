package report

import (
	"strings"
	"testing"
)

func show(t *testing.T, r Result, baseline *Report) string {
	t.Helper()
	var b strings.Builder
	if err := r.Show(&b, baseline, false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestShow(t *testing.T) {
	r := sample()
	want := `latency: from silence to answer
                 value    target        samples
  response p50  642 ms  ≤ 680 ms  pass       20
  stage         100 ms                       20
`
	if got := show(t, r.Results[0], nil); got != want {
		t.Errorf("shown:\n%s\nwant:\n%s", got, want)
	}
	want = `calls: many at once
          value     target        samples
  held  6 calls  ≥ 8 calls  FAIL        1

  the curve
  calls  core
  1      0.04
  12      0.5
  It broke at 7.
`
	if got := show(t, r.Results[1], nil); got != want {
		t.Errorf("shown:\n%s\nwant:\n%s", got, want)
	}
}

func TestShowWithIntervals(t *testing.T) {
	r := Result{Name: "latency", Title: "sure and unsure", Figures: []Figure{
		Quantile("p95", durations(8, func(i int) float64 { return 600 + float64(i) }), 0.95, 30),
		Share("late", 0, 48, 3),
		{Name: "held", Value: 6, Unit: "calls", Samples: 1},
	}}
	want := `latency: sure and unsure
          value  target    samples    99 %
  p95    607 ms                  8   604-?
  late      0 %                 48  0-10.5
  held  6 calls                  1
`
	if got := show(t, r, nil); got != want {
		t.Errorf("shown:\n%s\nwant:\n%s", got, want)
	}
}

func TestShowWithBaseline(t *testing.T) {
	r, before := sample(), sample()
	before.Results[0].Figures[0].Value = 600
	before.Results[0].Figures = before.Results[0].Figures[:1]
	want := `latency: from silence to answer
                 value    target        samples  baseline  ratio
  response p50  642 ms  ≤ 680 ms  pass       20    600 ms   1.07
  stage         100 ms                       20
`
	if got := show(t, r.Results[0], &before); got != want {
		t.Errorf("shown:\n%s\nwant:\n%s", got, want)
	}
}

func TestListHasWordsToTheLeft(t *testing.T) {
	var b strings.Builder
	if err := List(&b, []string{"NAME", "SIZE", "STATE"}, []string{"größer", "7", "here, not checked"}, []string{"b", "10"}); err != nil {
		t.Fatal(err)
	}
	want := "NAME    SIZE  STATE\ngrößer  7     here, not checked\nb       10\n"
	if b.String() != want {
		t.Errorf("listed:\n%s\nwant:\n%s", &b, want)
	}
}
