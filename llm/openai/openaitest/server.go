// Package openaitest is a local service of the OpenAI chat API whose answers a
// test scripts: text, tool calls, pauses and every way to fail. It speaks real
// HTTP on 127.0.0.1.
package openaitest

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Key is the only API key the service takes.
const Key = "sk-test-5up3r53cr3t"

// Reply writes one answer. Its request's context ends when the client hangs up
// or the service closes.
type Reply func(w http.ResponseWriter, r *http.Request)

// Server is the service. It is safe for concurrent use.
type Server struct {
	// URL is the base URL for the client, ending in "/v1".
	URL string
	// Gone receives one value for each client that hung up before its answer
	// was complete; full at 16, further ones are dropped.
	Gone chan struct{}

	http    *httptest.Server
	stop    chan struct{}
	closing sync.Once

	mu       sync.Mutex
	script   []Reply
	fallback Reply
	requests []Request
	conns    int
}

// Request is what one client asked.
type Request struct {
	// Body is the JSON as sent.
	Body json.RawMessage
	// Fields is Body's top level.
	Fields map[string]json.RawMessage
	// Header is what came with it, Path where it went, its query included.
	Header http.Header
	Path   string
}

// New starts a service that gives replies in order and then, forever, HTTP 500.
// It closes with the test, which ends the answers still on their way.
func New(t testing.TB, replies ...Reply) *Server {
	t.Helper()
	s := &Server{
		script: replies, fallback: Status(http.StatusInternalServerError, "script_over"),
		Gone: make(chan struct{}, 16), stop: make(chan struct{}),
	}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.http.Config.ConnState = func(_ net.Conn, state http.ConnState) { s.count(state) }
	s.http.Start()
	s.URL = s.http.URL + "/v1"
	t.Cleanup(s.Close)
	return s
}

// Close ends the answers still on their way and stops the service, as if it had
// died: from then on connections are refused. It may be called twice.
func (s *Server) Close() {
	s.closing.Do(func() {
		close(s.stop)
		s.http.CloseClientConnections()
		s.http.Close()
	})
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

// Requests returns what was asked so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Connections returns how many connections were ever made to the service.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	asked := Request{Body: body, Header: r.Header, Path: r.RequestURI}
	switch {
	case !strings.HasSuffix(r.URL.Path, "/chat/completions") || r.Method != http.MethodPost:
		Status(http.StatusNotFound, "unknown_url")(w, r)
		return
	case r.Header.Get("Authorization") != "Bearer "+Key && r.Header.Get("Api-Key") != Key:
		Status(http.StatusUnauthorized, "invalid_api_key")(w, r)
		return
	case json.Unmarshal(body, &asked.Fields) != nil:
		Status(http.StatusBadRequest, "invalid_json")(w, r)
		return
	}
	reply := s.next(asked)
	r, done := s.bind(r)
	defer done()
	reply(w, r)
}

func (s *Server) next(asked Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, asked)
	if len(s.script) == 0 {
		return s.fallback
	}
	reply := s.script[0]
	s.script = s.script[1:]
	return reply
}

func (s *Server) count(state http.ConnState) {
	if state == http.StateNew {
		s.mu.Lock()
		s.conns++
		s.mu.Unlock()
	}
}
