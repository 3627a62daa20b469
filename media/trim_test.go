package media_test

import (
	"slices"
	"testing"

	"parley/media"
)

func TestTrimmer(t *testing.T) {
	const window = media.SampleRate / 100
	silence, speech := make([]int16, 10*window), slices.Repeat([]int16{1000}, 3*window)
	for _, tt := range []struct {
		name  string
		in    []int16
		size  int // of the pieces
		start int // of what is left
	}{
		{"silence first, at once", slices.Concat(silence, speech), 13 * window, 9 * window},
		{"silence first, in pieces", slices.Concat(silence, speech), 7, 9 * window},
		{"speech at once", speech, window, 0},
		{"a pause later", slices.Concat(speech, silence, speech), 50, 0},
		{"too soft", make([]int16, 60*window), 100, 49 * window},
		{"short silence", make([]int16, 3*window+5), 100, 2 * window},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var tr media.Trimmer
			var got []int16
			var pcm []int16 // one buffer for all pieces: nothing of it may be kept
			for piece := range slices.Chunk(tt.in, tt.size) {
				pcm = append(pcm[:0], piece...)
				got = tr.Append(got, pcm)
			}
			got = tr.Flush(got)
			if want := tt.in[tt.start:]; !slices.Equal(got, want) {
				t.Errorf("%d samples left, want %d", len(got), len(want))
			}
			if tr.Cut() != tt.start {
				t.Errorf("%d samples cut, want %d", tr.Cut(), tt.start)
			}
		})
	}
}
