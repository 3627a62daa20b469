package measure

// Confusion counts judgments by the band that was labelled, first, and the band
// that was judged.
type Confusion [Bands][Bands]int

// Add counts one judgment.
func (c *Confusion) Add(labelled, judged Band) { c[labelled][judged]++ }

// Total is how many judgments were counted.
func (c Confusion) Total() int {
	n := 0
	for _, row := range c {
		for _, v := range row {
			n += v
		}
	}
	return n
}

// Exact is how many judgments were of the band labelled.
func (c Confusion) Exact() int {
	n := 0
	for b := range c {
		n += c[b][b]
	}
	return n
}

// Kappa is Cohen's kappa with quadratic weights: 1 is full agreement, 0 what
// chance gives, and an error of two bands weighs four times one of one (J.
// Cohen, Weighted kappa, Psychological Bulletin 70(4), 1968). It is not defined
// when chance alone could not disagree, as when all is of one band.
func (c Confusion) Kappa() (kappa float64, ok bool) {
	var rows, columns [Bands]float64
	total := float64(c.Total())
	for i, row := range c {
		for j, v := range row {
			rows[i] += float64(v)
			columns[j] += float64(v)
		}
	}
	var observed, expected float64
	for i, row := range c {
		for j, v := range row {
			weight := float64((i - j) * (i - j))
			observed += weight * float64(v)
			expected += weight * rows[i] * columns[j] / max(total, 1)
		}
	}
	if expected == 0 {
		return 0, false
	}
	return 1 - observed/expected, true
}
