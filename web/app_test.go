package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestServeApp(t *testing.T) {
	h := serveApp(fstest.MapFS{
		".keep":              {},
		"index.html":         {Data: []byte("<p>the page")},
		"assets/main-1a2.js": {Data: []byte("run()")},
	})
	for path, want := range map[string]struct {
		status int
		cache  string
		body   string
	}{
		"/":                   {200, "no-cache", "<p>the page"},
		"/assets/main-1a2.js": {200, "public, max-age=31536000, immutable", "run()"},
		"/assets/":            {404, "", ""},
		"/assets":             {404, "", ""},
		"/.keep":              {404, "", ""},
		"/other":              {404, "", ""},
		"/../web.go":          {404, "", ""},
	} {
		r := send(t, h, "GET", path, "", nil)
		body, _ := io.ReadAll(r.Body)
		if r.StatusCode != want.status || r.Header.Get("Cache-Control") != want.cache || !strings.HasPrefix(string(body), want.body) {
			t.Errorf("%s: %d, cache %q, %q, want %+v", path, r.StatusCode, r.Header.Get("Cache-Control"), body, want)
		}
	}
}

func TestPageNotBuilt(t *testing.T) {
	r := send(t, serveApp(fstest.MapFS{".keep": {}}), "GET", "/", "", nil)
	body, _ := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), "make web") {
		t.Errorf("got %d %q, want 503 that says make web", r.StatusCode, body)
	}
}

func TestServeEndsWithContext(t *testing.T) {
	s, _ := newTestServer(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	defer http.DefaultClient.CloseIdleConnections()
	reply, err := http.Get("http://" + l.Addr().String() + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	_ = reply.Body.Close()
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("Serve = %v, want nil", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("Serve still runs 5 s after its context ended")
	}
}

func TestServeSaysWhyItFailed(t *testing.T) {
	s, _ := newTestServer(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if err := s.Serve(t.Context(), l); err == nil {
		t.Error("Serve on a closed listener = nil, want an error")
	}
}
