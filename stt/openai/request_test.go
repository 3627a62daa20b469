package openai_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"parley/engine"
	"parley/engine/openaihttp/openaitest"
	"parley/scenarios"
	"parley/stt"
	"parley/stt/openai"
)

// hear says something and returns its final.
func hear(t *testing.T, e stt.Engine, o stt.Options) stt.Event {
	t.Helper()
	s := open(t, e, o)
	say(s, 1, time.Second)
	return final(t, s)
}

func TestRequestOnTheWire(t *testing.T) {
	s := openaitest.NewEars(t, ears)
	s.Always(openaitest.Heard("yes"))
	o := stt.Options{Language: "de-AT", Phrases: []string{"Zoë", "4711", "…"}, Domain: []string{"Wir starten im Frühling."}}
	for model, want := range map[string]map[string]string{
		"whisper-1":              {"response_format": "verbose_json", "timestamp_granularities[]": "word", "stream": "true"},
		"gpt-4o-mini-transcribe": {"response_format": "json", "stream": "true"},
	} {
		if e := hear(t, newEngine(t, s.URL, openai.Config{Model: model}), o); e.Err != nil {
			t.Fatal(e.Err)
		}
		all := s.Requests()
		got := all[len(all)-1]
		want["model"], want["language"], want["prompt"] = model, "de", "frühling, starten, Zoë, 4711."
		for name, value := range want {
			if got.Text(name) != value {
				t.Errorf("%s: field %s = %q, want %q", model, name, got.Text(name), value)
			}
		}
		if len(got.Fields()) != len(want) {
			t.Errorf("%s: fields %v, want %v", model, got.Fields(), want)
		}
	}
}

// TestRefusedFieldsAreLeftOut has simpler services heard at the price of one
// request.
func TestRefusedFieldsAreLeftOut(t *testing.T) {
	for _, tt := range []struct {
		refuses []string
		first   int // requests for the first utterance
		left    []string
	}{
		{[]string{"stream"}, 2, []string{"stream"}},
		{[]string{"verbose_json", "timestamp_granularities[]"}, 2, []string{"timestamp_granularities[]"}},
		{[]string{"stream", "verbose_json", "timestamp_granularities[]"}, 3, []string{"stream", "timestamp_granularities[]"}},
		{[]string{"prompt"}, 2, []string{"prompt"}},
	} {
		s := openaitest.NewEars(t, ears)
		s.Always(openaitest.Heard("yes"))
		s.Refuse(tt.refuses...)
		e := newEngine(t, s.URL, openai.Config{})
		o := stt.Options{Phrases: []string{"Zoë"}}
		for range 2 {
			if got := hear(t, e, o); got.Text != "yes" {
				t.Errorf("without %q: %+v, want to be heard", tt.refuses, got)
			}
		}
		all := s.Requests()
		if len(all) != tt.first+1 {
			t.Errorf("without %q: %d requests for two utterances, want %d", tt.refuses, len(all), tt.first+1)
		}
		for _, name := range tt.left {
			if _, sent := all[len(all)-1].Fields()[name]; sent {
				t.Errorf("%s is sent to a service that refuses it", name)
			}
		}
	}
}

// TestUnspecificRefusal has a service say no more than that it will not.
func TestUnspecificRefusal(t *testing.T) {
	n := 0
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n < 3 {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		body("application/json", `{"text":"at last"}`)(w, r)
	})
	if e := hear(t, newEngine(t, url, openai.Config{}), stt.Options{}); e.Text != "at last" || n != 3 {
		t.Errorf("final %+v after %d requests, want it heard by the third", e, n)
	}
}

func TestUnknownModelIsAskedOnce(t *testing.T) {
	n := 0
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n++
		w.WriteHeader(http.StatusNotFound)
		body("application/json", `{"error":{"message":"no such model","code":"model_not_found"}}`)(w, r)
	})
	e := hear(t, newEngine(t, url, openai.Config{Model: "whisper-9"}), stt.Options{})
	if !errors.Is(e.Err, engine.ErrModel) || n != 1 {
		t.Errorf("%v after %d requests, want %v after one", e.Err, n, engine.ErrModel)
	}
	for _, say := range []string{"openai:whisper-9", "model_not_found", strings.TrimSuffix(url, "/v1"), "check the model"} {
		if !strings.Contains(e.Err.Error(), say) {
			t.Errorf("error %q does not say %q", e.Err, say)
		}
	}
}

func TestPromptIsBounded(t *testing.T) {
	s := openaitest.NewEars(t, ears)
	s.Always(openaitest.Heard("yes"))
	var o stt.Options
	for i := range 500 {
		o.Phrases = append(o.Phrases, "Żółć-Straße")
		o.Domain = append(o.Domain, fmt.Sprintf("“Zoë’s café” costs %s more.", strings.Repeat(string(rune('a'+i%26)), 6+i/26)))
	}
	o.Phrases = append(o.Phrases, strings.Repeat("ß", 3000), "\xff", "")
	if e := hear(t, newEngine(t, s.URL, openai.Config{}), o); e.Err != nil {
		t.Fatal(e.Err)
	}
	got := s.Requests()[0].Text("prompt")
	if len(got) > 800 || len(got) < 600 || !utf8.ValidString(got) || !strings.HasSuffix(got, "Żółć-Straße.") {
		t.Errorf("a prompt of %d bytes that ends in %q", len(got), got[max(0, len(got)-20):])
	}
}

// TestPromptHoldsNoAnswer says what a recogniser is told of each scene: its words, and of no
// sentence three of them in a row.
func TestPromptHoldsNoAnswer(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s := openaitest.NewEars(t, ears)
	s.Always(openaitest.Heard("yes"))
	e := newEngine(t, s.URL, openai.Config{})
	for _, scene := range library.List() {
		if e := hear(t, e, stt.Options{Phrases: scene.Names(), Domain: scene.Domain()}); e.Err != nil {
			t.Fatal(e.Err)
		}
		all := s.Requests()
		got := all[len(all)-1].Text("prompt")
		told := strings.Split(strings.ToLower(strings.Trim(got, ".")), ", ")
		if len(told) < 20 || !strings.Contains(got, scene.Names()[0]) {
			t.Errorf("%s: the prompt %q has few words, or not the character's name", scene.ID, got)
		}
		win, err := scenarios.CallScript(scene.ID, "win")
		if err != nil {
			t.Fatal(err)
		}
		for _, wording := range slices.Concat(win, []string{scene.Opening, scene.Understudy.Agree.Say}) {
			words := strings.FieldsFunc(strings.ToLower(wording), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
			for i := range max(len(words)-2, 0) {
				if strings.Contains(strings.Join(told, " "), strings.Join(words[i:i+3], " ")) {
					t.Errorf("%s: the prompt has %q of %q", scene.ID, words[i:i+3], wording)
				}
			}
		}
	}
}

func TestConnectionIsKept(t *testing.T) {
	var conns []string
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(conns, r.RemoteAddr) {
			conns = append(conns, r.RemoteAddr)
		}
		body("text/event-stream", "data: {\"type\":\"transcript.text.done\",\"text\":\"yes\"}\n\ndata: [DONE]\n\n")(w, r)
	})
	e := newEngine(t, url, openai.Config{})
	for range 4 {
		if got := hear(t, e, stt.Options{}); got.Text != "yes" {
			t.Fatalf("%+v", got)
		}
	}
	if len(conns) != 1 {
		t.Errorf("4 utterances took %d connections, want 1", len(conns))
	}
}
