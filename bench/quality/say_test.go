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
		l, err := Say(t.Context(), speech, Voices[i], find(t, f.Pauses, id), d)
		if err != nil {
			t.Fatal(err)
		}
		_, at, _ := l.Fixture.words()
		if len(l.Silences) != len(at) {
			t.Errorf("%s: %d pauses, want %d", id, len(l.Silences), len(at))
		}
		for j, p := range l.Silences {
			checkPause(t, id, l, p, d)
			if before := l.Words[at[j]-1].End; before > p.End || before < p.Start-200*time.Millisecond {
				t.Errorf("%s: %q ends at %v, the pause after it is %v to %v", id, l.Words[at[j]-1].Text, before, p.Start, p.End)
			}
			if after := l.Words[at[j]].End; after <= p.End {
				t.Errorf("%s: %q ends at %v, before the end of the pause, %v", id, l.Words[at[j]].Text, after, p.End)
			}
		}
		if got := ActiveRMS(l.PCM); math.Abs(20*math.Log10(got/speechLevel)) > 0.5 {
			t.Errorf("%s: speech at %.0f, want %.0f", id, got, speechLevel)
		}
		if last := l.Words[len(l.Words)-1].End; last > l.End+window*time.Second/media.SampleRate || l.End-last > 150*time.Millisecond {
			t.Errorf("%s: the last word ends at %v, the voice at %v", id, last, l.End)
		}
	}
}

// checkPause holds a pause to being silent for d and no longer.
func checkPause(t *testing.T, id string, l *Said, p Silence, d time.Duration) {
	t.Helper()
	if p.End-p.Start != d {
		t.Errorf("%s: the pause lasts %v, want %v", id, p.End-p.Start, d)
	}
	from, to := media.Samples(p.Start), media.Samples(p.End)
	if level := media.Level(l.PCM[from:to]); level != media.Silent {
		t.Errorf("%s: the pause is at -%d dBov, want silence", id, level)
	}
	left, right := gap(l.PCM, (from+to)/2)
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
		if got := 20 * math.Log10(ActiveRMS(said.PCM)/noise.RMS(lines.bed(c, 1))); math.Abs(got-c.SNR) > 0.5 {
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
