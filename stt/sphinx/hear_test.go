package sphinx

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"parley/media"
	"parley/stt"
	"parley/tts"
)

// sentences are what callers of the scenarios say.
var sentences = []string{
	"i would like to talk about the budget for this project",
	"the return on investment is twenty percent in the first year",
	"we have a clear plan for every risk you mentioned",
	"could you tell me what worries you about the launch",
	"my team has already talked to ten customers",
	"you took a big risk once and it paid off",
	"please give us three months and two more engineers",
	"thank you very much for your time today",
}

func TestHearsFlite(t *testing.T) {
	s := open(t, shared)
	id := uint64(0)
	for _, v := range []tts.Voice{{Name: "rms"}, {Name: "slt"}} {
		wrong, words := 0, 0
		var took []time.Duration
		for _, text := range sentences {
			id++
			pcm := say(t, text, v)
			events := hear(t, s, id, pcm)
			checkEvents(t, events, id, media.Duration(len(pcm)))
			e := final(events)
			wrong += distance(strings.Fields(text), strings.Fields(e.Text))
			words += len(strings.Fields(text))
			took = append(took, e.Took)
			t.Logf("%s %.2f %q", v.Name, e.Confidence, e.Text)
		}
		t.Logf("%s: %d of %d words wrong, took %v", v.Name, wrong, words, took)
		if wrong*100 > words*20 {
			t.Errorf("%s: %d of %d words wrong, want at most 20 %%", v.Name, wrong, words)
		}
	}
}

// checkEvents holds the contract of one utterance of speech.
func checkEvents(t *testing.T, events []stt.Event, id uint64, length time.Duration) {
	t.Helper()
	if len(events) < 3 {
		t.Errorf("%d events, want interims before the final", len(events))
	}
	for i, e := range events {
		if e.Utterance != id || e.Final != (i == len(events)-1) || e.Text == "" {
			t.Errorf("event %d: %+v", i, e)
		}
		if i > 0 && !e.Final && e.Text == events[i-1].Text {
			t.Errorf("interim %d repeats the one before", i)
		}
	}
	e := final(events)
	if e.Confidence < minMean || e.Confidence > 1 || e.Took <= 0 {
		t.Errorf("confidence %v, took %v", e.Confidence, e.Took)
	}
	var last time.Duration
	for _, w := range e.Words {
		if w.Start < last || w.End <= w.Start || w.End > length || w.Confidence <= 0 || w.Confidence > 1 {
			t.Errorf("word %+v after %v in %v", w, last, length)
		}
		last = w.End
	}
	if first := e.Words[0].Start; first < 200*time.Millisecond || first > 450*time.Millisecond {
		t.Errorf("the first word starts at %v after 300 ms of silence", first)
	}
	if got := join(e.Words); got != e.Text {
		t.Errorf("words %q, text %q", got, e.Text)
	}
}

// TestNoiseIsNotSpeech shows what minMean and maxWord are for: the decoder alone
// makes a word of each of these.
func TestNoiseIsNotSpeech(t *testing.T) {
	s := open(t, shared)
	for id, level := range []float64{300, 1200, 2100, 3000} {
		r := rand.New(rand.NewPCG(uint64(id), 1)) //nolint:gosec // noise
		pcm := make([]int16, 2*media.SampleRate)
		for i := range pcm {
			pcm[i] = int16(max(min(r.NormFloat64()*level, 32767), -32768))
		}
		if e := final(hear(t, s, uint64(id), pcm)); e.Text != "" {
			t.Errorf("white noise of RMS %v is heard as %d words of confidence %.2f", level, len(e.Words), e.Confidence)
		}
	}
}

// distance is the least number of words to insert, delete or replace.
func distance(want, got []string) int {
	row := make([]int, len(got)+1)
	for j := range row {
		row[j] = j
	}
	for i, w := range want {
		diagonal := row[0]
		row[0] = i + 1
		for j, g := range got {
			cost := diagonal
			if w != g {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(got)]
}
