package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// What is for operators is not on the page's port: neither ours nor what Go's
// packages enter by themselves when they are imported.
func TestThePageShowsNothingOfTheProcess(t *testing.T) {
	s, _ := newTestServer(t)
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap", "/debug/vars", "/debug/requests"} {
		if r := send(t, s, "GET", path, "", nil); r.StatusCode != http.StatusNotFound {
			t.Errorf("GET %s on the page's port: status %d, want 404", path, r.StatusCode)
		}
	}
}

// startOps serves metrics that say "calls 3", and a NATS that is away, until the test ends.
func startOps(t *testing.T) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	metrics := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "calls 3") })
	ready := func() Readiness {
		return NewReadiness(Part{"livekit", true, "it answers"}, Part{"nats", false, "it is away"}, Part{"store", false, "nor this"})
	}
	go func() { done <- ServeOps(ctx, l, metrics, ready) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("ServeOps = %v, want nil", err)
			}
		case <-time.After(time.Minute):
			t.Error("ServeOps still runs a minute after its context ended")
		}
	})
	return "http://" + l.Addr().String()
}

func TestOps(t *testing.T) {
	url := startOps(t)
	for _, tt := range []struct {
		method, path, host, site string
		status                   int
		says                     string
	}{
		{"GET", "/metrics", "", "", 200, "calls 3"},
		{"GET", "/metrics", "localhost:9090", "", 200, "calls 3"},
		{"GET", "/debug/pprof/", "", "", 200, "goroutine"},
		{"GET", "/debug/pprof/heap?debug=1", "", "", 200, "heap profile"},
		{"GET", "/healthz", "", "", 200, "{}"},
		{"GET", "/healthz", "10.0.3.7:9090", "", 200, "{}"},
		{"GET", "/readyz", "", "", 503, `{"ready":false,"error":"it is away","parts":[{"name":"livekit","ready":true,"state":"it answers"},`},
		{"POST", "/readyz", "", "", 405, ""},
		{"GET", "/readyz", "evil.example", "", 403, "operators"},
		{"GET", "/debug/pprof/cmdline", "", "", 404, ""},
		{"GET", "/debug/vars", "", "", 404, ""},
		{"GET", "/", "", "", 404, ""},
		{"POST", "/metrics", "", "", 405, ""},
		{"GET", "/metrics", "evil.example", "", 403, "operators"},
		{"GET", "/metrics", "agent:9090", "", 200, "calls 3"}, // a service in a network of containers
		{"GET", "/metrics", "10.0.3.7:9090", "", 200, "calls 3"},
		{"GET", "/debug/pprof/profile", "", "cross-site", 403, "operators"},
		{"GET", "/metrics", "", "none", 200, "calls 3"}, // typed into a browser
	} {
		r, err := http.NewRequestWithContext(t.Context(), tt.method, url+tt.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = tt.host
		if tt.site != "" {
			r.Header.Set("Sec-Fetch-Site", tt.site)
		}
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(reply.Body)
		_ = reply.Body.Close()
		if err != nil || reply.StatusCode != tt.status || !strings.Contains(string(body), tt.says) {
			t.Errorf("%s %s as %q from %q: %d %.80q, %v; want %d that says %q",
				tt.method, tt.path, tt.host, tt.site, reply.StatusCode, body, err, tt.status, tt.says)
		}
	}
}
