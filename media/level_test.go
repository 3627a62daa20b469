package media_test

import (
	"testing"

	"parley/media"
	"parley/media/mediatest"
)

func TestLevel(t *testing.T) {
	square := make([]int16, media.FrameSamples)
	for i := range square {
		square[i] = -32768
	}
	for _, test := range []struct {
		name string
		pcm  []int16
		want uint8
	}{
		{"full-scale square", square, 0},
		{"full-scale sine", mediatest.Tone(media.PTime, 500, 32767), 3},
		{"sine 20 dB down", mediatest.Tone(media.PTime, 500, 3277), 23},
		{"one step", []int16{1}, 90},
		{"silence", make([]int16, 320), media.Silent},
		{"nothing", nil, media.Silent},
	} {
		if got := media.Level(test.pcm); got != test.want {
			t.Errorf("Level of %s = %d, want %d", test.name, got, test.want)
		}
	}
}
