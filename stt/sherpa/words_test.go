package sherpa

import (
	"math"
	"reflect"
	"testing"
	"time"

	"parley/media"
	"parley/stt"
)

const ms = time.Millisecond

func TestWords(t *testing.T) {
	log := func(p float64) float32 { return float32(math.Log(p)) }
	for _, tt := range []struct {
		name  string
		o     outcome
		lower bool
		want  []stt.Word
	}{
		{name: "nothing"},
		{name: "without times", o: outcome{tokens: []string{" a"}}},
		{
			name: "pieces", o: outcome{tokens: []string{" bud", "get", " is", " fine"}, starts: []float32{0.25, 0.5, 0.75, 1}},
			want: []stt.Word{
				{Text: "budget", Start: 1250 * ms, End: 1750 * ms}, {Text: "is", Start: 1750 * ms, End: 2000 * ms},
				{Text: "fine", Start: 2000 * ms, End: 3000 * ms},
			},
		},
		{
			name: "Chinese", o: outcome{tokens: []string{"你", "好", " ok"}, starts: []float32{0, 0.5, 1}},
			want: []stt.Word{
				{Text: "你", Start: 1000 * ms, End: 1500 * ms}, {Text: "好", Start: 1500 * ms, End: 2000 * ms},
				{Text: "ok", Start: 2000 * ms, End: 3000 * ms},
			},
		},
		{
			name: "capitals with probabilities", lower: true,
			o:    outcome{tokens: []string{"▁YE", "S"}, starts: []float32{0.5, 0.75}, logs: []float32{log(0.5), log(1)}},
			want: []stt.Word{{Text: "yes", Start: 1500 * ms, End: 3000 * ms, Confidence: 0.75}},
		},
		{
			name: "a lone space and a time past the end", o: outcome{tokens: []string{" ", " a"}, starts: []float32{0.5, 9}},
			want: []stt.Word{{Text: "a", Start: 3000 * ms, End: 3000 * ms}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.o.words(media.SampleRate, 2*media.SampleRate, tt.lower)
			for i := range got {
				got[i].Confidence = math.Round(got[i].Confidence*1000) / 1000
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestCut(t *testing.T) {
	step := func(level float32) []float32 {
		pcm := make([]float32, readStep)
		for i := range pcm {
			pcm[i] = level
		}
		return pcm
	}
	l := limits{soft: 10 * readStep, hard: 20 * readStep}
	for name, tt := range map[string]struct {
		pause int // step of the pause
		want  int // steps of the piece
	}{"a pause early on": {5, 20}, "a pause past the soft limit": {13, 14}, "none": {-1, 20}} {
		var p loudness
		got := 0
		for n := 1; got == 0; n++ {
			level := float32(0.3)
			if n-1 == tt.pause {
				level = 0.05
			}
			p.add(step(level))
			if l.cut(n*readStep, p) {
				got = n
			}
		}
		if got != tt.want {
			t.Errorf("%s: cut after %d steps, want %d", name, got, tt.want)
		}
	}
}
