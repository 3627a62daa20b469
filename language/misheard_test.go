package language_test

import (
	"strings"
	"testing"

	"parley/language"
)

func TestMisheard(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		wrong     int
	}{
		{"the budget is large", "The budget, is large!", 0},
		{"the budget is large", "the budgets is", 2},
		{"it's café time", "“It's” café time", 0},
		{"one two", "", 2},
		{"one two", "zero one and two", 2},
	} {
		if wrong, words := language.Misheard(tt.want, tt.got); wrong != tt.wrong || words != len(strings.Fields(tt.want)) {
			t.Errorf("Misheard(%q, %q) = %d of %d, want %d", tt.want, tt.got, wrong, words, tt.wrong)
		}
	}
}
