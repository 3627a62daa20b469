package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"
)

// Interval is where the value behind a figure lies with 99 % confidence, by the
// figure's samples alone. A nil bound means that the samples set none: the slowest of
// eight answers does not bound how slow one in twenty may be.
type Interval struct {
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
}

// String is the interval as it is shown, empty without bounds.
func (i *Interval) String() string {
	if i == nil || i.Low == nil && i.High == nil {
		return ""
	}
	show := func(bound *float64) string {
		if bound == nil {
			return "?"
		}
		return amount(*bound, "")
	}
	return show(i.Low) + "-" + show(i.High)
}

// Holds reports whether v may be the value.
func (i *Interval) Holds(v float64) bool {
	return i != nil && (i.Low == nil || *i.Low <= v) && (i.High == nil || v <= *i.High)
}

// tail is what lies outside the interval on either side.
const tail = 0.005

// Milliseconds is d in milliseconds.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// MS is a cell that tells d in milliseconds, with so many decimals.
func MS(d time.Duration, decimals int) string {
	return strconv.FormatFloat(Milliseconds(d), 'f', decimals, 64)
}

// Percentile is the q-quantile (0-1) of values by nearest rank: the least of them
// that a share of q does not exceed, always one of them, zero of none.
func Percentile[T cmp.Ordered](values []T, q float64) T {
	var none T
	if len(values) == 0 {
		return none
	}
	return slices.Sorted(slices.Values(values))[rank(q, len(values))]
}

// rank is the index of the q-quantile of n sorted values.
func rank(q float64, n int) int {
	// The tolerance is for products such as 0.95 * 20.
	return min(max(int(math.Ceil(q*float64(n)-1e-9)), 1), n) - 1
}

// Quantile is the q-quantile (0-1) of durations, in ms, as Percentile has it. Its
// interval is that between two of the
// durations themselves, whatever their distribution (David and Nagaraja, Order
// Statistics, 7.1).
func Quantile(name string, d []time.Duration, q, slack float64) Figure {
	f := Figure{Name: name, Unit: "ms", Samples: len(d), Slack: slack, Interval: &Interval{}}
	sorted := make([]float64, len(d))
	for i := range d {
		sorted[i] = Milliseconds(d[i])
	}
	slices.Sort(sorted)
	n := len(sorted)
	if n == 0 {
		return f
	}
	f.Value = sorted[rank(q, n)]
	for i := range n {
		// Were the quantile below sorted[i], at most i durations would be at or
		// below it; were it above, at least i+1 would.
		if below := atMost(i, n, q); below <= tail {
			f.Interval.Low = &sorted[i]
		}
		if above := 1 - atMost(i, n, q); above <= tail && f.Interval.High == nil {
			f.Interval.High = &sorted[i]
		}
	}
	return f
}

// Share is how many of so many failed, in percent; Count is their number. The
// interval is that of ShareOf, in percent of both.
func Share(name string, failed, of int, slack float64) Figure {
	return Figure{
		Name: name, Value: 100 * float64(failed) / float64(max(of, 1)), Unit: "%", Samples: of, Slack: slack,
		Interval: percent(ShareOf(failed, of)),
	}
}

// Count is the number of things that should not happen, of so many that might.
func Count(name string, n, of int) Figure {
	return Figure{Name: name, Value: float64(n), Samples: of, Slack: 1, Interval: percent(ShareOf(n, of))}
}

func percent(i *Interval) *Interval {
	low, high := 100**i.Low, 100**i.High
	return &Interval{&low, &high}
}

// ShareOf is the interval of a share of 1, seen n times of so many. It is exact
// (Clopper and Pearson, Biometrika 26, 1934).
func ShareOf(n, of int) *Interval {
	low, high := 0.0, 1.0
	if of > 0 && n > 0 {
		low = solve(func(p float64) bool { return 1-atMost(n-1, of, p) < tail })
	}
	if n < of {
		high = solve(func(p float64) bool { return atMost(n, of, p) > tail })
	}
	return &Interval{&low, &high}
}

// solve finds where in 0-1 a condition that holds at 0 ceases to.
func solve(holds func(p float64) bool) float64 {
	low, high := 0.0, 1.0
	for range 50 {
		if mid := (low + high) / 2; holds(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// atMost is the probability that of n trials that succeed with probability p at
// most k do.
func atMost(k, n int, p float64) float64 {
	switch {
	case k >= n || p <= 0:
		return 1
	case k < 0 || p >= 1:
		return 0
	}
	all, _ := math.Lgamma(float64(n + 1))
	sum := 0.0
	for i := range k + 1 {
		a, _ := math.Lgamma(float64(i + 1))
		b, _ := math.Lgamma(float64(n - i + 1))
		sum += math.Exp(all - a - b + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return min(sum, 1)
}
