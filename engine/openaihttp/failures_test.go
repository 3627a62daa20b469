package openaihttp_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
)

// status refuses, and repeats the key and what was said, as careless services do.
func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		said, _ := io.ReadAll(r.Body)
		_, _ = fmt.Fprintf(w, `{"error":{"message":%q,"type":"scripted_error","code":%q,"param":"model"}}`,
			string(said)+r.Header.Get("Authorization"), key)
	}
}

func page(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(code)
		_, _ = io.WriteString(w, "<html>"+key+"</html>")
	}
}

func TestEachFailure(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   error
		says   string
	}{
		"401":        {status(401), engine.ErrKey, "check OPENAI_API_KEY"},
		"403":        {status(403), engine.ErrKey, "HTTP 403"},
		"407":        {status(407), engine.ErrKey, "HTTP 407"},
		"404":        {status(404), engine.ErrModel, "check the model's name and the base URL"},
		"405":        {status(405), engine.ErrModel, "check the model's name and the base URL"},
		"410":        {status(410), engine.ErrModel, "check the model's name and the base URL"},
		"400":        {status(400), engine.ErrRequest, "scripted_error, model"},
		"413":        {status(413), engine.ErrRequest, "HTTP 413"},
		"422":        {status(422), engine.ErrRequest, "HTTP 422"},
		"400, gone":  {retired, engine.ErrModel, "model_decommissioned"},
		"402":        {status(402), engine.ErrBusy, "credit"},
		"408":        {status(408), engine.ErrSlow, "try again later"},
		"429":        {status(429), engine.ErrBusy, "quota"},
		"500":        {status(500), engine.ErrService, "try again later"},
		"529":        {status(529), engine.ErrService, "HTTP 529"},
		"502 page":   {page(502), engine.ErrService, "HTTP 502"},
		"200 page":   {page(200), engine.ErrJunk, "a web page"},
		"redirect":   {status(307, "Location", "http://127.0.0.1:1/elsewhere"), engine.ErrService, "redirects"},
		"cut answer": {cut, engine.ErrCut, "ended it"},
		"no answer":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, engine.ErrAway, "reach "},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, c.answer)
			_, err := fetch(t, client(t, openaihttp.Config{BaseURL: s.URL}))
			if !errors.Is(err, c.want) {
				t.Errorf("error = %v, want %v", err, c.want)
			}
			mustSay(t, err, s.URL, c.says, "check")
			if name != "429" && engine.RetryAfter(err) != 0 {
				t.Errorf("RetryAfter = %v, want none", engine.RetryAfter(err))
			}
		})
	}
}

// retired refuses a model that was there once.
func retired(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(400)
	_, _ = io.WriteString(w, `{"error":{"message":"no","type":"invalid_request_error","code":"model_decommissioned"}}`)
}

// cut promises more than it sends.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, "half")
}

func TestRetryAfterOnTheWire(t *testing.T) {
	s := serve(t, status(429, "Retry-After", "7"))
	_, err := fetch(t, client(t, openaihttp.Config{BaseURL: s.URL}))
	if got := engine.RetryAfter(err); got != 7*time.Second || !errors.Is(err, engine.ErrBusy) {
		t.Errorf("error = %v with RetryAfter %v, want ErrBusy after 7s", err, got)
	}
}

func TestRefusedConnection(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	c := client(t, openaihttp.Config{BaseURL: s.URL + "/v1"})
	_, err := fetch(t, c)
	mustSay(t, err, "reach "+s.URL, "connection refused", "check that the service runs there")
	mustSay(t, c.Warm(t.Context()), "connection refused")
}

func TestRefusalTellsTheCaller(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(400)
		_, _ = io.WriteString(w, `{"object":"error","message":"unknown field stream_options","type":"BadRequestError","code":400}`)
	})
	_, err := fetch(t, client(t, openaihttp.Config{BaseURL: s.URL}))
	var r *openaihttp.Refusal
	if !errors.As(err, &r) || r.Status != 400 || r.Code != "BadRequestError" || !r.Mentions("stream_options") || r.Mentions("tools") {
		t.Errorf("refusal = %v, want a 400 that mentions stream_options", err)
	}
	if strings.Contains(err.Error(), "unknown field") {
		t.Errorf("error repeats the service's words: %v", err)
	}
}

func TestRefusalInMidAnswer(t *testing.T) {
	c := client(t, openaihttp.Config{BaseURL: "http://host/v1"})
	for text, want := range map[string]error{
		`{"error":{"message":"out of memory","type":"server_error"}}`: engine.ErrService,
		`{"error":{"message":"slow down","code":429}}`:                engine.ErrBusy,
		`{"error":"` + key + `"}`:                                     engine.ErrService,
		`junk`:                                                        engine.ErrService,
	} {
		err := c.Refuse([]byte(text))
		if !errors.Is(err, want) {
			t.Errorf("Refuse(%s) = %v, want %v", text, err, want)
		}
		mustSay(t, err, "in mid-answer from http://host")
	}
}

// A refused key is told with the variable that it is in, or would be in.
func TestRefusedKeyNamesItsVariable(t *testing.T) {
	s := serve(t, says(401, "application/json", `{"error":{"code":"invalid_api_key"}}`))
	for given, want := range map[string]string{key: "check GROQ_API_KEY", "": "set GROQ_API_KEY"} {
		c, err := openaihttp.New(openaihttp.Config{BaseURL: s.URL + "/v1", Key: given, KeyName: "GROQ_API_KEY"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = fetch(t, c)
		if !errors.Is(err, engine.ErrKey) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), key) {
			t.Errorf("with the key %q: %v, want %q", given, err, want)
		}
		c.Close()
	}
}
