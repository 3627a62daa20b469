package openaihttp_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"parley/engine"
	"parley/engine/openaihttp"
)

// TestBase reads addresses as people write them.
func TestBase(t *testing.T) {
	for given, want := range map[string]string{
		"":                                  "",
		"localhost:11434":                   "http://localhost:11434",
		"localhost:11434/v1/":               "http://localhost:11434/v1",
		"//gpu:8000":                        "http://gpu:8000",
		"gpu":                               "http://gpu",
		"127.0.0.1:1234/v1/models":          "http://127.0.0.1:1234/v1",
		"[::1]:8080":                        "http://[::1]:8080",
		"gpu.example.com:8000/v1":           "http://gpu.example.com:8000/v1",
		"api.groq.com/openai/v1":            "https://api.groq.com/openai/v1",
		"api.openai.com:443/v1":             "https://api.openai.com:443/v1",
		"HTTPS://api.openai.com":            "https://api.openai.com",
		"http://h/v1///":                    "http://h/v1",
		"http://h:1/v1/chat/completions":    "http://h:1/v1",
		"http://h:1/v1/chat/completions/":   "http://h:1/v1",
		"http://h:1/chat/completions":       "http://h:1",
		"https://h/v1/audio/transcriptions": "https://h/v1",
		"https://h/v1beta/openai/":          "https://h/v1beta/openai",
		"https://h/openai/deployments/d/chat/completions?api-version=2024-10-21": "https://h/openai/deployments/d?api-version=2024-10-21",
		"ftp://h":     "ftp://h",
		"http://":     "http://",
		"http://a b/": "http://a b/",
	} {
		if got := openaihttp.Base(given); got != want {
			t.Errorf("Base(%q) = %q, want %q", given, got, want)
		}
		if again := openaihttp.Base(want); again != want {
			t.Errorf("Base(%q) = %q, though that is what it made", want, again)
		}
	}
}

func FuzzBase(f *testing.F) {
	for _, seed := range []string{"localhost:11434", "https://h/v1/chat/completions", "://", "%zz", "a b", "http://[::1", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		base := openaihttp.Base(given)
		if c, err := openaihttp.New(openaihttp.Config{BaseURL: base}); err == nil {
			c.Close()
		}
		if given != "" && base == "" {
			t.Errorf("Base(%q) is empty", given)
		}
	})
}

// only serves the API below one path, and elsewhere what a server of some kind says
// there.
type only struct {
	path      string
	elsewhere http.HandlerFunc

	mu    sync.Mutex
	asked []string
	sent  []string
}

func (o *only) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	o.mu.Lock()
	o.asked, o.sent = append(o.asked, r.URL.Path), append(o.sent, string(body))
	o.mu.Unlock()
	if rest, found := strings.CutPrefix(r.URL.Path, o.path+"/"); found && rest == "audio/speech" {
		_, _ = io.WriteString(w, "{}")
		return
	}
	o.elsewhere(w, r)
}

func says(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// A base URL without /v1 is tried with it; what answers is remembered, and said once.
func TestBaseWithoutVersion(t *testing.T) {
	servers := map[string]http.HandlerFunc{
		"Ollama":     says(404, "text/plain", "404 page not found"),
		"vLLM":       says(404, "application/json", `{"detail":"Not Found"}`),
		"OpenAI":     says(404, "application/json", `{"error":{"message":"Invalid URL (POST /chat/completions)","type":"invalid_request_error"}}`),
		"LM Studio":  says(200, "application/json; charset=utf-8", `{"error":"Unexpected endpoint or method. (POST /chat/completions)"}`),
		"Open WebUI": says(405, "application/json", `{"detail":"Method Not Allowed"}`),
		"a page":     says(200, "text/html", "<!doctype html>"),
	}
	for name, elsewhere := range servers {
		for given, path := range map[string]string{"": "/v1", "/openai": "/openai/v1", "/api": "/v1", "/v1": "/v1"} {
			t.Run(name+given, func(t *testing.T) {
				o := &only{path: path, elsewhere: elsewhere}
				s := serve(t, o.ServeHTTP)
				var log bytes.Buffer
				was := slog.Default()
				slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
				defer slog.SetDefault(was)
				for range 2 { // a second engine of the service need not learn it again
					c := client(t, openaihttp.Config{BaseURL: s.URL + given})
					for range 2 {
						if answer, err := fetch(t, c); answer != "{}" || err != nil {
							t.Fatalf("answer = %q, %v; asked %q", answer, err, o.asked)
						}
					}
				}
				extra := len(o.asked) - 4
				if want := strings.Count(given, "/api") + 1; given != "/v1" && extra != want || given == "/v1" && extra != 0 {
					t.Errorf("%d requests more than answers: %q", extra, o.asked)
				}
				for _, sent := range o.sent {
					if sent != `{"input":"hello"}` {
						t.Errorf("sent %q", sent)
					}
				}
				want := 1
				if given == "/v1" {
					want = 0
				}
				if n := strings.Count(log.String(), "not whole"); n != want || strings.Contains(log.String(), key) {
					t.Errorf("said %d times: %s", n, log.String())
				}
			})
		}
	}
}

// Where there is no API at all, the error is that of the base URL that was given, and the
// key goes nowhere else.
func TestNoAPIAnywhere(t *testing.T) {
	o := &only{path: "/nowhere", elsewhere: says(404, "text/plain", "404 page not found")}
	s := serve(t, o.ServeHTTP)
	_, err := fetch(t, client(t, openaihttp.Config{BaseURL: s.URL}))
	if !errors.Is(err, engine.ErrModel) || !strings.Contains(err.Error(), "check the model's name and the base URL") {
		t.Errorf("error = %v", err)
	}
	if len(o.asked) != 2 {
		t.Errorf("asked %q, want the base URL and /v1", o.asked)
	}
}

// What a service answers below the base URL is not asked for elsewhere, whatever it is.
func TestRefusalIsNotTriedElsewhere(t *testing.T) {
	for _, status := range []int{200, 400, 401, 429, 500} {
		o := &only{path: "/v1", elsewhere: says(status, "application/json", `{"text":"here"}`)}
		s := serve(t, o.ServeHTTP)
		_, _ = fetch(t, client(t, openaihttp.Config{BaseURL: s.URL}))
		if len(o.asked) != 1 {
			t.Errorf("%d: asked %q", status, o.asked)
		}
	}
}
