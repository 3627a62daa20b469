package sphinx

import (
	"reflect"
	"testing"
	"time"

	"parley/stt"
)

const ms = time.Millisecond

func TestTranscribe(t *testing.T) {
	said := []segment{
		{"<s>", 100, 129, 1}, {"the(2)", 130, 139, 0.9}, {"<sil>", 140, 149, 1}, {"[NOISE]", 150, 159, 0.9},
		{"budget", 160, 199, 0.7}, {"</s>", 200, 210, 1},
	}
	for _, tt := range []struct {
		name     string
		segments []segment
		gaps     []gap
		want     stt.Event
	}{
		{name: "nothing"},
		{name: "fillers only", segments: []segment{{"<s>", 0, 5, 1}, {"[SPEECH]", 6, 9, 1}}},
		{
			name: "words", segments: said,
			want: stt.Event{Text: "the budget", Confidence: 0.8, Words: []stt.Word{
				{Text: "the", Start: 300 * ms, End: 400 * ms, Confidence: 0.9},
				{Text: "budget", Start: 600 * ms, End: 1000 * ms, Confidence: 0.7},
			}},
		},
		{
			name: "lost audio", segments: said, gaps: []gap{{at: 8000, lost: 16000}},
			want: stt.Event{Text: "the budget", Confidence: 0.8, Words: []stt.Word{
				{Text: "the", Start: 300 * ms, End: 400 * ms, Confidence: 0.9},
				{Text: "budget", Start: 1600 * ms, End: 2000 * ms, Confidence: 0.7},
			}},
		},
		{name: "doubtful on the whole", segments: []segment{{"keep", 0, 9, 0.2}, {"picked", 10, 19, 0.05}}},
		{
			name: "a word too long", segments: []segment{{"yes", 0, 9, 0.8}, {"luo", 10, 209, 1}},
			want: stt.Event{Text: "yes", Confidence: 0.8, Words: []stt.Word{{Text: "yes", End: 100 * ms, Confidence: 0.8}}},
		},
		{
			name: "a posterior rounded above one", segments: []segment{{"yes", 0, 9, 1.0001}},
			want: stt.Event{Text: "yes", Confidence: 1, Words: []stt.Word{{Text: "yes", End: 100 * ms, Confidence: 1}}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := transcribe(tt.segments, tt.gaps); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}
