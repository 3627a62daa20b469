package flite

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/media"
	"parley/tts"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// spoken is all that one Speak emitted.
type spoken struct {
	pcm    []int16
	words  []media.Word
	chunks int
}

func (s *spoken) emit(c tts.Chunk) error {
	s.pcm = append(s.pcm, c.PCM...)
	s.words = append(s.words, c.Words...)
	s.chunks++
	return nil
}

func open(t testing.TB) *Engine {
	t.Helper()
	e, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func speak(t *testing.T, text string, v tts.Voice) spoken {
	t.Helper()
	var s spoken
	if err := open(t).Speak(t.Context(), text, v, s.emit); err != nil {
		t.Fatalf("Speak(%q) = %v", text, err)
	}
	return s
}

var allVoices = []tts.Voice{{}, {Gender: "female"}, {Name: "awb"}, {Name: "kal16"}}

func TestSpeakStreamsSpeechAtOnce(t *testing.T) {
	for _, v := range allVoices {
		t.Run(voiceName(v), func(t *testing.T) {
			s := speak(t, "So, this project is bold.", v)
			if got := media.Duration(len(s.pcm)); got < time.Second || got > 4*time.Second {
				t.Errorf("speech lasts %v, want 1-4 s", got)
			}
			if s.chunks < 40 {
				t.Errorf("%d chunks, want a stream of them", s.chunks)
			}
			if got := onset(s.pcm); got > 25*time.Millisecond {
				t.Errorf("speech begins after %v, want at most 25 ms of lead-in", got)
			}
		})
	}
}

// onset is when the level first passes quietRMS.
func onset(pcm []int16) time.Duration {
	for at := 0; at+window <= len(pcm); at += window {
		if loud(pcm[at : at+window]) {
			return media.Duration(at)
		}
	}
	return math.MaxInt64
}

func TestSpeakTimesEveryWord(t *testing.T) {
	long := strings.Repeat("It costs $9.99, or 20% more — “café” API prices. ", 12)
	for _, text := range []string{"Yes.", "So, this is 3x the API's cost… 😀", "Dr. O'Brien paid $250,000 on 3/15 at 10:30 a.m.", long} {
		for _, v := range allVoices {
			s := speak(t, text, v)
			checkWords(t, text, s)
		}
	}
}

func checkWords(t *testing.T, text string, s spoken) {
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

func TestSpeakRate(t *testing.T) {
	const text = "The numbers are very clear to me."
	for _, v := range allVoices {
		normal := len(speak(t, text, v).pcm)
		v.Rate = 1.5
		if got := float64(normal) / float64(len(speak(t, text, v).pcm)); got < 1.35 || got > 1.65 {
			t.Errorf("%s at rate 1.5 is %.2f times as fast", voiceName(v), got)
		}
	}
}

func TestSpeakNothing(t *testing.T) {
	for _, text := range []string{"", " ", "😀🎉", "*sighs*", "…", "你好"} {
		if s := speak(t, text, tts.Voice{}); s.chunks != 0 {
			t.Errorf("Speak(%q) emitted %d chunks, want none", text, s.chunks)
		}
	}
}

func TestSpeakStopsWhenEmitFails(t *testing.T) {
	errFull := errors.New("full")
	calls := 0
	err := open(t).Speak(t.Context(), "So, this project is bold.", tts.Voice{}, func(tts.Chunk) error {
		if calls++; calls == 3 {
			return errFull
		}
		return nil
	})
	if !errors.Is(err, errFull) || calls != 3 {
		t.Errorf("Speak = %v after %d emits, want %v after 3", err, calls, errFull)
	}
}

func TestSpeakStopsWithContext(t *testing.T) {
	long := strings.Repeat("the budget is far too high for this quarter and I want numbers ", 160) // 2,080 words
	ctx, cancel := context.WithCancel(t.Context())
	timer := time.AfterFunc(100*time.Millisecond, cancel)
	defer timer.Stop()
	var ended time.Time
	context.AfterFunc(ctx, func() { ended = time.Now() })
	err := open(t).Speak(ctx, long, tts.Voice{}, func(tts.Chunk) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("Speak = %v, want %v", err, context.Canceled)
	}
	if late := time.Since(ended); late > 250*time.Millisecond {
		t.Errorf("Speak returned %v after the context ended", late)
	}
}
