// Package openaitest is a local service of the OpenAI transcription API that
// hears with any stt.Engine, over real HTTP, and fails in every way there is
// when told to.
package openaitest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"parley/media"
	"parley/stt"
)

// Key is the only API key the service takes.
const Key = "sk-test-5up3r53cr3t"

// maxBody is the API's limit.
const maxBody = 25 << 20

// Request is what one client asked.
type Request struct {
	// Fields are the form's, but for the file.
	Fields map[string]string
	// Audio is the length of the file.
	Audio time.Duration
}

// Handler answers POST /v1/audio/transcriptions, and GET /v1/models. It is safe
// for concurrent use.
type Handler struct {
	engine stt.Engine
	gone   chan struct{}

	mu       sync.Mutex
	fault    Fault
	refuses  []string
	text     string
	requests []Request
}

var _ http.Handler = (*Handler)(nil)

// NewHandler hears with engine.
func NewHandler(engine stt.Engine) *Handler {
	return &Handler{engine: engine, gone: make(chan struct{}, 16)}
}

// SetFault has all answers from now on fail by f, until None.
func (h *Handler) SetFault(f Fault) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fault = f
}

// RefuseFields has the service refuse forms with these fields or values, such as
// "stream" or "verbose_json".
func (h *Handler) RefuseFields(names ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refuses = names
}

// SetText has the service answer text instead of listening, for what no engine
// could hear in time; empty ends that.
func (h *Handler) SetText(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text = text
}

// Requests returns what was asked so far, in order.
func (h *Handler) Requests() []Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.requests)
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
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	switch {
	case err != nil:
		refuse(w, r, http.StatusRequestEntityTooLarge, "too_large", "file")
	case r.Header.Get("Authorization") != "Bearer "+Key:
		refuse(w, r, http.StatusUnauthorized, "invalid_api_key", "")
	case r.URL.Path == "/v1/models":
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"gpt-4o-mini-transcribe"},{"id":"whisper-1"}]}`)
	case r.URL.Path != "/v1/audio/transcriptions" || r.Method != http.MethodPost:
		refuse(w, r, http.StatusNotFound, "unknown_url", "")
	default:
		r.Body = io.NopCloser(bytes.NewReader(body))
		h.answer(w, r)
	}
}

// answer reads the form and hears it, or fails.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request) {
	asked := Request{Fields: map[string]string{}}
	if err := r.ParseMultipartForm(maxBody); err != nil {
		refuse(w, r, http.StatusBadRequest, "invalid_form", "")
		return
	}
	for name, values := range r.MultipartForm.Value {
		asked.Fields[name] = values[0]
	}
	file, _, err := r.FormFile("file")
	if err != nil {
		refuse(w, r, http.StatusBadRequest, "missing_field", "file")
		return
	}
	defer file.Close()
	pcm, err := media.DecodeWAV(file)
	if err != nil || len(pcm) < media.Samples(100*time.Millisecond) {
		refuse(w, r, http.StatusBadRequest, "invalid_audio", "file")
		return
	}
	asked.Audio = media.Duration(len(pcm))
	h.mu.Lock()
	h.requests = append(h.requests, asked)
	fault, text, refuses := h.fault, h.text, h.refuses
	h.mu.Unlock()
	for name, value := range asked.Fields {
		if slices.Contains(refuses, name) || slices.Contains(refuses, value) {
			refuse(w, r, http.StatusBadRequest, "unsupported_parameter", name)
			return
		}
	}
	if asked.Fields["model"] == "" {
		refuse(w, r, http.StatusBadRequest, "missing_field", "model")
		return
	}
	if fault.answer(w, r) {
		return
	}
	t := transcript{text: text}
	if text == "" {
		if t, err = hear(r.Context(), h.engine, pcm); err != nil {
			refuse(w, r, http.StatusInternalServerError, "server_error", "")
			return
		}
	}
	t.write(w, r, asked, fault)
}

// Server is a Handler that listens on 127.0.0.1.
type Server struct {
	*Handler
	// URL is the base URL for the client, ending in "/v1".
	URL  string
	http *httptest.Server
}

// Start serves engine until Close.
func Start(engine stt.Engine) *Server {
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
func New(t testing.TB, engine stt.Engine) *Server {
	t.Helper()
	s := Start(engine)
	t.Cleanup(s.Close)
	return s
}
