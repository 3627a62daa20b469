package understudy

import (
	"slices"
	"testing"
)

// TestALossIsNoGain: a figure and a time that tell what may be lost promise no return, and
// those that tell what is earned do.
func TestALossIsNoGain(t *testing.T) {
	for text, want := range map[string]bool{
		"We stop if we lose forty percent by June.":                    false,
		"We won't stop, even if we lose forty percent by June.":        false,
		"A forty percent loss by June, and I close it.":                false,
		"If the thing goes down by a fifth before Christmas, we quit.": false,
		"We lose no more than a quarter in two years.":                 false,
		"We will make forty percent by June.":                          true,
		"It returns three times the money in two years.":               true,
	} {
		if got := Read(scene(t, cfo), text); slices.Contains(got.Beats, "return") != want {
			t.Errorf("%q makes %v, a return is %v", text, got.Beats, want)
		}
	}
}
