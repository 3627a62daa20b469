package quality

import (
	"slices"
	"testing"
	"time"

	"parley/bench/quality/beep"
	"parley/media"
)

const ms = time.Millisecond

// voice is frames of a reply, each of its words 220 ms and 60 ms of silence,
// from the word first on.
func voice(set, first int, from, to time.Duration) []frame {
	var out []frame
	for at := from; at < to; at += media.PTime {
		n := int((at - from) / (beep.WordTime + beep.WordGap))
		f := frame{at: at, level: media.Silent}
		if (at-from)%(beep.WordTime+beep.WordGap) < beep.WordTime {
			f = frame{at: at, level: 20, word: beep.Word{Set: set, Index: (first + n) % beep.Size}, known: true}
		}
		out = append(out, f)
	}
	return out
}

func silence(from, to time.Duration) []frame {
	var out []frame
	for at := from; at < to; at += media.PTime {
		out = append(out, frame{at: at, level: media.Silent})
	}
	return out
}

func TestJudgePauses(t *testing.T) {
	l := &Said{Start: 50 * ms, End: 4 * time.Second, Silences: []Silence{
		{Start: 1000 * ms, End: 1500 * ms}, {Start: 2000 * ms, End: 2700 * ms},
	}}
	const began = 10 * time.Second
	for _, c := range []struct {
		name   string
		heard  []frame
		broken []bool
		fluent bool
	}{
		{"nothing", silence(began, began+5*time.Second), []bool{false, false}, false},
		{"an answer after the end", voice(0, 0, began+l.End+300*ms, began+6*time.Second), []bool{false, false}, false},
		{"an end before the line", voice(0, 0, began-time.Second, began), []bool{false, false}, false},
		{"in the second pause", voice(0, 0, began+2200*ms, began+2300*ms), []bool{false, true}, false},
		{"after the first", voice(0, 0, began+1600*ms, began+3*time.Second), []bool{true}, false},
		{"before the first", voice(0, 0, began+300*ms, began+3*time.Second), nil, true},
	} {
		broken, fluent := judgePauses(c.heard, began, l)
		if !slices.Equal(broken, c.broken) || fluent != c.fluent {
			t.Errorf("%s: broken %v, fluent %v; want %v, %v", c.name, broken, fluent, c.broken, c.fluent)
		}
	}
}

func TestJudgeOver(t *testing.T) {
	const onset, end = 2 * time.Second, 2500 * ms
	for _, c := range []struct {
		name          string
		heard         []frame
		now           time.Duration
		decided, gave bool
		held          time.Duration
	}{
		{"goes on", voice(1, 3, 0, 4*time.Second), 4 * time.Second, true, false, 0},
		{"too early to say", voice(1, 3, 0, 3*time.Second), 3 * time.Second, false, true, 0},
		{"falls silent for good", voice(1, 3, 0, 2200*ms), 6 * time.Second, false, true, 0},
		{"has been silent for long", voice(1, 3, 0, 2200*ms), 6600 * ms, true, true, 0},
		{"another reply", append(voice(1, 3, 0, 2200*ms), voice(2, 0, 3*time.Second, 4*time.Second)...), 4 * time.Second, true, true, 0},
		{"holds", append(voice(1, 3, 0, 2220*ms), voice(1, 9, 3*time.Second, 5*time.Second)...), 5 * time.Second, true, false, 800 * ms},
		{"goes on and stops late", voice(1, 3, 0, 3200*ms), 5 * time.Second, false, true, 0},
	} {
		v := judgeOver(c.heard, 1, onset, end, c.now)
		if v.decided != c.decided || v.yielded != c.gave {
			t.Errorf("%s: %+v, want decided %v, yielded %v", c.name, v, c.decided, c.gave)
		}
		if d := v.held - c.held; !v.yielded && (d < -beep.WordGap-media.PTime || d > beep.WordGap+media.PTime) {
			t.Errorf("%s: held %v, want %v", c.name, v.held, c.held)
		}
	}
}

func TestLastOf(t *testing.T) {
	heard := append(voice(1, 0, 0, 2220*ms), voice(2, 0, 3*time.Second, 4*time.Second)...)
	if got := lastOf(heard, 1, 2*time.Second); got < 160*ms || got > 240*ms {
		t.Errorf("the reply was heard for %v, want some 200 ms", got)
	}
	if got := lastOf(heard, 0, 2*time.Second); got != 0 {
		t.Errorf("a reply never heard was heard for %v", got)
	}
	resumed := append(heard, voice(1, 5, 4500*ms, 5*time.Second)...)
	if got := lastOf(resumed, 1, 2*time.Second); got < 2900*ms {
		t.Errorf("a reply that came back was heard for %v, want 3 s", got)
	}
}

func TestJudgeCaptions(t *testing.T) {
	first, second := voice(1, 0, 1000*ms, 3800*ms), voice(2, 0, 5*time.Second, 6100*ms) // 10 words, 4 words
	heard := append(append([]frame(nil), first...), second...)
	at := func(shown time.Duration, set, n int, final bool) caption {
		return caption{shown: shown, text: beep.Text(set, n), final: final}
	}
	for _, c := range []struct {
		name     string
		captions []caption
		want     []int
	}{
		{"exact", []caption{at(1100*ms, 1, 10, true), at(5*time.Second, 2, 4, true)}, []int{0, 0}},
		{"one too many, two missing", []caption{at(1100*ms, 1, 11, true), at(5*time.Second, 2, 2, true)}, []int{1, -2}},
		{"in two segments", []caption{at(1100*ms, 1, 6, true), at(2*time.Second, 1, 4, true), at(5*time.Second, 2, 4, true)}, []int{0, 0}},
		{"not final yet", []caption{at(1100*ms, 1, 10, true), at(5*time.Second, 2, 1, false)}, []int{0}},
		{"without", []caption{at(1100*ms, 1, 10, true)}, []int{0, -4}},
		{"of another time", []caption{at(1100*ms, 1, 10, true), at(5*time.Second, 2, 4, true), at(20*time.Second, 2, 9, true)}, []int{0, 0}},
	} {
		if got := judgeCaptions(heard, c.captions); !slices.Equal(got, c.want) {
			t.Errorf("%s: off by %v, want %v", c.name, got, c.want)
		}
	}
}
