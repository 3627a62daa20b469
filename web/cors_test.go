package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestPagesOfOtherOrigins(t *testing.T) {
	s := serverWith(t, func(c *Config) {
		c.Origins = []string{"https://a.example", "http://localhost:3000"}
		c.Scene = "riskyProjectApproval"
	})
	for _, tt := range []struct {
		name, method, path, origin, site string
		asks                             bool // a preflight
		status                           int
		allowed                          bool
	}{
		{"a listed page", "POST", "/api/token", "https://a.example", "cross-site", false, 201, true},
		{"another listed page", "POST", "/api/calls", "http://localhost:3000", "same-site", false, 200, true},
		{"its list of scenes", "GET", "/api/scenarios", "https://a.example", "cross-site", false, 200, true},
		{"its preflight", "OPTIONS", "/api/token", "https://a.example", "cross-site", true, 204, true},
		{"its refusal", "POST", "/api/nothing", "https://a.example", "cross-site", false, 404, true},
		{"a stranger's page", "POST", "/api/token", "https://evil.example", "cross-site", false, 403, false},
		{"a stranger's preflight", "OPTIONS", "/api/token", "https://evil.example", "cross-site", true, 405, false},
		{"a name that begins alike", "POST", "/api/token", "https://a.example.evil.test", "cross-site", false, 403, false},
		{"another scheme", "POST", "/api/token", "http://a.example", "cross-site", false, 403, false},
		{"no origin at all", "POST", "/api/token", "null", "cross-site", false, 403, false},
		{"our own page", "POST", "/api/token", "", "same-origin", false, 201, false},
		{"what is no API", "GET", "/healthz", "https://a.example", "cross-site", false, 200, false},
	} {
		r := httptest.NewRequest(tt.method, tt.path, strings.NewReader(`{}`))
		if tt.path == "/api/calls" {
			r = httptest.NewRequest(tt.method, tt.path, strings.NewReader(`{"scenario":"riskyProjectApproval"}`))
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Sec-Fetch-Site", tt.site)
		if tt.origin != "" {
			r.Header.Set("Origin", tt.origin)
		}
		if tt.asks {
			r.Header.Set("Access-Control-Request-Method", "POST")
			r.Header.Set("Access-Control-Request-Headers", "content-type,x-sandbox-id")
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		h := w.Header()
		want := ""
		if tt.allowed {
			want = tt.origin
		}
		if w.Code != tt.status || h.Get("Access-Control-Allow-Origin") != want || h.Get("Vary") != "Origin" {
			t.Errorf("%s: %d, %v; want %d, allowed %q, and Vary", tt.name, w.Code, h, tt.status, want)
		}
		if tt.asks && tt.allowed && (h.Get("Access-Control-Allow-Headers") != "content-type,x-sandbox-id" ||
			!strings.Contains(h.Get("Access-Control-Allow-Methods"), "POST")) {
			t.Errorf("%s: preflight answered with %v", tt.name, h)
		}
		if h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: credentials are let through", tt.name)
		}
	}
}

// A listed origin does not open the way for pages that rebind their own name.
func TestOriginsDoNotLiftTheHostCheck(t *testing.T) {
	s := serverWith(t, func(c *Config) { c.Origins = []string{"https://a.example"} })
	server := httptest.NewServer(s)
	defer server.Close()
	defer http.DefaultClient.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/api/token", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	r.Header.Set("Origin", "https://a.example")
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = reply.Body.Close()
	if reply.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("status %d, want 421", reply.StatusCode)
	}
}

func TestOriginsAreNamedOneByOne(t *testing.T) {
	plain, _ := newTestServer(t)
	for _, bad := range []string{"*", "https://*.example", "a.example", "https://a.example/", "https://A.example", "null", "ftp://a", "https://u@a.example", ""} {
		c := plain.config
		c.Origins = []string{bad}
		if _, err := New(c); err == nil {
			t.Errorf("origin %q taken", bad)
		}
	}
}
