package web

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHosts asks under names: a page that is published on a loopback address may
// listen on a container's, so the connection's address says nothing.
func TestHosts(t *testing.T) {
	s, _ := newTestServer(t)
	for _, listens := range []string{"127.0.0.1:8080", "172.18.0.4:8080", "[fd00::4]:8080"} {
		address, err := net.ResolveTCPAddr("tcp", listens)
		if err != nil {
			t.Fatal(err)
		}
		for host, want := range map[string]int{
			"":                      http.StatusOK, // HTTP/1.0 of a load balancer
			"localhost:8080":        http.StatusOK,
			"LOCALHOST":             http.StatusOK,
			"localhost.":            http.StatusOK,
			"[::1]:8080":            http.StatusOK,
			"[::1]":                 http.StatusOK,
			"127.0.0.1":             http.StatusOK,
			"192.168.1.5:8080":      http.StatusOK, // no name, so nobody's
			"[fd00::5]:8080":        http.StatusOK,
			"practice.example":      http.StatusOK,
			"Practice.Example.:443": http.StatusOK,
			"evil.example":          http.StatusMisdirectedRequest,
			"evil.example:8080":     http.StatusMisdirectedRequest,
			"evil.practice.example": http.StatusMisdirectedRequest,
			"practice.example.evil": http.StatusMisdirectedRequest,
			"127.0.0.1.evil.test":   http.StatusMisdirectedRequest,
			"localhost.evil.test:1": http.StatusMisdirectedRequest,
			"web":                   http.StatusMisdirectedRequest,
			".":                     http.StatusOK,
			"127.0.0.1:8080:8080":   http.StatusMisdirectedRequest,
			"1.2.3":                 http.StatusMisdirectedRequest,
		} {
			r := httptest.NewRequest("GET", "/api/status", nil)
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(address)))
			r.Host = host
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("on %s, host %q: status %d, want %d", listens, host, w.Code, want)
			}
			if w.Code == http.StatusMisdirectedRequest && !strings.Contains(w.Body.String(), "--hosts") {
				t.Errorf("host %q: told %s, want the flag", host, w.Body)
			}
		}
	}
}

func TestHostsThatNobodyCanAskUnder(t *testing.T) {
	for _, bad := range []string{"https://practice.example", "practice.example:8080", "practice.example/", "*.example", "a b", "."} {
		if err := CheckHosts([]string{"practice.example", bad}); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("host %q: %v", bad, err)
		}
	}
	if err := CheckHosts([]string{"practice.example", "practice", "xn--bcher-kva.example."}); err != nil {
		t.Error(err)
	}
}

func FuzzHost(f *testing.F) {
	f.Add("evil.example:80")
	f.Add("[::1]:8080")
	f.Fuzz(func(t *testing.T, host string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		if hostAllowed(r, nil) && strings.HasSuffix(hostOf(r), ".example") {
			t.Errorf("a page of %q may ask", host)
		}
	})
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
		"/api/scenarios": "GET", "/api/calls": "GET, POST", "/api/status": "GET", "/healthz": "GET", "/readyz": "GET", "/": "GET",
	} {
		var reply ErrorReply
		r := send(t, s, "DELETE", path, "", &reply)
		if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != want || reply.Error == "" {
			t.Errorf("DELETE %s: %d, Allow %q, %+v, want 405, %s", path, r.StatusCode, r.Header.Get("Allow"), reply, want)
		}
	}
}
