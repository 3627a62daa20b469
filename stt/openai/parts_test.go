package openai_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp/openaitest"
	"parley/media"
	"parley/media/mediatest"
	"parley/stt"
	"parley/stt/openai"
)

// TestLongUtteranceGoesInParts has 70 s heard as three parts, the first of them
// before it ends.
func TestLongUtteranceGoesInParts(t *testing.T) {
	server := openaitest.NewEars(t, ears)
	server.Always(openaitest.Heard("so many words"))
	s := open(t, newEngine(t, server.URL, openai.Config{}), stt.Options{})
	s.Begin(1)
	s.Write(mediatest.Noise(40*time.Second, 8000, 1))
	for len(server.Requests()) == 0 {
		<-time.After(time.Millisecond)
	}
	s.Write(mediatest.Noise(30*time.Second, 8000, 2))
	s.End()
	if e := final(t, s); e.Text != "so many words so many words so many words" {
		t.Errorf("final %+v, want the text of three parts", e)
	}
	var total time.Duration
	for _, r := range server.Requests() {
		total += r.Audio
		if r.Audio > 30*time.Second {
			t.Errorf("a request of %v", r.Audio)
		}
	}
	if total != 70*time.Second {
		t.Errorf("%v were sent of 70 s", total)
	}
}

// TestServiceThatFallsBehind is given more than it may hold.
func TestServiceThatFallsBehind(t *testing.T) {
	release := make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		<-release
		body("application/json", `{"text":"late"}`)(w, r)
	})
	s := open(t, newEngine(t, url, openai.Config{}), stt.Options{})
	const said = 20
	for id := range uint64(said) {
		say(s, id, 200*time.Millisecond)
	}
	close(release)
	lost := 0
	for id := range uint64(said) {
		e := final(t, s)
		if e.Utterance != id || e.Err == nil && e.Text != "late" {
			t.Errorf("final %+v, want that of utterance %d", e, id)
		}
		if e.Err != nil {
			if lost++; !errors.Is(e.Err, engine.ErrCapacity) || !strings.Contains(e.Err.Error(), "http://127.0.0.1:") {
				t.Errorf("utterance %d: %v, want %v with the address", id, e.Err, engine.ErrCapacity)
			}
		}
	}
	if lost != said-16 {
		t.Errorf("%d of %d utterances were given up, want %d", lost, said, said-16)
	}
}

func TestCloseHangsUp(t *testing.T) {
	server := openaitest.NewEars(t, ears)
	server.SetFault(openaitest.FaultHang)
	s := open(t, newEngine(t, server.URL, openai.Config{}), stt.Options{})
	say(s, 1, time.Second)
	for len(server.Requests()) == 0 {
		<-time.After(time.Millisecond)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close = %v", err)
	}
	select {
	case <-server.Gone:
	case <-time.After(time.Minute):
		t.Error("the service never saw the client hang up")
	}
}

func TestWordsAreTimed(t *testing.T) {
	r := record(t, sentences[0])
	s := open(t, newEngine(t, openaitest.NewEars(t, ears).URL, openai.Config{Whole: true}), stt.Options{})
	s.Begin(1)
	s.Write(r.PCM)
	s.End()
	e := final(t, s)
	if len(e.Words) < 8 || e.Confidence < 0.7 || e.Confidence > 0.9 { // exp(-0.2)
		t.Fatalf("%d words, confidence %v, %v; want the words timed", len(e.Words), e.Confidence, e.Err)
	}
	if first, last := e.Words[0], e.Words[len(e.Words)-1]; first.Start < 200*time.Millisecond || last.End > media.Duration(len(r.PCM)) {
		t.Errorf("words from %v to %v in %v", first.Start, last.End, media.Duration(len(r.PCM)))
	}
}
