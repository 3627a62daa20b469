package likeness

import (
	"math"
	"testing"
)

// TestRegression compares it with the normal equations of two features.
func TestRegression(t *testing.T) {
	rows := [][]Entry{{{0, 1}}, {{0, 0.6}, {1, 0.8}}, {{1, 1}}, {}, {{0, 0.8}}}
	y := []float64{1, 1, -1, -1, 1}
	w, bias := Regression(rows, 2, y)
	// The gradient of the error is zero at its least.
	gradient := []float64{ridge * w[0], ridge * w[1], ridge * bias / biasShare}
	for i, row := range rows {
		off := bias - y[i]
		for _, e := range row {
			off += w[e.ID] * e.X
		}
		for _, e := range row {
			gradient[e.ID] += off * e.X
		}
		gradient[2] += off
	}
	for i, g := range gradient {
		if math.Abs(g) > 1e-3 {
			t.Errorf("gradient %d is %v", i, g)
		}
	}
}
