package openai_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"parley/media/mediatest"
	"parley/stt"
	"parley/stt/openai"
)

// paused opens utterance id with a second of sound and pauses in it.
func paused(t testing.TB, url string, id uint64) (stt.Stream, stt.Pauser) {
	t.Helper()
	s := open(t, newEngine(t, url, openai.Config{}), stt.Options{})
	p, ok := s.(stt.Pauser)
	if !ok || p.Lull() <= 0 {
		t.Fatal("the stream cannot pause")
	}
	s.Begin(id)
	s.Write(mediatest.Noise(time.Second, 8000, id))
	p.Pause()
	p.Pause() // no more than one request
	return s, p
}

// silence goes on for 200 ms.
func silence(s stt.Stream) { s.Write(make([]int16, 3200)) }

func TestEarlyTranscriptIsTheFinalOne(t *testing.T) {
	var n atomic.Int32
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body("application/json", fmt.Sprintf(`{"text":"request %d"}`, n.Add(1)))(w, r)
	})
	s, _ := paused(t, url, 4)
	if e := next(t, s); e.Text != "request 1" || !e.Early || e.Final || e.Utterance != 4 {
		t.Errorf("event %+v, want the early transcript", e)
	}
	silence(s)
	s.End()
	if e := next(t, s); e.Text != "request 1" || e.Early || !e.Final {
		t.Errorf("event %+v, want the same as a final", e)
	}
	if n := n.Load(); n != 1 {
		t.Errorf("%d requests, want one", n)
	}
}

// TestEarlyTranscriptStillUnderWay holds the answer back until the utterance has
// ended: it is the final, and nothing else comes.
func TestEarlyTranscriptStillUnderWay(t *testing.T) {
	answer := make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		<-answer
		body("application/json", `{"text":"late"}`)(w, r)
	})
	s, _ := paused(t, url, 1)
	silence(s)
	s.End()
	close(answer)
	if e := next(t, s); e.Text != "late" || !e.Final || e.Early {
		t.Errorf("event %+v, want the final alone", e)
	}
	say(s, 2, time.Second)
	if e := next(t, s); e.Utterance != 2 || !e.Final {
		t.Errorf("event %+v, want the next utterance's final", e)
	}
}

func TestSpeechThatGoesOnDropsTheRequest(t *testing.T) {
	var n atomic.Int32
	asked, hungUp := make(chan struct{}), make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			close(asked)
			<-r.Context().Done()
			close(hungUp)
			return
		}
		body("application/json", `{"text":"all of it"}`)(w, r)
	})
	s, p := paused(t, url, 1)
	<-asked
	if !p.Resume() || p.Resume() {
		t.Error("Resume must report the request made for nothing, once")
	}
	select {
	case <-hungUp:
	case <-time.After(time.Minute):
		t.Fatal("the request goes on")
	}
	s.Write(mediatest.Noise(time.Second, 8000, 2))
	s.End()
	if e := next(t, s); e.Text != "all of it" || !e.Final || e.Err != nil {
		t.Errorf("event %+v, want the final of all that was said", e)
	}
}

// TestEarlyRequestThatFailedIsMadeAgain has the first request refused.
func TestEarlyRequestThatFailedIsMadeAgain(t *testing.T) {
	var n atomic.Int32
	refused := make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			defer close(refused)
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		body("application/json", `{"text":"at last"}`)(w, r)
	})
	s, _ := paused(t, url, 1)
	<-refused
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if e, err := s.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Next = %+v, %v: a failed early request is nobody's business", e, err)
	}
	s.End()
	if e := next(t, s); e.Text != "at last" || !e.Final || e.Err != nil {
		t.Errorf("event %+v, want the final of a second request", e)
	}
}
