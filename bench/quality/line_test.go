package quality

import (
	"math"
	"testing"
	"time"

	"parley/bench/quality/noise"
	"parley/media"
	"parley/tts/flite"
)

func TestPausesAreAsLongAsAsked(t *testing.T) {
	speech, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	f, err := LoadFixtures()
	if err != nil {
		t.Fatal(err)
	}
	const d = 700 * time.Millisecond
	for i, id := range []string{"um-2", "list-1", "number-1", "clause-4"} {
		l, err := render(t.Context(), speech, Voices[i], find(t, f.Pauses, id), d)
		if err != nil {
			t.Fatal(err)
		}
		_, at, _ := l.fixture.words()
		if len(l.pauses) != len(at) {
			t.Errorf("%s: %d pauses, want %d", id, len(l.pauses), len(at))
		}
		for j, p := range l.pauses {
			checkPause(t, id, l, p, d)
			if before := l.words[at[j]-1].End; before > p.end || before < p.start-200*time.Millisecond {
				t.Errorf("%s: %q ends at %v, the pause after it is %v to %v", id, l.words[at[j]-1].Text, before, p.start, p.end)
			}
			if after := l.words[at[j]].End; after <= p.end {
				t.Errorf("%s: %q ends at %v, before the end of the pause, %v", id, l.words[at[j]].Text, after, p.end)
			}
		}
		if got := ActiveRMS(l.pcm); math.Abs(20*math.Log10(got/speechLevel)) > 0.5 {
			t.Errorf("%s: speech at %.0f, want %.0f", id, got, speechLevel)
		}
		if last := l.words[len(l.words)-1].End; last > l.end+window*time.Second/media.SampleRate || l.end-last > 150*time.Millisecond {
			t.Errorf("%s: the last word ends at %v, the voice at %v", id, last, l.end)
		}
	}
}

// checkPause holds a pause to being silent for d and no longer.
func checkPause(t *testing.T, id string, l *line, p pause, d time.Duration) {
	t.Helper()
	if p.end-p.start != d {
		t.Errorf("%s: the pause lasts %v, want %v", id, p.end-p.start, d)
	}
	from, to := media.Samples(p.start), media.Samples(p.end)
	if level := media.Level(l.pcm[from:to]); level != media.Silent {
		t.Errorf("%s: the pause is at -%d dBov, want silence", id, level)
	}
	left, right := gap(l.pcm, (from+to)/2)
	if extra := media.Duration(right-left) - d; extra > 40*time.Millisecond {
		t.Errorf("%s: the silence is %v longer than the pause", id, extra)
	}
}

func TestBedIsAsFarBelowTheSpeechAsAsked(t *testing.T) {
	speech, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	f, err := LoadFixtures()
	if err != nil {
		t.Fatal(err)
	}
	lines := newLibrary(speech)
	if err := lines.prepare(t.Context(), nil, f); err != nil {
		t.Fatal(err)
	}
	said, err := lines.line(t.Context(), "rms", f.Complete[20], 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Conditions[1:3] {
		if got := 20 * math.Log10(ActiveRMS(said.pcm)/noise.RMS(lines.bed(c, 1))); math.Abs(got-c.SNR) > 0.5 {
			t.Errorf("%s: speech is %.1f dB above the noise", c.Name, got)
		}
	}
	if lines.bed(Conditions[0], 1) != nil {
		t.Error("a clean call has noise")
	}
	again, err := lines.line(t.Context(), "rms", f.Complete[20], 0)
	if err != nil || again != said {
		t.Errorf("a line said again was rendered again (%v)", err)
	}
}
