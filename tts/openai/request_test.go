package openai_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"parley/engine"
	"parley/engine/openaihttp/openaitest"
	"parley/tts"
	"parley/tts/openai"
)

// ask speaks one segment and returns what the service was asked last.
func ask(t *testing.T, s *openaitest.Server, e *openai.Engine, v tts.Voice) openaitest.Request {
	t.Helper()
	if err := e.Speak(t.Context(), "Hello.", v, func(tts.Chunk) error { return nil }); err != nil {
		t.Fatalf("Speak as %+v = %v", v, err)
	}
	all := s.Requests()
	return all[len(all)-1]
}

func TestVoiceIsFound(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	for _, tt := range []struct {
		v     tts.Voice
		model string
		want  string
	}{
		{tts.Voice{}, "tts-1", "alloy"},
		{tts.Voice{Gender: "male", Age: 55, Manner: "low-calm"}, "tts-1", "onyx"},
		{tts.Voice{Gender: "female", Age: 46, Manner: "warm-tired"}, "tts-1", "sage"},
		{tts.Voice{Gender: "female", Age: 29, Manner: "soft-shy"}, "tts-1", "shimmer"},
		{tts.Voice{Gender: "male", Age: 28, Manner: "soft, shy"}, "gpt-4o-mini-tts", "ballad"},
		{tts.Voice{Gender: "male", Age: 28, Manner: "soft, shy"}, "tts-1", "echo"},
		{tts.Voice{Gender: "female"}, "tts-1", "coral"},
		{tts.Voice{Gender: "female", Name: "onyx"}, "tts-1", "onyx"},
		{tts.Voice{Gender: "female", Name: "slt"}, "tts-1", "coral"},
	} {
		if got := ask(t, s, newEngine(t, s.URL, openai.Config{Model: tt.model}), tt.v).Text("voice"); got != tt.want {
			t.Errorf("%s for %+v asks for %q, want %q", tt.model, tt.v, got, tt.want)
		}
	}
}

func TestVoicesAreMapped(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	e := newEngine(t, s.URL, openai.Config{Voices: map[string]string{"boss": "onyx", "female": "nova", "": "echo"}})
	for _, tt := range []struct {
		v    tts.Voice
		want string
	}{
		{tts.Voice{Name: "boss", Gender: "female"}, "onyx"}, {tts.Voice{Gender: "female"}, "nova"},
		{tts.Voice{Gender: "male"}, "echo"}, {tts.Voice{Name: "slt", Gender: "female"}, "nova"},
	} {
		if got := ask(t, s, e, tt.v).Text("voice"); got != tt.want {
			t.Errorf("%+v asks for %q, want %q", tt.v, got, tt.want)
		}
	}
}

// TestUnknownNameIsAskedOnce has a scenario name another engine's voice.
func TestUnknownNameIsAskedOnce(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	e := newEngine(t, s.URL, openai.Config{})
	for range 3 {
		ask(t, s, e, tts.Voice{Name: "slt", Gender: "female"})
	}
	if got, want := voices(s), "slt coral coral coral"; got != want {
		t.Errorf("the service was asked for %s, want %s", got, want)
	}
}

// TestVoiceThatIsNotThere has a service that lacks some of OpenAI's voices, and one that
// lacks them all, which is told once.
func TestVoiceThatIsNotThere(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	s.Refuse("ballad", "verse")
	e := newEngine(t, s.URL, openai.Config{Model: "kokoro"})
	for range 2 {
		ask(t, s, e, tts.Voice{Gender: "male", Age: 28, Manner: "soft-shy"})
	}
	if got, want := voices(s), "ballad echo echo"; got != want {
		t.Errorf("the service was asked for %s, want %s", got, want)
	}

	none := openaitest.NewVoice(t, voice(t))
	none.Refuse("alloy", "ash", "ballad", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer", "verse")
	e = newEngine(t, none.URL, openai.Config{Model: "kokoro"})
	for i, want := range []int{11, 12} {
		err := e.Speak(t.Context(), "Hello.", tts.Voice{}, func(tts.Chunk) error { return nil })
		if got := len(none.Requests()); got != want || !errors.Is(err, engine.ErrRequest) {
			t.Errorf("attempt %d: %d requests and %v, want %d and %v", i+1, got, err, want, engine.ErrRequest)
		}
	}
}

// voices are those that a service was asked for.
func voices(s *openaitest.Server) string {
	var asked []string
	for _, r := range s.Requests() {
		asked = append(asked, r.Text("voice"))
	}
	return strings.Join(asked, " ")
}

func TestRefusedFormatIsRemembered(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	s.Refuse("pcm")
	e := newEngine(t, s.URL, openai.Config{})
	for range 2 {
		if got := ask(t, s, e, tts.Voice{}).Text("response_format"); got != "wav" {
			t.Errorf("format %q, want wav", got)
		}
	}
	if n := len(s.Requests()); n != 3 {
		t.Errorf("%d requests for 2 segments, want 3", n)
	}
	_, err := speak(t, newEngine(t, s.URL, openai.Config{Format: "pcm"}))
	if !errors.Is(err, engine.ErrRequest) {
		t.Errorf("Speak with a format that is set and refused = %v, want %v", err, engine.ErrRequest)
	}
}

func TestMannerAndSpeedAreAskedFor(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	v := tts.Voice{Age: 55, Manner: "low-calm", Rate: 9}
	got := ask(t, s, newEngine(t, s.URL, openai.Config{}), v)
	if want := "Speak as a person of 55 years, in a low, calm voice."; got.Text("instructions") != want || got.Text("speed") != "4" {
		t.Errorf("instructions %q at speed %s, want %q at 4", got.Text("instructions"), got.Text("speed"), want)
	}
	if got := ask(t, s, newEngine(t, s.URL, openai.Config{Model: "tts-1"}), v); got.Text("instructions") != "" {
		t.Errorf("tts-1 is told %q", got.Text("instructions"))
	}
}

// TestAServiceOfMP3Alone refuses every other format, in words or by the parameter's name.
func TestAServiceOfMP3Alone(t *testing.T) {
	mp3, asked := sampled(t, "cbr-24k.mp3"), []string(nil)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Format string `json:"response_format"`
		}
		_ = json.NewDecoder(r.Body).Decode(&request) // an empty format is refused
		if asked = append(asked, request.Format); request.Format != "mp3" {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"message":"unsupported","param":"response_format","code":"invalid_value"}}`)
			return
		}
		_, _ = w.Write(mp3)
	})
	e := newEngine(t, url, openai.Config{})
	for range 2 {
		if got, err := speak(t, e); err != nil || !lasts(got) {
			t.Errorf("%d samples, %v; want a second", len(got), err)
		}
	}
	if got := strings.Join(asked, " "); got != "pcm wav mp3 mp3" {
		t.Errorf("asked for %s, want pcm wav mp3 mp3", got)
	}
}
