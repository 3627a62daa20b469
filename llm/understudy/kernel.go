package understudy

import "math"

// kernel is the regression's system of equations, factored once for all labels:
// how alike any two examples are, with the ridge on the diagonal.
type kernel struct {
	n     int
	lower []float64 // Cholesky factor, row by row
	// inverse has the diagonal of the inverse, from which follows what an example
	// would score if it were left out.
	inverse []float64
}

// biasShare is how alike any two texts are from the start.
const biasShare = 0.1

func newKernel(rows [][]entry) *kernel {
	n := len(rows)
	k := &kernel{n: n, lower: make([]float64, n*n), inverse: make([]float64, n)}
	having := map[int32][]entry{} // feature to the rows that have it
	for i, row := range rows {
		line := k.lower[i*n : (i+1)*n]
		for _, e := range row {
			having[e.id] = append(having[e.id], entry{int32(i), e.x})
			for _, other := range having[e.id] {
				line[other.id] += e.x * other.x
			}
		}
		for j := range i + 1 {
			line[j] += biasShare
		}
		line[i] += ridge
	}
	k.factor()
	k.invert()
	return k
}

func (k *kernel) factor() {
	n := k.n
	for i := range n {
		row := k.lower[i*n : i*n+i+1]
		for j := range i + 1 {
			other := k.lower[j*n : j*n+j+1]
			sum := row[j]
			for m, v := range other[:j] {
				sum -= v * row[m]
			}
			if i == j {
				row[j] = math.Sqrt(sum)
			} else {
				row[j] = sum / other[j]
			}
		}
	}
}

// invert finds the diagonal of the inverse: the squared lengths of the columns of
// the factor's inverse.
func (k *kernel) invert() {
	n := k.n
	column := make([]float64, n)
	for j := range n {
		column[j] = 1 / k.lower[j*n+j]
		square := column[j] * column[j]
		for i := j + 1; i < n; i++ {
			row := k.lower[i*n : i*n+i+1]
			sum := 0.0
			for m := j; m < i; m++ {
				sum -= row[m] * column[m]
			}
			column[i] = sum / row[i]
			square += column[i] * column[i]
		}
		k.inverse[j] = square
	}
}

// solve returns the weights of the examples that fit y.
func (k *kernel) solve(y []float64) []float64 {
	n := k.n
	x := make([]float64, n)
	for i := range n {
		sum := y[i]
		for j := range i {
			sum -= k.lower[i*n+j] * x[j]
		}
		x[i] = sum / k.lower[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		x[i] /= k.lower[i*n+i]
		for j := range i {
			x[j] -= k.lower[i*n+j] * x[i]
		}
	}
	return x
}
