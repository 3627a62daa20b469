package caller

import (
	"math"
	"strings"
	"testing"
)

func TestRecall(t *testing.T) {
	for _, c := range []struct {
		said, heard string
		want        float64
	}{
		{"", "", 1},
		{"...", "anything", 1},
		{"So, this project... Bold...", "", 0},
		{"So, this project... Bold...", "so this project bold", 1},
		{"So, this project... Bold...", "oh so this project is old", 0.75},
		{"Show me the figures", "figures the me show", 0.25},
		{"I don’t think so", "i don't think so", 1},
		{"the the the", "the", 1.0 / 3},
		{"one two three four", "one four two three", 0.75},
	} {
		if got := Recall(c.said, c.heard); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("Recall(%q, %q) = %v, want %v", c.said, c.heard, got, c.want)
		}
	}
}

func FuzzRecall(f *testing.F) {
	f.Add("So, this project... Bold...", "so this project is old")
	f.Add("'", "\xff")
	f.Fuzz(func(t *testing.T, said, heard string) {
		if len(said)+len(heard) > 4096 {
			return
		}
		if got := Recall(said, heard); got < 0 || got > 1 {
			t.Errorf("Recall = %v, want 0 to 1", got)
		}
		if got := Recall(said, strings.ToUpper(said)); len(words(strings.ToUpper(said))) == len(words(said)) && isASCII(said) && got != 1 {
			t.Errorf("Recall of itself = %v, want 1", got)
		}
	})
}

func isASCII(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0 }
