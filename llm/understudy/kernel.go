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

// newKernel takes the examples; the inverse is found for those from the i-th on.
func newKernel(rows [][]entry, from int) *kernel {
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
	k.invert(from)
	return k
}

func (k *kernel) factor() {
	n := k.n
	for i := range n {
		row := k.lower[i*n : i*n+i+1]
		for j := range i + 1 {
			other := k.lower[j*n : j*n+j+1]
			sum := row[j] - product(row[:j], other[:j])
			if i == j {
				row[j] = math.Sqrt(sum)
			} else {
				row[j] = sum / other[j]
			}
		}
	}
}

// product is the inner product of two vectors of one length. Four sums at a time wait less
// for each other.
func product(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i, v := range a[:min(len(a), len(b))] {
		s0 += v * b[i]
	}
	return s0 + s1 + s2 + s3
}

// invert finds the diagonal of the inverse from the i-th on: the squared lengths of the columns of
// the factor's inverse.
func (k *kernel) invert(from int) {
	n := k.n
	column := make([]float64, n)
	for j := from; j < n; j++ {
		column[j] = 1 / k.lower[j*n+j]
		square := column[j] * column[j]
		for i := j + 1; i < n; i++ {
			row := k.lower[i*n : i*n+i+1]
			column[i] = -product(row[j:i], column[j:i]) / row[i]
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
