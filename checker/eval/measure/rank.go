package measure

import (
	"cmp"
	"math"
	"slices"
)

// Spearman is the rank correlation of two series of equal length: 1 when they
// rise and fall together, -1 when against each other. Equal values share the mean
// of their ranks, and the result is Pearson's correlation of the ranks (C.
// Spearman, American Journal of Psychology 15(1), 1904). It is not defined for
// fewer than two values or when one of the series is constant.
func Spearman(x, y []float64) (rho float64, ok bool) {
	if len(x) != len(y) || len(x) < 2 {
		return 0, false
	}
	return pearson(ranks(x), ranks(y))
}

// ranks are from 1; equal values share the mean of theirs.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for first := 0; first < len(order); {
		last := first
		for last+1 < len(order) && values[order[last+1]] == values[order[first]] {
			last++
		}
		for _, i := range order[first : last+1] {
			out[i] = float64(first+last)/2 + 1
		}
		first = last + 1
	}
	return out
}

func pearson(x, y []float64) (r float64, ok bool) {
	mx, my := Mean(x), Mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	if xx == 0 || yy == 0 {
		return 0, false
	}
	return xy / math.Sqrt(xx*yy), true
}

// Mean is the average, 0 of nothing.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// Percentile is the value that p percent do not exceed, by nearest rank: always
// one of the values. It is the zero value of nothing.
func Percentile[T cmp.Ordered](values []T, p float64) T {
	var none T
	if len(values) == 0 {
		return none
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}
