package media_test

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

func TestRecorderAligns(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	frame := mediatest.Tone(media.PTime, 440, 8000)
	for _, test := range []struct {
		name   string
		add    []int // when each frame comes, in ms
		voiced []int // where each must lie, in ms
	}{
		{"steady", []int{0, 20, 40}, []int{0, 20, 40}},
		{"starts late", []int{30, 50}, []int{30, 50}},
		{"jitter joins", []int{0, 35, 38, 60}, []int{0, 20, 40, 60}},
		{"burst after a stall joins", []int{0, 75, 75, 75}, []int{0, 20, 40, 60}},
		{"pause", []int{0, 500, 520}, []int{0, 500, 520}},
		{"before the start", []int{-500, -480}, []int{0, 20}},
	} {
		r := media.NewRecorder(start)
		for _, ms := range test.add {
			r.Add(1, at(ms), frame)
		}
		r.Add(2, at(0), frame)
		r.Add(-1, at(0), frame)
		got := r.PCM()
		want := mediatest.Silence(time.Duration(test.voiced[len(test.voiced)-1])*time.Millisecond + media.PTime)
		for _, ms := range test.voiced {
			copy(want[media.Samples(time.Duration(ms)*time.Millisecond):], frame)
		}
		if len(got) != 2 || !slices.Equal(got[1], want) {
			t.Errorf("%s: right channel differs from frames at %v ms", test.name, test.voiced)
		}
		if len(got[0]) != len(got[1]) || media.Level(got[0]) != media.Silent {
			t.Errorf("%s: left: %d samples at level -%d, want %d of silence", test.name, len(got[0]), media.Level(got[0]), len(want))
		}
	}
}
