package models

import "fmt"

// Bytes is a number of bytes as people read it, in powers of 1000: 26.6 MB.
type Bytes int64

// String is at most seven characters for what a disk holds.
func (b Bytes) String() string {
	v, units := float64(b), []string{"kB", "MB", "GB", "TB"}
	if v < 1000 {
		return fmt.Sprintf("%d B", int64(b))
	}
	unit := ""
	for _, unit = range units {
		if v /= 1000; v < 999.95 {
			break
		}
	}
	return fmt.Sprintf("%.1f %s", v, unit)
}
