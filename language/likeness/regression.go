package likeness

import "math"

const (
	// ridge is how strongly the weights are held down.
	ridge = 0.15
	// biasShare is how alike any two texts are from the start.
	biasShare = 0.1
	// maxRounds bounds the solution by conjugate gradients, which is near enough when
	// the error is closeEnough of what it was.
	maxRounds   = 40
	closeEnough = 1e-6
)

// Regression finds the weights of features, and the bias, for which the rows come nearest
// to y.
func Regression(rows [][]Entry, features int, y []float64) (weights []float64, bias float64) {
	weights = make([]float64, features+1) // the last is the bias's
	residue, moved, seen := make([]float64, features+1), make([]float64, features+1), make([]float64, len(rows))
	transposed(residue, rows, y)
	direction := append([]float64(nil), residue...)
	error0 := square(residue)
	for now, round := error0, 0; now > error0*closeEnough && round < maxRounds; round++ {
		times(seen, rows, direction)
		transposed(moved, rows, seen)
		for i, d := range direction {
			moved[i] += ridge * d
		}
		step := now / product(direction, moved)
		for i := range weights {
			weights[i] += step * direction[i]
			residue[i] -= step * moved[i]
		}
		before := now
		now = square(residue)
		for i, r := range residue {
			direction[i] = r + now/before*direction[i]
		}
	}
	return weights[:features], weights[features] * math.Sqrt(biasShare)
}

// times makes out the rows' products with v.
func times(out []float64, rows [][]Entry, v []float64) {
	bias := v[len(v)-1] * math.Sqrt(biasShare)
	for i, row := range rows {
		sum := bias
		for _, e := range row {
			sum += v[e.ID] * e.X
		}
		out[i] = sum
	}
}

// transposed makes out the sum of the rows, each so many times.
func transposed(out []float64, rows [][]Entry, much []float64) {
	clear(out)
	for i, row := range rows {
		m := much[i]
		for _, e := range row {
			out[e.ID] += e.X * m
		}
		out[len(out)-1] += m * math.Sqrt(biasShare)
	}
}

func square(v []float64) float64 { return product(v, v) }

func product(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}
