// Package openaitest is a local service of the OpenAI speech API that speaks
// with any tts.Engine, over real HTTP, and fails in every way there is when
// told to.
package openaitest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"parley/tts"
)

// Key is the only API key the service takes.
const Key = "sk-test-5up3r53cr3t"

// maxInput is the API's limit, in characters.
const maxInput = 4096

// Request is what one client asked.
type Request struct {
	Model, Input, Voice, Instructions string
	Format                            string `json:"response_format"`
	Speed                             float64
}

// Handler answers POST /v1/audio/speech, and GET /v1/models. It is safe for
// concurrent use.
type Handler struct {
	engine tts.Engine
	gone   chan struct{}

	mu       sync.Mutex
	fault    Fault
	refuses  string
	pause    time.Duration
	requests []Request
}

var _ http.Handler = (*Handler)(nil)

// NewHandler speaks with engine.
func NewHandler(engine tts.Engine) *Handler {
	return &Handler{engine: engine, gone: make(chan struct{}, 16)}
}

// SetFault has all answers from now on fail by f, until None.
func (h *Handler) SetFault(f Fault) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fault = f
}

// RefuseFormat has the service know no audio format of that name.
func (h *Handler) RefuseFormat(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refuses = name
}

// SetPause has the service wait before its first byte.
func (h *Handler) SetPause(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pause = d
}

// Requests returns what was asked so far, in order.
func (h *Handler) Requests() []Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]Request(nil), h.requests...)
}

// Gone receives one value for each client that hung up before its answer was
// complete; full at 16, further ones are dropped.
func (h *Handler) Gone() <-chan struct{} { return h.gone }

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if r.Context().Err() != nil {
			select {
			case h.gone <- struct{}{}:
			default:
			}
		}
	}()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var asked Request
	switch {
	case r.Header.Get("Authorization") != "Bearer "+Key:
		refuse(w, r, http.StatusUnauthorized, "invalid_api_key", "")
	case r.URL.Path == "/v1/models":
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"gpt-4o-mini-tts"},{"id":"tts-1"}]}`)
	case r.URL.Path != "/v1/audio/speech" || r.Method != http.MethodPost:
		refuse(w, r, http.StatusNotFound, "unknown_url", "")
	case json.Unmarshal(text, &asked) != nil:
		refuse(w, r, http.StatusBadRequest, "invalid_json", "")
	default:
		h.answer(w, r, asked)
	}
}

// Server is a Handler that listens on 127.0.0.1.
type Server struct {
	*Handler
	// URL is the base URL for the client, ending in "/v1".
	URL  string
	http *httptest.Server
}

// Start serves engine until Close.
func Start(engine tts.Engine) *Server {
	h := NewHandler(engine)
	s := httptest.NewServer(h)
	return &Server{h, s.URL + "/v1", s}
}

// Close ends the answers still on their way and stops the service.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// New serves engine until the test ends.
func New(t testing.TB, engine tts.Engine) *Server {
	t.Helper()
	s := Start(engine)
	t.Cleanup(s.Close)
	return s
}
