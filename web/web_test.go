package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"parley/scenarios"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	testKey    = "testkey"
	testSecret = "a secret of at least thirty-two characters"
)

var errAway = errors.New("the agent is away")

// newTestServer is a server with the embedded scenarios; registered can be
// turned off.
func newTestServer(t *testing.T) (s *Server, registered *atomic.Bool) {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	registered = new(atomic.Bool)
	registered.Store(true)
	s, err = New(Config{
		Library: library, LiveKitURL: "ws://127.0.0.1:7880", Key: testKey, Secret: testSecret, Agent: "parley",
		Engines: map[string]string{"stt": "sphinx"}, Hosts: []string{"practice.example", "example.com"}, // httptest asks under that
		Ready: func() error {
			if registered.Load() {
				return nil
			}
			return errAway
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, registered
}

// send makes one request without a network and decodes a JSON answer into v if
// v is not nil.
func send(t *testing.T, h http.Handler, method, path, body string, v any) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if v != nil {
		if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
			t.Fatalf("%s %s: %v in %q", method, path, err, w.Body)
		}
	}
	return w.Result()
}

func TestNewRefuses(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	good := Config{
		Library: library, LiveKitURL: "ws://127.0.0.1:7880", Key: testKey, Secret: testSecret, Agent: "parley",
		Ready: func() error { return nil },
	}
	if _, err := New(good); err != nil {
		t.Fatalf("good config: %v", err)
	}
	for name, spoil := range map[string]func(*Config){
		"no library":    func(c *Config) { c.Library = nil },
		"no secret":     func(c *Config) { c.Secret = "" },
		"no ready":      func(c *Config) { c.Ready = nil },
		"http URL":      func(c *Config) { c.LiveKitURL = "http://127.0.0.1" },
		"no host":       func(c *Config) { c.LiveKitURL = "ws://" },
		"policy in URL": func(c *Config) { c.LiveKitURL = "ws://a;script-src *" },
	} {
		c := good
		spoil(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s: taken, want an error", name)
		}
	}
}

func TestScenariosShowNoSecrets(t *testing.T) {
	s, _ := newTestServer(t)
	var list struct {
		Scenarios []map[string]any `json:"scenarios"`
	}
	if r := send(t, s, "GET", "/api/scenarios", "", &list); r.StatusCode != http.StatusOK {
		t.Fatalf("status %d, want 200", r.StatusCode)
	}
	ids := map[any]bool{}
	for _, scenario := range list.Scenarios {
		ids[scenario["id"]] = true
		for _, secret := range []string{"negprompt", "character", "understudy", "hints"} {
			if _, found := scenario[secret]; found {
				t.Errorf("scenario %v shows %q", scenario["id"], secret)
			}
		}
	}
	if !ids["riskyProjectApproval"] {
		t.Errorf("got scenarios %v, want riskyProjectApproval among them", ids)
	}
}

func TestReadiness(t *testing.T) {
	s, registered := newTestServer(t)
	for _, on := range []bool{false, true} {
		registered.Store(on)
		want := map[bool]int{false: http.StatusServiceUnavailable, true: http.StatusOK}[on]
		reason := map[bool]string{false: errAway.Error()}[on]
		for _, ask := range [][3]string{
			{"GET", "/readyz"}, {"POST", "/api/calls", `{"scenario":"riskyProjectApproval"}`},
		} {
			var reply ErrorReply
			r := send(t, s, ask[0], ask[1], ask[2], &reply)
			after := r.Header.Get("Retry-After")
			if r.StatusCode != want || reply.Error != reason || (after == "") != on {
				t.Errorf("registered %t: %s gave %d, %+v, Retry-After %q; want %d", on, ask[1], r.StatusCode, reply, after, want)
			}
		}
		if r := send(t, s, "GET", "/healthz", "", nil); r.StatusCode != http.StatusOK {
			t.Errorf("registered %t: /healthz gave %d, want 200", on, r.StatusCode)
		}
		var status Status
		send(t, s, "GET", "/api/status", "", &status)
		if status.Registered != on || status.Reason != reason || status.Engines["stt"] != "sphinx" ||
			status.LiveKitURL != "ws://127.0.0.1:7880" {
			t.Errorf("registered %t: status %+v", on, status)
		}
	}
}

func decode(t *testing.T, r io.Reader, v any) {
	t.Helper()
	if err := json.NewDecoder(r).Decode(v); err != nil {
		t.Error(err)
	}
}

// serverWith is newTestServer with a change of its configuration.
func serverWith(t *testing.T, change func(*Config)) *Server {
	t.Helper()
	plain, _ := newTestServer(t)
	c := plain.config
	change(&c)
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
