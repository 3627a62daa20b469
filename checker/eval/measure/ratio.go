package measure

import "fmt"

// Ratio is a part of a whole, both counted.
type Ratio struct {
	Part  int `json:"part"`
	Whole int `json:"whole"`
}

// Count adds one to the whole, and to the part if in is set.
func (r *Ratio) Count(in bool) {
	r.Whole++
	if in {
		r.Part++
	}
}

// Share is the part of 1; it is not defined of nothing.
func (r Ratio) Share() (share float64, ok bool) {
	if r.Whole == 0 {
		return 0, false
	}
	return float64(r.Part) / float64(r.Whole), true
}

// String is the ratio as counted, such as "3 of 40".
func (r Ratio) String() string { return fmt.Sprintf("%d of %d", r.Part, r.Whole) }
