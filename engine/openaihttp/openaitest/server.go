// Package openaitest is a local service of the OpenAI API, over real HTTP on
// 127.0.0.1: chat whose answers a test scripts (New), transcription by any
// stt.Engine (NewEars) and speech by any tts.Engine (NewVoice). It records what
// it is asked and fails in every way there is when told to.
package openaitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Key is the only API key the service takes.
const Key = "sk-test-5up3r53cr3t"

// maxBody is the API's limit of a recording.
const maxBody = 25 << 20

// Reply writes one answer. Its request's body is whole and can be read; its
// context ends when the client hangs up or the service closes.
type Reply func(w http.ResponseWriter, r *http.Request)

// Server is the service. It is safe for concurrent use.
type Server struct {
	// URL is the base URL for the client, ending in "/v1".
	URL string
	// Gone receives one value for each client that hung up before its answer
	// was complete; full at 16, further ones are dropped.
	Gone chan struct{}

	path   string // what it answers, below the base URL
	midway int    // bytes of an answer before a fault in mid-stream
	http   *httptest.Server

	mu       sync.Mutex
	script   []Reply
	fallback Reply
	fault    Fault
	refuses  []string
	requests []Request
	conns    int
}

// Request is what one client asked.
type Request struct {
	// Body is the JSON as sent; of a form it is an object of its values, but for
	// the file, as strings.
	Body json.RawMessage
	// Audio is the length of a form's file.
	Audio time.Duration
	// Header is what came with it, Path where it went, its query included.
	Header http.Header
	Path   string
}

// Fields are the top level of Body.
func (r Request) Fields() map[string]json.RawMessage {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(r.Body, &fields) // nothing else is recorded
	return fields
}

// Text is a field without JSON's quotes; empty if it was not sent.
func (r Request) Text(field string) string {
	var text string
	raw := r.Fields()[field]
	if json.Unmarshal(raw, &text) != nil {
		return string(raw)
	}
	return text
}

// New starts a chat service that gives replies in order and then, forever, HTTP
// 500. It closes with the test, which ends the answers still on their way.
func New(t testing.TB, replies ...Reply) *Server {
	t.Helper()
	s := start(t, "/chat/completions", 400, Status(http.StatusInternalServerError, "script_over"))
	s.script = replies
	return s
}

func start(t testing.TB, path string, midway int, fallback Reply) *Server {
	t.Helper()
	s := &Server{path: path, midway: midway, fallback: fallback, Gone: make(chan struct{}, 16)}
	s.http = httptest.NewUnstartedServer(s)
	s.http.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.conns++
		}
	}
	s.http.Start()
	s.URL = s.http.URL + "/v1"
	t.Cleanup(s.Close)
	return s
}

// Close ends the answers still on their way and stops the service, as if it had
// died: from then on connections are refused. It may be called twice.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Refused returns a base URL on which nothing listens.
func Refused() string {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	return s.URL + "/v1"
}

// Add puts replies at the end of the script.
func (s *Server) Add(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, replies...)
}

// Always sets the reply given once the script is over.
func (s *Server) Always(r Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fallback = r
}

// SetFault has all answers from now on fail by f, until NoFault.
func (s *Server) SetFault(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// Refuse has the service refuse requests with these fields or values, such as
// "stream" or "verbose_json".
func (s *Server) Refuse(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuses = names
}

// Requests returns what was asked so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Connections returns how many connections were ever made to the service.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

// ServeHTTP implements http.Handler, for tests that stand between the client and
// the service.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if r.Context().Err() != nil {
			select {
			case s.Gone <- struct{}{}:
			default:
			}
		}
	}()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	switch {
	case err != nil:
		refuse(w, r, http.StatusRequestEntityTooLarge, "too_large", "")
	case r.Header.Get("Authorization") != "Bearer "+Key && r.Header.Get("Api-Key") != Key:
		refuse(w, r, http.StatusUnauthorized, "invalid_api_key", "")
	case strings.HasSuffix(r.URL.Path, "/models") && r.Method == http.MethodGet:
		Raw("application/json", `{"object":"list","data":[{"id":"whisper-1"},{"id":"gpt-4o-mini"},{"id":"tts-1"}]}`)(w, r)
	case !strings.HasSuffix(r.URL.Path, s.path) || r.Method != http.MethodPost:
		refuse(w, r, http.StatusNotFound, "unknown_url", "")
	default:
		r.Body = io.NopCloser(bytes.NewReader(body))
		asked, problem := s.read(r, body)
		if problem != "" {
			refuse(w, r, http.StatusBadRequest, "invalid_request", problem)
			return
		}
		s.next(asked)(w, r)
	}
}

// read takes the request apart and leaves its body to be read again; problem
// names what is wrong with it.
func (s *Server) read(r *http.Request, body []byte) (asked Request, problem string) {
	asked = Request{Body: bytes.Clone(body), Header: r.Header, Path: r.RequestURI}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		if asked.Fields() == nil {
			return asked, "body"
		}
		return asked, ""
	}
	if r.ParseMultipartForm(maxBody) != nil {
		return asked, "body"
	}
	values := map[string]string{}
	for name, all := range r.MultipartForm.Value {
		values[name] = all[0]
	}
	length, err := lengthOf(r)
	if err != nil || length < 100*time.Millisecond {
		return asked, "file"
	}
	asked.Body, asked.Audio = encode(values), length
	return asked, ""
}

// next notes what was asked and returns the answer to it.
func (s *Server) next(asked Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, asked)
	for name := range asked.Fields() {
		if slices.Contains(s.refuses, name) || slices.Contains(s.refuses, asked.Text(name)) {
			return func(w http.ResponseWriter, r *http.Request) {
				refuse(w, r, http.StatusBadRequest, "unsupported_parameter", name)
			}
		}
	}
	reply := s.fallback
	if len(s.script) > 0 {
		reply, s.script = s.script[0], s.script[1:]
	}
	return s.fault.reply(reply, s.midway)
}

// encode is v as JSON.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("openaitest: scripted value is not JSON: %v", err))
	}
	return b
}
