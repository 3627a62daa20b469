//go:build !race

package flite

import (
	"strings"
	"testing"
	"time"

	"parley/media"
	"parley/tts"
)

func TestSpeakTimesEveryWord(t *testing.T) {
	long := strings.Repeat("It costs $9.99, or 20% more — “café” API prices. ", 12)
	for _, text := range []string{"Yes.", "So, this is 3x the API's cost… 😀", "Dr. O'Brien paid $250,000 on 3/15 at 10:30 a.m.", long} {
		for _, v := range allVoices {
			checkWords(t, text, speak(t, text, v))
		}
	}
	// kal16 shares the front end with all voices and costs a tenth of them.
	for _, tt := range spellings {
		if tt.want != "" {
			checkWords(t, tt.text, speak(t, tt.text, tts.Voice{Name: "kal16"}))
		}
	}
}

func checkWords(t *testing.T, text string, s speech) {
	t.Helper()
	var last media.Word
	for _, w := range s.words {
		if w.TextEnd <= last.TextEnd || w.TextEnd > len(text) || w.End <= last.End {
			t.Errorf("%.20q: word %+v after %+v in %d bytes", text, w, last, len(text))
		}
		last = w
	}
	if last.TextEnd != len(text) {
		t.Errorf("%.20q: the last word ends at %d of %d", text, last.TextEnd, len(text))
	}
	if total := media.Duration(len(s.pcm)); last.End > total || last.End < total-time.Second {
		t.Errorf("%.20q: the last word ends at %v of %v", text, last.End, total)
	}
}
