package caller

import (
	"testing"
	"time"

	"parley/media"
)

var began = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func at(n int) time.Time { return began.Add(time.Duration(n) * media.PTime) }

// tape is a frame for each level, 20 ms apart.
func tape(parts ...[]uint8) Tape {
	var t Tape
	for _, p := range parts {
		for _, level := range p {
			t = append(t, Frame{at(len(t)), level})
		}
	}
	return t
}

// frames is n frames at a level.
func frames(n int, level uint8) []uint8 {
	levels := make([]uint8, n)
	for i := range levels {
		levels[i] = level
	}
	return levels
}

const (
	loud   = 20
	ducked = 32
	quiet  = media.Silent
)

func TestVoiced(t *testing.T) {
	tp := tape(frames(5, quiet), frames(3, loud), frames(4, quiet), frames(1, Audible), frames(2, Audible+1))
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
	if got := (Tape)(nil).LastVoiced(); !got.IsZero() {
		t.Errorf("an empty tape was last voiced at %v", got)
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
		{"ducks, then stops", [][]uint8{frames(2, loud), frames(10, ducked), frames(15, quiet)}, 2, 12, true},
		{"stops at once", [][]uint8{frames(3, loud), frames(15, quiet)}, 3, 3, true},
		{"pauses between words", [][]uint8{frames(2, ducked), frames(9, quiet), frames(3, ducked), frames(15, quiet)}, 0, 14, true},
		{"answers later", [][]uint8{frames(2, ducked), frames(15, quiet), frames(20, loud)}, 0, 2, true},
		{"not silent for long enough yet", [][]uint8{frames(2, ducked), frames(9, quiet)}, 0, 0, false},
		{"goes on", [][]uint8{frames(60, loud)}, 0, 0, false},
		{"5 dB are no duck", [][]uint8{frames(9, loud+5), frames(15, quiet)}, 9, 9, true},
	} {
		tp := tape(append([][]uint8{frames(onset, loud)}, c.after...)...)
		got, ok := tp.Yield(at(onset), at(len(tp)))
		want := Yield{time.Duration(c.ducked) * media.PTime, time.Duration(c.silent) * media.PTime}
		if ok != c.ok || ok && got != want {
			t.Errorf("%s: %+v, %v, want %+v, %v", c.name, got, ok, want, c.ok)
		}
	}
	if _, ok := tape(frames(60, quiet)).Yield(at(onset), at(60)); ok {
		t.Error("silence yielded")
	}
	for name, c := range map[string]struct {
		tape Tape
		want bool
	}{
		"a voice":           {tape(frames(60, loud)), true},
		"a voice that ends": {tape(frames(50, loud), frames(10, quiet)), true},
		"a voice that went": {tape(frames(30, loud), frames(30, quiet)), false},
		"nothing":           {nil, false},
	} {
		if got := c.tape.Speaking(at(60)); got != c.want {
			t.Errorf("%s: speaking = %v, want %v", name, got, c.want)
		}
	}
	if _, ok := (Tape)(nil).Yield(at(onset), at(60)); ok {
		t.Error("nobody yielded")
	}
}
