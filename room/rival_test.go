package room

import "testing"

// TestClaims: who has spoken more stays, then who has begun, then who came first, then
// the lower identity; of two one gives way, and never both.
func TestClaims(t *testing.T) {
	t.Parallel()
	all := []claim{ // the first stays before each of those after it
		{3, true, 90, "c"}, {1, true, 10, "b"}, {1, true, 10, "c"}, {1, true, 11, "a"},
		{0, true, 9, "a"}, {0, false, 5, "a"}, {0, false, 6, "a"},
	}
	for i, a := range all {
		for j, b := range all {
			if got := a.before(b); got != (i < j) {
				t.Errorf("%+v stays where %+v is: %t, want %t", a, b, got, i < j)
			}
		}
	}
	for text, want := range map[string]int{"": 0, "3": 3, "-2": 0, "many": 0, "99999999999999999999": 0} {
		if got := turnsOf(text); got != want {
			t.Errorf("%q is %d turns, want %d", text, got, want)
		}
	}
}
