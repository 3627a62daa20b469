package bench

import (
	"slices"
	"testing"
	"time"

	"parley/caller"
	"parley/media"
)

func TestLibraryHoldsTheScene(t *testing.T) {
	l, err := Library()
	if err != nil {
		t.Fatal(err)
	}
	s, ok := l.Get(Scene)
	if !ok || s.MaxTurns != 0 || s.TimeLimitS != 0 || len(s.Fillers) != 0 || len(s.Nods) != 0 {
		t.Errorf("scene = %+v, %v, want one without limits, fillers or nods", s, ok)
	}
}

// Phases of few calls and of many leave no gap much above their share.
func TestPhaseIsSpread(t *testing.T) {
	for _, n := range []int{3, 8, 24} {
		var phases []time.Duration
		for i := range n {
			phases = append(phases, phase(i))
		}
		slices.Sort(phases)
		if phases[0] < 0 || phases[n-1] >= media.PTime {
			t.Errorf("%d phases from %v to %v, want them in one frame", n, phases[0], phases[n-1])
		}
		phases = append(phases, phases[0]+media.PTime)
		for i := range n {
			if gap := phases[i+1] - phases[i]; gap > 2*media.PTime/time.Duration(n) {
				t.Errorf("%d phases leave a gap of %v", n, gap)
			}
		}
	}
}

// A clip must be one utterance: no pause in it may look like its end. Those that
// interrupt must outlast the longest wait for silence.
func TestClipsAreUtterances(t *testing.T) {
	all := slices.Concat(statements, objections)
	clips, err := record(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range clips {
		if got := longestPause(c); got > 150*time.Millisecond {
			t.Errorf("%s %q has a pause of %v, want at most 150ms", all[i].voice, c.Text, got)
		}
		if c.Length() < time.Second || c.Length() > 5*time.Second {
			t.Errorf("%s %q takes %v, want 1 to 5s", all[i].voice, c.Text, c.Length())
		}
	}
}

func longestPause(c caller.Clip) time.Duration {
	const step = media.SampleRate / 100
	longest, silent := 0, 0
	for at := 0; at+step <= len(c.PCM); at += step {
		if media.Level(c.PCM[at:at+step]) <= caller.Audible {
			silent = 0
			continue
		}
		silent++
		longest = max(longest, silent)
	}
	return media.Duration(longest * step)
}

func TestResponsesNote(t *testing.T) {
	var r responses
	for _, c := range []struct {
		took time.Duration
		err  error
		want error
	}{{time.Second, nil, nil}, {0, errCutIn, nil}, {0, errUnanswered, nil}, {0, caller.ErrOver, caller.ErrOver}} {
		if got := r.note(c.took, c.err); got != c.want { //nolint:errorlint // the very same
			t.Errorf("note(%v) = %v, want %v", c.err, got, c.want)
		}
	}
	if len(r.took) != 1 || r.cutIns != 1 || r.unanswered != 1 || r.count() != 3 {
		t.Errorf("noted %+v, want one of each", r)
	}
}
