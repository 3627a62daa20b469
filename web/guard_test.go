package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHostCheckOnLoopback(t *testing.T) {
	s, _ := newTestServer(t)
	server := httptest.NewServer(s)
	defer server.Close()
	defer http.DefaultClient.CloseIdleConnections()
	for host, want := range map[string]int{
		"":                      http.StatusOK,
		"localhost:8080":        http.StatusOK,
		"LOCALHOST":             http.StatusOK,
		"[::1]:8080":            http.StatusOK,
		"127.0.0.1":             http.StatusOK,
		"practice.example":      http.StatusOK,
		"evil.example":          http.StatusMisdirectedRequest,
		"evil.example:8080":     http.StatusMisdirectedRequest,
		"127.0.0.1.evil.test":   http.StatusMisdirectedRequest,
		"localhost.evil.test:1": http.StatusMisdirectedRequest,
	} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/api/status", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = reply.Body.Close()
		if reply.StatusCode != want {
			t.Errorf("host %q: status %d, want %d", host, reply.StatusCode, want)
		}
	}
}

func TestForeignPageIsRefused(t *testing.T) {
	s, _ := newTestServer(t)
	r := httptest.NewRequest("POST", "/api/calls", strings.NewReader(`{"scenario":"riskyProjectApproval"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Errorf("status %d, want 403", w.Code)
	}
}

func TestSecurityHeaders(t *testing.T) {
	s, _ := newTestServer(t)
	for _, path := range []string{"/", "/api/status", "/nothing", "/api/nothing"} {
		h := send(t, s, "GET", path, "", nil).Header
		policy := h.Get("Content-Security-Policy")
		for _, want := range []string{
			"default-src 'none'", "connect-src 'self' ws://127.0.0.1:7880 http://127.0.0.1:7880", "frame-ancestors 'none'",
		} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: policy %q lacks %q", path, policy, want)
			}
		}
		if got := h.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options %q, want nosniff", path, got)
		}
	}
}

func TestMethods(t *testing.T) {
	s, _ := newTestServer(t)
	for path, want := range map[string]string{
		"/api/scenarios": "GET", "/api/calls": "POST", "/api/status": "GET", "/healthz": "GET", "/readyz": "GET", "/": "GET",
	} {
		var reply ErrorReply
		r := send(t, s, "DELETE", path, "", &reply)
		if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != want || reply.Error == "" {
			t.Errorf("DELETE %s: %d, Allow %q, %+v, want 405, %s", path, r.StatusCode, r.Header.Get("Allow"), reply, want)
		}
	}
}
