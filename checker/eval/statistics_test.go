package eval

import (
	"math"
	"slices"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestBandOf(t *testing.T) {
	for progress, want := range map[int]string{
		0: "0", 1: "1-3", 3: "1-3", 4: "4-6", 6: "4-6", 7: "7-9", 9: "7-9", 10: "10",
	} {
		if got := BandOf(progress).String(); got != want {
			t.Errorf("BandOf(%d) = %s, want %s", progress, got, want)
		}
	}
	for b := range Band(Bands) {
		low, high := b.Span()
		for p := low; p <= high; p++ {
			if BandOf(p) != b {
				t.Errorf("%d is in the span of %s and in band %s", p, b, BandOf(p))
			}
		}
	}
}

func TestKappa(t *testing.T) {
	for name, c := range map[string]struct {
		pairs [][2]Band
		want  float64
		ok    bool
	}{
		"full agreement": {[][2]Band{{0, 0}, {2, 2}, {4, 4}}, 1, true},
		// Observed: 1 of weight 1. Expected: rows {2,2}, columns {1,3} over bands
		// 0 and 1: (2*3 + 2*1)/4 = 2. So 1 - 1/2.
		"one band off": {[][2]Band{{0, 0}, {0, 1}, {1, 1}, {1, 1}}, 0.5, true},
		// Observed: 2 errors of weight 16 = 32. Expected: rows {1,1}, columns
		// {1,1} over bands 0 and 4: 2*16/2 = 16. So 1 - 2.
		"upside down": {[][2]Band{{0, 4}, {4, 0}}, -1, true},
		// Rows: band 0 twice, 1 once, 2 once; columns the same. Observed:
		// {1,2} and {2,1}, weight 1 each = 2. Expected: 2*(2*1*1 + 2*1*4 + 1*1*1)/4
		// = 5.5. So 1 - 2/5.5.
		"swapped":     {[][2]Band{{0, 0}, {0, 0}, {1, 2}, {2, 1}}, 1 - 2/5.5, true},
		"by chance":   {[][2]Band{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, 0, true},
		"one band":    {[][2]Band{{3, 3}, {3, 3}}, 0, false},
		"of nothing":  {nil, 0, false},
		"one each":    {[][2]Band{{0, 4}}, 0, true},
		"a flat line": {[][2]Band{{0, 2}, {2, 2}, {4, 2}}, 0, true},
	} {
		var m Confusion
		for _, p := range c.pairs {
			m.Add(p[0], p[1])
		}
		if got, ok := m.Kappa(); !near(got, c.want) || ok != c.ok {
			t.Errorf("%s: Kappa = %v, %v, want %v, %v", name, got, ok, c.want, c.ok)
		}
	}
}

func TestConfusionCounts(t *testing.T) {
	var c Confusion
	c.Add(0, 0)
	c.Add(2, 3)
	c.Add(4, 4)
	if c.Total() != 3 || c.Exact() != 2 || c[2][3] != 1 {
		t.Errorf("confusion = %v: total %d, exact %d", c, c.Total(), c.Exact())
	}
}

func TestSpearman(t *testing.T) {
	for name, c := range map[string]struct {
		x, y []float64
		want float64
		ok   bool
	}{
		"rising together": {[]float64{0, 3, 4, 9}, []float64{1, 2, 8, 10}, 1, true},
		"falling":         {[]float64{1, 2, 3}, []float64{9, 5, 0}, -1, true},
		// Ranks 1,2,3,4,5 and 2,1,4,3,5: sum of squared differences 4,
		// 1 - 6*4/(5*24).
		"two swaps": {[]float64{1, 2, 3, 4, 5}, []float64{2, 1, 4, 3, 5}, 0.8, true},
		// Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: covariance 4.5, variances 4.5
		// and 5.
		"ties":     {[]float64{0, 5, 5, 9}, []float64{1, 2, 3, 4}, 4.5 / math.Sqrt(22.5), true},
		"constant": {[]float64{4, 4, 4}, []float64{1, 2, 3}, 0, false},
		"one":      {[]float64{4}, []float64{1}, 0, false},
		"uneven":   {[]float64{1, 2}, []float64{1, 2, 3}, 0, false},
	} {
		if got, ok := spearman(c.x, c.y); !near(got, c.want) || ok != c.ok {
			t.Errorf("%s: Spearman = %v, %v, want %v, %v", name, got, ok, c.want, c.ok)
		}
	}
}

func TestRanks(t *testing.T) {
	got := ranks([]float64{5, 1, 5, 5, 0})
	if want := []float64{4, 2, 4, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("ranks = %v, want %v", got, want)
	}
}

func TestRatio(t *testing.T) {
	var r Ratio
	if _, ok := r.Share(); ok {
		t.Error("the share of nothing is defined")
	}
	r.Count(true)
	r.Count(false)
	r.Count(false)
	r.Count(true)
	if got, ok := r.Share(); got != 0.5 || !ok || r.String() != "2 of 4" {
		t.Errorf("Share = %v, %v of %s", got, ok, r)
	}
}
