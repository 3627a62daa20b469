package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func durations(n int, of func(i int) float64) []time.Duration {
	d := make([]time.Duration, n)
	for i := range d {
		d[i] = time.Duration(of(i) * float64(time.Millisecond))
	}
	return d
}

func bound(p *float64) float64 {
	if p == nil {
		return math.NaN()
	}
	return *p
}

func TestQuantileKnowsWhatItsSamplesCarry(t *testing.T) {
	ranks := func(i int) float64 { return float64(i + 1) }
	for _, c := range []struct {
		n               int
		q               float64
		value, low, top float64 // NaN: no bound
	}{
		{0, 0.5, 0, math.NaN(), math.NaN()},
		{1, 0.5, 1, math.NaN(), math.NaN()},
		{8, 0.5, 4, 1, 8}, // 1/256 lies beyond either end
		{16, 0.95, 16, 12, math.NaN()},
		{20, 0.95, 19, 16, math.NaN()},
		{24, 0.5, 12, 6, 19},
		{200, 0.95, 190, 181, 198},
		{504, 0.99, 499, 492, math.NaN()},
	} {
		f := Quantile("x", durations(c.n, ranks), c.q, 30)
		low, top := bound(f.Interval.Low), bound(f.Interval.High)
		same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		if f.Value != c.value || !same(low, c.low) || !same(top, c.top) || f.Samples != c.n {
			t.Errorf("%.2f of %d: %v in %v to %v, want %v in %v to %v", c.q, c.n, f.Value, low, top, c.value, c.low, c.top)
		}
	}
}

// The interval holds the true quantile as often as it says, and not by being
// wide: by the distribution whose quantiles are known.
func TestQuantileIntervalHoldsTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, q := range []float64{0.5, 0.95} {
		misses := 0
		const runs = 600
		for range runs {
			f := Quantile("x", durations(60, func(int) float64 { return 1000 * rng.Float64() }), q, 0)
			if low := f.Interval.Low; low != nil && *low > 1000*q {
				misses++
			}
			if high := f.Interval.High; high != nil && *high < 1000*q {
				misses++
			}
		}
		if misses > runs/100 {
			t.Errorf("the %.2f quantile lay outside in %d of %d runs, want at most 1 in 100", q, misses, runs)
		}
	}
}

func TestShareKnowsWhatItsSamplesCarry(t *testing.T) {
	for _, c := range []struct {
		failed, of       int
		value, low, high float64
	}{
		{0, 0, 0, 0, 100},
		{0, 16, 0, 0, 28.2},
		{1, 16, 6.25, 0.03, 38.1}, // one of 16 may be one of 3,000
		{8, 16, 50, 19.0, 81.0},
		{16, 16, 100, 71.8, 100},
		{0, 152, 0, 0, 3.4},
	} {
		f := Share("x", c.failed, c.of, 3)
		if f.Value != c.value || math.Abs(*f.Interval.Low-c.low) > 0.1 || math.Abs(*f.Interval.High-c.high) > 0.1 {
			t.Errorf("%d of %d: %v in %.2f to %.2f, want %v in %v to %v",
				c.failed, c.of, f.Value, *f.Interval.Low, *f.Interval.High, c.value, c.low, c.high)
		}
	}
}

// A comparison says only what its samples carry: one late answer of 16 is no
// regression from none of 48, and eight are.
func TestWorseOnlyBeyondChance(t *testing.T) {
	quick := Quantile("p95", durations(48, func(i int) float64 { return 600 + float64(i) }), 0.95, 30)
	for _, c := range []struct {
		name     string
		was, now Figure
		want     bool
	}{
		{"one late of 16", Share("late", 0, 48, 3), Share("late", 1, 16, 3), false},
		{"eight late of 16", Share("late", 0, 48, 3), Share("late", 8, 16, 3), true},
		{"one of 16 missed", Count("missed", 0, 24), Count("missed", 1, 16), false},
		{"ten of 16 missed", Count("missed", 0, 24), Count("missed", 10, 16), true},
		{"one slow answer of 16", quick,
			Quantile("p95", durations(16, func(i int) float64 { return 600 + 900*float64(i/15) }), 0.95, 30), false},
		{"a third of 16 slow", quick,
			Quantile("p95", durations(16, func(i int) float64 { return 600 + 300*float64(i/10) }), 0.95, 30), true},
		{"a baseline without intervals", Figure{Value: 600}, Quantile("p50", durations(24, func(int) float64 { return 900 }), 0.5, 30), true},
	} {
		if got := c.now.Worse(c.was); got != c.want {
			t.Errorf("%s: worse = %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPercentile(t *testing.T) {
	values := []time.Duration{40, 10, 30, 20}
	for _, c := range []struct {
		q    float64
		want time.Duration
	}{{0, 10}, {0.25, 10}, {0.26, 20}, {0.5, 20}, {0.51, 30}, {0.95, 40}, {1, 40}} {
		if got := Percentile(values, c.q); got != c.want {
			t.Errorf("Percentile(%v) = %d, want %d", c.q, got, c.want)
		}
	}
	if got := Percentile([]int(nil), 0.5); got != 0 {
		t.Errorf("Percentile of nothing = %d, want 0", got)
	}
	if !slices.Equal(values, []time.Duration{40, 10, 30, 20}) {
		t.Errorf("Percentile changed its argument to %v", values)
	}
}
