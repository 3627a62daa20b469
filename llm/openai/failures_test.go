package openai_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm/openai"
)

func TestEachFailure(t *testing.T) {
	for name, c := range map[string]struct {
		reply  openaitest.Reply
		want   error
		says   string
		pieces int
	}{
		"401":            {openaitest.Status(401, "invalid_api_key"), engine.ErrKey, "check OPENAI_API_KEY", 0},
		"403":            {openaitest.Status(403, ""), engine.ErrKey, "HTTP 403", 0},
		"404":            {openaitest.Status(404, "model_not_found"), engine.ErrModel, "check the model's name", 0},
		"400":            {openaitest.Status(400, ""), engine.ErrRequest, "scripted_error", 0},
		"429":            {openaitest.Status(429, "rate_limit_exceeded"), engine.ErrBusy, "rate_limit_exceeded", 0},
		"500":            {openaitest.Status(500, ""), engine.ErrService, "HTTP 500", 0},
		"502 page":       {status502, engine.ErrService, "HTTP 502", 0},
		"code with key":  {openaitest.Status(400, openaitest.Key), engine.ErrRequest, "HTTP 400", 0},
		"hang at first":  {openaitest.HangBefore(), engine.ErrSlow, "silent", 0},
		"hang in stream": {openaitest.HangAfter("Well, "), engine.ErrSlow, "silent", 1},
		"cut in stream":  {openaitest.CutAfter("Well, ", "I "), engine.ErrCut, "ended it", 2},
		"end in event": {openaitest.Raw("text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":\"Well, \"}}]}\n\ndata: {\"choi"),
			engine.ErrCut, "ended it", 1},
		"fault in it": {openaitest.FailAfter("Well, "), engine.ErrService, "server_error", 1},
		"html":        {openaitest.HTML(), engine.ErrJunk, "web page", 0},
		"plain text":  {openaitest.Raw("text/plain", "hello\n"), engine.ErrJunk, "check the base URL", 0},
		"other json":  {openaitest.Raw("application/json", `{"id":1}`), engine.ErrJunk, "check the base URL", 0},
		"empty":       {openaitest.Raw("text/event-stream", ""), engine.ErrJunk, "check the base URL", 0},
		"junk json":   {openaitest.JunkJSON(), engine.ErrJunk, "check the base URL", 0},
		"wrong types": {openaitest.Raw("text/event-stream", "data: {\"choices\":7}\n\n"), engine.ErrJunk, "base URL", 0},
		"filtered": {openaitest.Raw("text/event-stream",
			"data: {\"choices\":[{\"finish_reason\":\"content_filter\"}]}\n\n"), engine.ErrCut, "", 0},
		"endless line": {openaitest.Raw("text/event-stream", "data: "+strings.Repeat("x", 9<<20)), engine.ErrJunk, "more than", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openaitest.New(t)
			s.Always(c.reply)
			config := openai.Config{Service: at(s.URL), FirstToken: time.Minute, NextToken: time.Minute}
			if errors.Is(c.want, engine.ErrSlow) {
				config.FirstToken, config.NextToken = 400*time.Millisecond, 200*time.Millisecond
			}
			e := newEngine(t, config)
			got := read(t, e, ask("hello"))
			if !errors.Is(got.err, c.want) || !strings.Contains(got.err.Error(), c.says) {
				t.Errorf("error = %v, want %v saying %q", got.err, c.want, c.says)
			}
			if len(got.pieces) != c.pieces {
				t.Errorf("heard %q before it, want %d pieces", got.pieces, c.pieces)
			}
			for _, named := range []string{"openai:scripted: ", strings.TrimSuffix(s.URL, "/v1"), "check"} {
				if got.err == nil || !strings.Contains(got.err.Error(), named) {
					t.Errorf("error = %v, want it to name %q", got.err, named)
				}
			}
			for _, secret := range []string{openaitest.Key, "Bearer", "hello"} {
				if got.err != nil && strings.Contains(got.err.Error(), secret) {
					t.Errorf("error repeats %q: %v", secret, got.err)
				}
			}
		})
	}
}

func TestRefusedConnectionSaysWhatToCheck(t *testing.T) {
	url := openaitest.Refused()
	got := read(t, newEngine(t, openai.Config{Service: at(url)}), ask("hello"))
	for _, want := range []string{strings.TrimSuffix(url, "/v1"), "connection refused", "check that the service runs"} {
		if got.err == nil || !strings.Contains(got.err.Error(), want) {
			t.Errorf("error = %v, want it to say %q", got.err, want)
		}
	}
}

func TestWrongKeyIsNotRepeated(t *testing.T) {
	s := openaitest.New(t)
	got := read(t, newEngine(t, openai.Config{Service: openaihttp.Config{BaseURL: s.URL, Key: "sk-wrong-0123456789"}}), ask("hello"))
	if !errors.Is(got.err, engine.ErrKey) || strings.Contains(got.err.Error(), "sk-wrong") {
		t.Errorf("error = %v, want ErrKey without the key", got.err)
	}
}

func TestErrorStays(t *testing.T) {
	s := openaitest.New(t, openaitest.CutAfter("Well, "), openaitest.Text("Well."))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	for _, want := range []error{engine.ErrCut, io.EOF} {
		stream, err := e.Chat(t.Context(), ask("hello"))
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			_, err = stream.Next()
		}
		if _, again := stream.Next(); !errors.Is(err, want) || !errors.Is(again, want) {
			t.Errorf("Next = %v, then %v, want %v twice", err, again, want)
		}
		for range 2 {
			if err := stream.Close(); err != nil {
				t.Errorf("Close = %v", err)
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []openai.Config{
		{Model: "m", Service: at("localhost:11434")}, {Model: "m", Service: at("ftp://host/v1")},
		{Service: at("http://host/v1")}, {Model: "m", Service: openaihttp.Config{Key: "sk-abc\n"}},
	} {
		if _, err := openai.New(c); err == nil || strings.Contains(err.Error(), "sk-abc") {
			t.Errorf("New(%q, %q) = %v, want an error without the key", c.Service.BaseURL, c.Model, err)
		}
	}
}
