package failover_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"parley/engine/failover"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	llmopenai "parley/llm/openai"
	"parley/media"
	"parley/stt"
	ears "parley/stt/openai"
	"parley/tts"
	voices "parley/tts/openai"
)

// wire are lists of the services of a call, all on this machine.
type wire struct {
	hearing  *failover.Hearing
	thinking *failover.Thinking
	speaking *failover.Speaking
	model    *openaitest.Server
	// heard and spoken are the connections ever made to those services.
	heard, spoken *atomic.Int64

	stream stt.Stream
	tokens int
}

// counted serves h and counts its connections.
func counted(t *testing.T, h http.Handler) (url string, connections *atomic.Int64) {
	t.Helper()
	connections = &atomic.Int64{}
	s := httptest.NewUnstartedServer(h)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL + "/v1", connections
}

// hum is a voice of half a second.
type hum struct{}

func (hum) Name() string { return "hum" }

func (hum) Speak(_ context.Context, _ string, _ tts.Voice, emit func(tts.Chunk) error) error {
	pcm := make([]int16, media.Samples(500*ms))
	for i := range pcm {
		pcm[i] = int16(4000 - 8000*(i/40%2))
	}
	for piece := range slices.Chunk(pcm, media.Samples(100*ms)) {
		if err := emit(tts.Chunk{PCM: piece}); err != nil {
			return err
		}
	}
	return nil
}

func newWire(t *testing.T) *wire {
	t.Helper()
	w := &wire{model: openaitest.New(t)}
	w.model.Always(openaitest.Text(slices.Repeat([]string{"well "}, wireTokens)...))
	listener := openaitest.NewEars(t, nil)
	listener.Always(openaitest.Heard("we have a plan"))
	heardAt, heard := counted(t, listener)
	spokenAt, spoken := counted(t, openaitest.NewVoice(t, hum{}))
	w.heard, w.spoken = heard, spoken

	model, err := llmopenai.New(llmopenai.Config{Service: openaihttp.Config{BaseURL: w.model.URL, Key: openaitest.Key}, Model: "test",
		FirstToken: patient.Budgets.First, NextToken: patient.Budgets.Gap})
	if err != nil {
		t.Fatal(err)
	}
	ear, err := ears.New(ears.Config{Service: openaihttp.Config{BaseURL: heardAt, Key: openaitest.Key}, Model: "test",
		Answer: patient.Budgets.First, Pause: patient.Budgets.Gap})
	if err != nil {
		t.Fatal(err)
	}
	voice, err := voices.New(voices.Config{Service: openaihttp.Config{BaseURL: spokenAt, Key: openaitest.Key}, Model: "test",
		FirstByte: patient.Budgets.First, Pause: patient.Budgets.Gap})
	if err != nil {
		t.Fatal(err)
	}
	o := patient
	w.hearing, w.thinking, w.speaking = failover.NewHearing(o, ear), failover.NewThinking(o, model), failover.NewSpeaking(o, voice)
	if w.stream, err = w.hearing.Open(t.Context(), stt.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.stream.Close() // it never fails
		w.hearing.Close()
		w.thinking.Close()
		w.speaking.Close()
		model.Close()
		ear.Close()
		voice.Close()
	})
	return w
}

// turn hears, thinks and speaks once; broken answers are left in the middle.
func (w *wire) turn(t *testing.T, number uint64, broken bool) {
	t.Helper()
	w.stream.Begin(number)
	w.stream.Write(make([]int16, media.Samples(500*ms)))
	w.stream.End()
	for final := false; !final; {
		e, err := w.stream.Next(t.Context())
		if err != nil || e.Err != nil {
			t.Fatalf("hear turn %d: %v, %v", number, err, e.Err)
		}
		final = e.Final
	}
	text := w.think(t, broken)
	enough := errors.New("enough")
	err := w.speaking.Speak(t.Context(), text, tts.Voice{}, func(tts.Chunk) error {
		if broken {
			return enough
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		t.Fatalf("speak turn %d: %v", number, err)
	}
}

func (w *wire) think(t *testing.T, broken bool) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s, err := w.thinking.Chat(ctx, llm.Request{Messages: []llm.Message{{Speaker: llm.User, Text: "we have a plan"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var text strings.Builder
	for {
		d, err := s.Next()
		switch {
		case errors.Is(err, io.EOF):
			return text.String()
		case err != nil:
			t.Fatal(err)
		}
		text.WriteString(d.Text)
		if d.Text != "" {
			w.tokens++
		}
		if broken && text.Len() > 0 {
			return text.String()
		}
	}
}
