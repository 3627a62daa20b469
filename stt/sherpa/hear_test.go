package sherpa

import (
	"strings"
	"testing"
	"time"

	"parley/stt"
)

// events has s hear words as utterance id and returns its events.
func events(t *testing.T, s stt.Stream, id uint64, words string) []stt.Event {
	t.Helper()
	s.Begin(id)
	s.Write(tones(words))
	s.End()
	var out []stt.Event
	for {
		e, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if out = append(out, e); e.Final {
			return out
		}
	}
}

// TestWordsAreTimed holds the times of tones, whose places are known: 150 ms of
// silence, then 200 ms of each with 150 ms after it.
func TestWordsAreTimed(t *testing.T) {
	for name, o := range both(t) {
		t.Run(name, func(t *testing.T) {
			e := open(t, o)
			s, err := e.Open(t.Context(), stt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for id, words := range []string{"one two three four five six", "six five one", "four"} {
				all := events(t, s, uint64(id), words)
				final := all[len(all)-1]
				if final.Text != words {
					t.Fatalf("%q is heard as %q", words, final.Text)
				}
				for i, w := range strings.Fields(words) {
					at := 150*time.Millisecond + time.Duration(i)*350*time.Millisecond
					got := final.Words[i]
					if late := got.Start - at; got.Text != w || late < -90*time.Millisecond || late > 120*time.Millisecond {
						t.Errorf("%q begins at %v, want %q at %v", got.Text, got.Start, w, at)
					}
				}
			}
		})
	}
}

// TestManyPieces has an utterance of which the model hears but 28 s at once.
func TestManyPieces(t *testing.T) {
	e := open(t, whole(t, wholeModel()))
	e.recognition.limits = limits{soft: 16000, hard: 48000}
	s, err := e.Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	words := strings.TrimSpace(strings.Repeat("one two three four five six ", 5))
	all := events(t, s, 1, words)
	final := all[len(all)-1]
	if final.Text != words {
		t.Errorf("%q is heard as %q", words, final.Text)
	}
	if len(all) < 5 {
		t.Errorf("%d events of an utterance in pieces, want interims", len(all))
	}
	for i, w := range final.Words {
		at := 150*time.Millisecond + time.Duration(i)*350*time.Millisecond
		if late := w.Start - at; late < -90*time.Millisecond || late > 120*time.Millisecond {
			t.Errorf("word %d begins at %v, want %v", i, w.Start, at)
		}
	}
}
