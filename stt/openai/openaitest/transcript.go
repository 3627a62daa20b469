package openaitest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"parley/media"
	"parley/stt"
)

// maxUtterance is the most that is written to a stream at once: an engine may
// drop what it cannot hear in time.
const maxUtterance = 6 * time.Second

// transcript is what the engine heard.
type transcript struct {
	text  string
	words []stt.Word
}

// hear has engine transcribe pcm in utterances of at most maxUtterance.
func hear(ctx context.Context, engine stt.Engine, pcm []int16) (t transcript, err error) {
	s, err := engine.Open(ctx, stt.Options{})
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var texts []string
	for at := 0; at < len(pcm); at += media.Samples(maxUtterance) {
		s.Begin(uint64(at))
		s.Write(pcm[at:min(at+media.Samples(maxUtterance), len(pcm))])
		s.End()
		e := stt.Event{}
		for !e.Final {
			if e, err = s.Next(ctx); err != nil {
				return t, err
			}
		}
		if e.Err != nil {
			return t, e.Err
		}
		if e.Text != "" {
			texts = append(texts, e.Text)
		}
		for _, w := range e.Words {
			w.Start, w.End = w.Start+media.Duration(at), w.End+media.Duration(at)
			t.words = append(t.words, w)
		}
	}
	t.text = strings.Join(texts, " ")
	return t, nil
}

// write gives t in the form that was asked for.
func (t transcript) write(w http.ResponseWriter, r *http.Request, asked Request, fault Fault) {
	if asked.Fields["stream"] == "true" {
		t.stream(w, r, fault)
		return
	}
	answer := map[string]any{"text": t.text}
	if asked.Fields["response_format"] == "verbose_json" {
		words := []map[string]any{}
		for _, word := range t.words {
			words = append(words, map[string]any{"word": word.Text, "start": word.Start.Seconds(), "end": word.End.Seconds()})
		}
		answer["task"], answer["duration"], answer["words"] = "transcribe", asked.Audio.Seconds(), words
		answer["segments"] = []map[string]any{{"id": 0, "text": t.text, "avg_logprob": -0.2, "no_speech_prob": 0.01}}
	}
	b, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	if fault == HangMid || fault == CutMid {
		_, _ = w.Write(b[:len(b)/2]) // the client may have gone
		fault.end(w, r)
		return
	}
	_, _ = w.Write(b)
}

// stream gives t word by word.
func (t transcript) stream(w http.ResponseWriter, r *http.Request, fault Fault) {
	w.Header().Set("Content-Type", "text/event-stream")
	for i, word := range strings.Fields(t.text) {
		if i > 0 {
			word = " " + word
		}
		send(w, map[string]any{"type": "transcript.text.delta", "delta": word})
		if i == 1 && (fault == HangMid || fault == CutMid) {
			fault.end(w, r)
			return
		}
	}
	send(w, map[string]any{"type": "transcript.text.done", "text": t.text})
	_, _ = io.WriteString(w, "data: [DONE]\n\n")
}

// end breaks an answer off.
func (f Fault) end(w http.ResponseWriter, r *http.Request) {
	flush(w)
	if f == HangMid {
		<-r.Context().Done()
		return
	}
	panic(http.ErrAbortHandler)
}

func send(w http.ResponseWriter, event map[string]any) {
	b, err := json.Marshal(event)
	if err != nil {
		panic(err)
	}
	_, _ = fmt.Fprintf(w, "data: %s\n\n", b)
	flush(w)
}

func flush(w http.ResponseWriter) {
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
