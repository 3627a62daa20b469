package flite

import (
	"math"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/media"
	"parley/tts"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// speech is all that one Speak emitted.
type speech struct {
	pcm    []int16
	words  []media.Word
	chunks int
}

func (s *speech) emit(c tts.Chunk) error {
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

func speak(t *testing.T, text string, v tts.Voice) speech {
	t.Helper()
	var s speech
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

const window = media.SampleRate / 100

// onset is when the level first passes the 60 of media.Trimmer, -55 dBov.
func onset(pcm []int16) time.Duration {
	for at := 0; at+window <= len(pcm); at += window {
		if media.Level(pcm[at:at+window]) <= 55 {
			return media.Duration(at)
		}
	}
	return math.MaxInt64
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
	for _, text := range []string{"", " ", "😀🎉", "…", "你好"} {
		if s := speak(t, text, tts.Voice{}); s.chunks != 0 {
			t.Errorf("Speak(%q) emitted %d chunks, want none", text, s.chunks)
		}
	}
}
