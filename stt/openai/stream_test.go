package openai_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp/openaitest"
	"parley/media/mediatest"
	"parley/stt"
	"parley/stt/openai"
)

// serve answers every request with answer, once its body is read, and returns
// the base URL.
func serve(t testing.TB, answer http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		answer(w, r)
	}))
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL + "/v1"
}

// body answers with text of the given type.
func body(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, text)
	}
}

func open(t testing.TB, e stt.Engine, o stt.Options) stt.Stream {
	t.Helper()
	s, err := e.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// say writes d of noise as one utterance.
func say(s stt.Stream, id uint64, d time.Duration) {
	s.Begin(id)
	s.Write(mediatest.Noise(d, 8000, id))
	s.End()
}

func next(t testing.TB, s stt.Stream) stt.Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	e, err := s.Next(ctx)
	if err != nil {
		t.Fatalf("Next = %v", err)
	}
	return e
}

// final is the next final.
func final(t testing.TB, s stt.Stream) stt.Event {
	t.Helper()
	for {
		if e := next(t, s); e.Final {
			return e
		}
	}
}

// TestFinalsKeepTheirOrder has the service answer the second request first.
func TestFinalsKeepTheirOrder(t *testing.T) {
	second := make(chan struct{})
	var n atomic.Int32
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		i := n.Add(1)
		if i == 1 {
			<-second
		} else {
			defer close(second)
		}
		body("application/json", fmt.Sprintf(`{"text":"request %d"}`, i))(w, r)
	})
	s := open(t, newEngine(t, url, openai.Config{}), stt.Options{})
	say(s, 1, time.Second)
	for n.Load() == 0 { // the first request is there
		<-time.After(time.Millisecond)
	}
	say(s, 2, time.Second)
	for id := uint64(1); id <= 2; id++ {
		if e := final(t, s); e.Utterance != id || e.Text != fmt.Sprintf("request %d", id) || e.Took <= 0 {
			t.Errorf("final %+v, want that of utterance %d", e, id)
		}
	}
}

// TestOneUtteranceFailsAlone also shows that the error is of that utterance.
func TestOneUtteranceFailsAlone(t *testing.T) {
	s := openaitest.NewEars(t, ears)
	s.Always(openaitest.Heard("never mind"))
	stream := open(t, newEngine(t, s.URL, openai.Config{}), stt.Options{})
	say(stream, 1, time.Second)
	if e := final(t, stream); e.Err != nil || e.Text != "never mind" {
		t.Errorf("final 1 %+v, want its text", e)
	}
	s.SetFault(openaitest.FaultBusy)
	say(stream, 2, time.Second)
	if e := final(t, stream); !errors.Is(e.Err, engine.ErrBusy) || engine.RetryAfter(e.Err) != openaitest.RetryAfter || e.Text != "" {
		t.Errorf("final 2 %+v, want %v, to be asked again after %v", e, engine.ErrBusy, openaitest.RetryAfter)
	}
	s.SetFault(openaitest.NoFault)
	say(stream, 3, time.Second)
	if e := final(t, stream); e.Err != nil || e.Text != "never mind" {
		t.Errorf("final 3 %+v, want its text", e)
	}
}

// TestInterimsGrow holds the stream of text open between its events.
func TestInterimsGrow(t *testing.T) {
	more := make(chan string)
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for line := range more {
			_, _ = io.WriteString(w, line)
			w.(http.Flusher).Flush()
		}
	})
	s := open(t, newEngine(t, url, openai.Config{}), stt.Options{})
	say(s, 7, time.Second)
	more <- `data: {"type":"transcript.text.delta","delta":"Zo"}` + "\r\n\r\n"
	if e := next(t, s); e.Text != "Zo" || e.Final || e.Utterance != 7 {
		t.Errorf("event %+v, want the interim", e)
	}
	more <- `data: {"type":"transcript.text.delta","delta":"ë’s c`
	more <- "afé\"}\n\n: a comment\n\n"
	if e := next(t, s); e.Text != "Zoë’s café" || e.Final {
		t.Errorf("event %+v, want the whole text so far", e)
	}
	more <- `data: {"type":"transcript.text.done","text":"Zoë’s café."}` + "\n\n"
	if e := next(t, s); e.Text != "Zoë’s café." || !e.Final {
		t.Errorf("event %+v, want the final before the body ends", e)
	}
	close(more)
}
