package openai_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"parley/engine"
	"parley/llm/openai"
)

// canned answers every request with one body, without a socket.
type canned string

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body: io.NopCloser(strings.NewReader(string(c))), Request: r,
	}, nil
}

// FuzzAnswer holds that any bytes lead to an end: a whole answer or one of the
// documented errors, and that no tool call comes out without name and id.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"", "data: [DONE]\n", "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":3,\"id\":\"x\",\"function\":{\"name\":\"n\"}}]}}]}\ndata: [DONE]",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{\"arguments\":\"n\"}}]},\"finish_reason\":\"stop\"}]}\n",
		"data: {\"error\":{\"message\":[1],\"code\":429}}\n\n", "data: {\"object\":\"error\"}\n\n", ":\n:\n", "<html>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		service := at("http://canned/v1")
		service.HTTP = &http.Client{Transport: canned(body)}
		e := newEngine(t, openai.Config{Service: service})
		got := read(t, e, ask("hello"))
		for _, c := range got.calls {
			if c.Name == "" || c.ID == "" {
				t.Errorf("tool call without name or id: %+v", c)
			}
		}
		for _, known := range []error{
			nil, engine.ErrCut, engine.ErrJunk, engine.ErrService, engine.ErrRequest, engine.ErrKey, engine.ErrBusy, engine.ErrSlow,
		} {
			if errors.Is(got.err, known) {
				return
			}
		}
		t.Errorf("error = %v, want a documented one", got.err)
	})
}
