package vad

import (
	"math"
	"strings"
	"testing"
)

func TestHysteresis(t *testing.T) {
	nan := float32(math.NaN())
	for _, test := range []struct {
		name  string
		probs []float32
		want  string // per window: . silence, S started, s speech, E ended
	}{
		{"silence", []float32{0, 0.1, 0.49}, "..."},
		{"one window is no speech", []float32{0.9, 0.1, 0.9, 0.4, 0.9}, "....."},
		{"two windows are", []float32{0.5, 0.5, 0.5}, ".Ss"},
		{"holds down to 0.35", []float32{0.9, 0.9, 0.4, 0.35, 0.34, 0.4}, ".SssE."},
		{"starts again from nothing", []float32{0.9, 0.9, 0, 0.9, 0.9, 0}, ".SE.SE"},
		{"junk ends it", []float32{0.9, 0.9, nan, nan}, ".SE."},
	} {
		var h hysteresis
		var got strings.Builder
		for _, p := range test.probs {
			speech, started, ended := h.step(p)
			switch {
			case started && speech && !ended:
				got.WriteByte('S')
			case ended && !speech && !started:
				got.WriteByte('E')
			case speech && !started && !ended:
				got.WriteByte('s')
			case !speech && !started && !ended:
				got.WriteByte('.')
			default:
				t.Fatalf("%s: step(%v) = %v, %v, %v", test.name, p, speech, started, ended)
			}
		}
		if got.String() != test.want {
			t.Errorf("%s: %s, want %s", test.name, got.String(), test.want)
		}
	}
}
