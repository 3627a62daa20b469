package caller

import (
	"testing"
	"time"

	"parley/media"
)

var began = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func at(n int) time.Time { return began.Add(time.Duration(n) * media.PTime) }

// frames are one for each level, 20 ms apart.
func frames(parts ...[]uint8) Frames {
	var t Frames
	for _, p := range parts {
		for _, level := range p {
			t = append(t, Frame{at(len(t)), level})
		}
	}
	return t
}

// levels are those of n frames.
func levels(n int, level uint8) []uint8 {
	all := make([]uint8, n)
	for i := range all {
		all[i] = level
	}
	return all
}

const (
	loud   = 20
	ducked = 32
	quiet  = media.Silent
)

func TestVoiced(t *testing.T) {
	tp := frames(levels(5, quiet), levels(3, loud), levels(4, quiet), levels(1, Audible), levels(2, Audible+1))
	for from, want := range map[int]int{0: 5, 5: 5, 6: 6, 8: 12, 12: 12} {
		if got, ok := tp.Voiced(at(from)); !ok || !got.Equal(at(want)) {
			t.Errorf("voiced from frame %d: %v, %v, want frame %d", from, got.Sub(began), ok, want)
		}
	}
	if got, ok := tp.Voiced(at(13)); ok {
		t.Errorf("voiced at %v, want never again", got.Sub(began))
	}
	if got := tp.LastVoiced(); !got.Equal(at(12)) {
		t.Errorf("last voiced at %v, want frame 12", got.Sub(began))
	}
	if got := (Frames)(nil).LastVoiced(); !got.IsZero() {
		t.Errorf("without frames it was last voiced at %v", got)
	}
}

func TestYield(t *testing.T) {
	onset := 30 // of the frames below
	for _, c := range []struct {
		name           string
		after          [][]uint8
		ducked, silent int // frames after the onset
		ok             bool
	}{
		{"ducks, then stops", [][]uint8{levels(2, loud), levels(10, ducked), levels(15, quiet)}, 2, 12, true},
		{"stops at once", [][]uint8{levels(3, loud), levels(15, quiet)}, 3, 3, true},
		{"pauses between words", [][]uint8{levels(2, ducked), levels(9, quiet), levels(3, ducked), levels(15, quiet)}, 0, 14, true},
		{"answers later", [][]uint8{levels(2, ducked), levels(15, quiet), levels(20, loud)}, 0, 2, true},
		{"not silent for long enough yet", [][]uint8{levels(2, ducked), levels(9, quiet)}, 0, 0, false},
		{"goes on", [][]uint8{levels(60, loud)}, 0, 0, false},
		{"5 dB are no duck", [][]uint8{levels(9, loud+5), levels(15, quiet)}, 9, 9, true},
	} {
		tp := frames(append([][]uint8{levels(onset, loud)}, c.after...)...)
		got, ok := tp.Yield(at(onset), at(len(tp)))
		want := Yield{time.Duration(c.ducked) * media.PTime, time.Duration(c.silent) * media.PTime}
		if ok != c.ok || ok && got != want {
			t.Errorf("%s: %+v, %v, want %+v, %v", c.name, got, ok, want, c.ok)
		}
	}
	if _, ok := frames(levels(60, quiet)).Yield(at(onset), at(60)); ok {
		t.Error("silence yielded")
	}
	for name, c := range map[string]struct {
		heard Frames
		want  bool
	}{
		"a voice":           {frames(levels(60, loud)), true},
		"a voice that ends": {frames(levels(50, loud), levels(10, quiet)), true},
		"a voice that went": {frames(levels(30, loud), levels(30, quiet)), false},
		"nothing":           {nil, false},
	} {
		if got := c.heard.Speaking(at(60)); got != c.want {
			t.Errorf("%s: speaking = %v, want %v", name, got, c.want)
		}
	}
	if _, ok := (Frames)(nil).Yield(at(onset), at(60)); ok {
		t.Error("nobody yielded")
	}
}
