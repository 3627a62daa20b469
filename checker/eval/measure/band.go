package measure

import (
	"fmt"

	"parley/checker/labelled"
)

// Bands is how many bands of progress there are: 0, 1-3, 4-6, 7-9 and 10.
const Bands = labelled.Bands

// Band is one of them, from 0 in the order of progress.
type Band int

// BandOf is the band of a progress of 0-10.
func BandOf(progress int) Band { return Band(labelled.Band(progress)) }

// Span is the first and last progress of b.
func (b Band) Span() (low, high int) {
	switch b {
	case 0:
		return 0, 0
	case Bands - 1:
		return 10, 10
	}
	return int(3*b) - 2, int(3 * b)
}

// String is the band as it is written, such as "4-6".
func (b Band) String() string {
	low, high := b.Span()
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d-%d", low, high)
}
