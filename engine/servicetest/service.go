// Package servicetest plays the services that people have, over real HTTP on
// 127.0.0.1: where each listens, what it refuses and with which words, how it streams
// words, thoughts and tool calls, what it hears where nothing is said, and what its
// audio is. They are played from public reports and documents, each named in the
// table (Services); none of them was asked. What thinks, hears and speaks behind them
// is the same few lines for all, so whatever differs is the service's own way.
package servicetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Key is the only key that services with keys take.
const Key = "sk-played-7h15157h3k3y"

// Service is one service: where it is, and its ways in each role that it plays.
type Service struct {
	// Name is the service's, as in docs/engines.md.
	Name string
	// Source is where its ways are told: issues and files of public repositories.
	Source string
	// Base is the path of its base URL, Version the api-version that it demands.
	Base, Version string
	// Keyed services demand Key, in the header KeyHeader if that is not empty, else
	// as a bearer's token.
	Keyed     bool
	KeyHeader string
	// Loads says what callers get while its model is loaded; see Played.Cool.
	Loads Loading
	// Missing is its whole answer, of status 404, where there is nothing.
	Missing string

	Chat  *Chat
	Ears  *Ears
	Voice *Voice
}

// Loading is what a service does while it loads its model.
type Loading int

// The ways. A service that waits begins again if its caller hangs up.
const (
	Never Loading = iota
	Waits
	Refuses // with status 503
)

// Played is a service that runs.
type Played struct {
	Service
	// URL is its base URL.
	URL string

	heard string // what its ears make of any sound

	mu      sync.Mutex
	asked   int
	load    time.Duration
	left    chan struct{} // closed once it is loaded; nil while nobody loads
	aborted int
	breaks  bool
}

// Play starts s, until the test ends. Whatever sounds, its ears hear heard.
func Play(t testing.TB, s Service, heard string) *Played {
	t.Helper()
	p := &Played{Service: s, heard: heard}
	server := httptest.NewServer(p)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	p.URL = server.URL + s.Base
	return p
}

// Cool unloads its model, which takes load to come back from the next request on. Of
// services that load nothing it does nothing.
func (p *Played) Cool(load time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.load, p.left = load, nil
}

// Break has the answers of its model end in failure from now on, after their words.
func (p *Played) Break() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.breaks = true
}

// Asked is how many requests came.
func (p *Played) Asked() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// Aborted is how many loads ended because the caller hung up.
func (p *Played) Aborted() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.aborted
}

// ServeHTTP implements http.Handler.
func (p *Played) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	below, inside := strings.CutPrefix(r.URL.Path, p.Base)
	switch {
	case !p.admits(r):
		answer(w, http.StatusUnauthorized, `{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}`)
	case !inside, p.Version != "" && r.URL.Query().Get("api-version") == "":
		answer(w, http.StatusNotFound, p.Missing)
	case strings.HasSuffix(below, "/models"):
		p.list(w)
	case r.Method != http.MethodPost:
		answer(w, http.StatusNotFound, p.Missing)
	default:
		p.post(w, r, below, body)
	}
}

func (p *Played) admits(r *http.Request) bool {
	switch {
	case !p.Keyed:
		return true
	case p.KeyHeader != "":
		return r.Header.Get(p.KeyHeader) == Key
	}
	return r.Header.Get("Authorization") == "Bearer "+Key
}

// list names its models.
func (p *Played) list(w http.ResponseWriter) {
	models := []map[string]string{}
	thinks, hears, speaks := p.Models()
	for _, name := range []string{thinks, hears, speaks} {
		if name != "" {
			models = append(models, map[string]string{"id": name, "object": "model"})
		}
	}
	answer(w, http.StatusOK, string(encode(map[string]any{"object": "list", "data": models})))
}

// Models are the names of those that think, hear and speak, each empty if it does not.
func (s Service) Models() (thinks, hears, speaks string) {
	if s.Chat != nil {
		thinks = s.Chat.Model
	}
	if s.Ears != nil {
		hears = s.Ears.Model
	}
	if s.Voice != nil {
		speaks = s.Voice.Model
	}
	return thinks, hears, speaks
}

func (p *Played) post(w http.ResponseWriter, r *http.Request, path string, body []byte) {
	p.mu.Lock()
	p.asked++
	p.mu.Unlock()
	reply := p.reply(path, body)
	if reply == nil {
		answer(w, http.StatusNotFound, p.Missing)
		return
	}
	if p.awake(w, r) {
		reply(w, r)
	}
}

// reply is who answers at path, nil if nobody does.
func (p *Played) reply(path string, body []byte) http.HandlerFunc {
	switch {
	case path == "/chat/completions" && p.Chat != nil:
		return func(w http.ResponseWriter, _ *http.Request) { p.Chat.serve(w, body, p.breaking()) }
	case path == p.ear():
		return func(w http.ResponseWriter, r *http.Request) { p.Ears.serve(w, r, p.heard) }
	case path == "/audio/speech" && p.Voice != nil:
		return func(w http.ResponseWriter, _ *http.Request) { p.Voice.serve(w, body) }
	}
	return nil
}

func (p *Played) ear() string {
	switch {
	case p.Ears == nil:
		return "none"
	case p.Ears.Path != "":
		return p.Ears.Path
	}
	return "/audio/transcriptions"
}

func (p *Played) breaking() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.breaks
}

// awake has the model loaded, and reports whether it is there to answer.
func (p *Played) awake(w http.ResponseWriter, r *http.Request) bool {
	p.mu.Lock()
	if p.Loads == Never || p.load == 0 {
		p.mu.Unlock()
		return true
	}
	if p.left == nil {
		loaded := make(chan struct{})
		p.left = loaded
		time.AfterFunc(p.load, func() { close(loaded) })
	}
	loaded := p.left
	p.mu.Unlock()
	if p.Loads == Refuses {
		select {
		case <-loaded:
			return true
		default:
			answer(w, http.StatusServiceUnavailable, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`)
			return false
		}
	}
	select {
	case <-loaded:
		return true
	case <-r.Context().Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.left == loaded {
			p.left = nil
		}
		p.aborted++
		return false
	}
}

// answer gives body in one piece.
func answer(w http.ResponseWriter, status int, body string) {
	kind := "application/json"
	if !strings.HasPrefix(body, "{") && !strings.HasPrefix(body, "[") {
		kind = "text/plain"
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // the client may have gone
}

// event sends one server-sent event.
func event(w http.ResponseWriter, v any) { raw(w, fmt.Sprintf("data: %s\n\n", encode(v))) }

func raw(w http.ResponseWriter, text string) {
	_, _ = io.WriteString(w, text)            // the client may have gone
	_ = http.NewResponseController(w).Flush() // as above
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("servicetest: what is played is not JSON: %v", err))
	}
	return b
}
