package openaihttp_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"parley/engine"
	"parley/engine/openaihttp"
)

func TestModels(t *testing.T) {
	var asked string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r.Method + " " + r.RequestURI
		_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"gpt-4o-mini"},{"id":""},{"id":"a\nb"},{"id":"tts-1"},{"id":"`+
			strings.Repeat("x", 300)+`"}]}`)
	})
	for base, want := range map[string]string{
		"/v1": "GET /v1/models", "/openai/deployments/dep?api-version=1": "GET /openai/models?api-version=1",
	} {
		got, err := client(t, openaihttp.Config{BaseURL: s.URL + base}).Models(t.Context())
		if names := []string{"gpt-4o-mini", "tts-1"}; !slices.Equal(got, names) || err != nil || asked != want {
			t.Errorf("%s: Models = %q, %v by %s, want %q by %s", base, got, err, asked, names, want)
		}
	}
}

func TestModelsOfWhatIsNoSuchService(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   error
	}{
		"page": {page(200), engine.ErrJunk}, "text": {hello, engine.ErrJunk}, "404": {status(404), engine.ErrModel},
		"wrong key": {status(401), engine.ErrKey}, "cut": {cut, engine.ErrCut},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, c.answer)
			_, err := client(t, openaihttp.Config{BaseURL: s.URL}).Models(t.Context())
			if !errors.Is(err, c.want) {
				t.Errorf("Models = %v, want %v", err, c.want)
			}
			mustSay(t, err, s.URL, "check")
		})
	}
}

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }

// TestWarmConnectionIsUsed holds that the first turn dials nothing, whatever
// the service thinks of the warming request.
func TestWarmConnectionIsUsed(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"200": hello, "404": http.NotFound, "401": status(401), "page": page(503),
	} {
		t.Run(name, func(t *testing.T) {
			var connections atomic.Int32
			s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					answer = hello
				}
				answer(w, r)
			}))
			s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					connections.Add(1)
				}
			}
			s.Start()
			defer s.Close()
			c := client(t, openaihttp.Config{BaseURL: s.URL})
			defer c.Close()
			for range 2 {
				if err := c.Warm(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := fetch(t, c); err != nil {
				t.Fatal(err)
			}
			if got := connections.Load(); got != 1 {
				t.Errorf("%d connections, want the warm one alone", got)
			}
		})
	}
}
