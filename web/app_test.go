package web

import (
	"context"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

const (
	testScript = "run()"
	testZipped = "run(), compressed" // serveApp does not look into it
)

func testApp(t *testing.T, built fstest.MapFS) http.Handler {
	t.Helper()
	h, err := serveApp(built)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func builtPage(t *testing.T) http.Handler {
	t.Helper()
	return testApp(t, fstest.MapFS{
		".keep":                 {},
		"index.html":            {Data: []byte("<p>the page")},
		"icon.png":              {Data: []byte("an icon")},
		"assets/main-1a2.js":    {Data: []byte(testScript)},
		"assets/main-1a2.js.gz": {Data: []byte(testZipped)},
	})
}

// get asks h for path with headers, given as name and value in turn.
func get(t *testing.T, h http.Handler, method, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), w.Body.String()
}

func TestServeApp(t *testing.T) {
	h := builtPage(t)
	const kept = "public, max-age=31536000, immutable"
	for path, want := range map[string]struct {
		status            int
		kind, cache, body string
	}{
		"/":                      {200, "text/html", "no-cache", "<p>the page"},
		"/s/riskyProject_1":      {200, "text/html", "no-cache", "<p>the page"},
		"/c/call_x":              {200, "text/html", "no-cache", "<p>the page"},
		"/d/call_x?t=72.4":       {200, "text/html", "no-cache", "<p>the page"},
		"/me":                    {200, "text/html", "no-cache", "<p>the page"},
		"/me/data":               {200, "text/html", "no-cache", "<p>the page"},
		"/a/chiefOfStaff":        {200, "text/html", "no-cache", "<p>the page"},
		"/s/":                    {404, "text/plain", "", "404 page not found\n"},
		"/s/a.js":                {404, "text/plain", "", "404 page not found\n"},
		"/s/a/b":                 {404, "text/plain", "", "404 page not found\n"},
		"/me/":                   {404, "text/plain", "", "404 page not found\n"},
		"/t/a":                   {404, "text/plain", "", "404 page not found\n"},
		"/S/a":                   {404, "text/plain", "", "404 page not found\n"},
		"/icon.png":              {200, "image/png", "no-cache", "an icon"},
		"/assets/main-1a2.js":    {200, "/javascript", kept, testScript},
		"/assets/main-1a2.js.gz": {404, "text/plain", "", "404 page not found\n"},
		"/assets/":               {404, "text/plain", "", "404 page not found\n"},
		"/assets":                {404, "text/plain", "", "404 page not found\n"},
		"/assets/main-0.js":      {404, "text/plain", "", "404 page not found\n"},
		"/.keep":                 {404, "text/plain", "", "404 page not found\n"},
		"/../web.go":             {404, "text/plain", "", "404 page not found\n"},
		"/assets/../index.html":  {404, "text/plain", "", "404 page not found\n"},
		"/assets/%2e%2e/.keep":   {404, "text/plain", "", "404 page not found\n"},
		"//index.html":           {404, "text/plain", "", "404 page not found\n"},
	} {
		r, body := get(t, h, "GET", path)
		if r.StatusCode != want.status || !strings.Contains(r.Header.Get("Content-Type"), want.kind) ||
			r.Header.Get("Cache-Control") != want.cache || body != want.body {
			t.Errorf("%s: %d, %v, %q, want %+v", path, r.StatusCode, r.Header, body, want)
		}
	}
	if r, _ := get(t, h, "POST", "/"); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST /: %d, want 405", r.StatusCode)
	}
}

func TestServeAppCompressed(t *testing.T) {
	h := builtPage(t)
	const script = "/assets/main-1a2.js"
	for accept, want := range map[string]bool{
		"":                               false,
		"gzip":                           true,
		"gzip, deflate, br, zstd":        true,
		"GZIP ; Q = 0.5":                 true,
		"br;q=1, *;q=0.1":                true,
		"gzip;q=0":                       false,
		"gzip;q=0.000, *":                false,
		"*;q=0":                          false,
		"identity, gzip;q=0.5":           false,
		"identity;q=0.5, gzip;q=0.5":     true,
		"gzip;q=lots":                    false,
		"gzip;q=NaN":                     false,
		"deflate, br":                    false,
		"xgzip, gzip2":                   false,
		"identity;q=0.2,,gzip;q=0.3,;,=": true,
	} {
		r, body := get(t, h, "GET", script, "Accept-Encoding", accept)
		coding, content := "", testScript
		if want {
			coding, content = "gzip", testZipped
		}
		if r.Header.Get("Content-Encoding") != coding || body != content || r.Header.Get("Vary") != "Accept-Encoding" ||
			r.Header.Get("Content-Length") != strconv.Itoa(len(content)) || !strings.Contains(r.Header.Get("Content-Type"), "/javascript") {
			t.Errorf("Accept-Encoding %q: %v, %q, want encoding %q", accept, r.Header, body, coding)
		}
	}
	if r, _ := get(t, h, "GET", script, "Accept-Encoding", "br", "Accept-Encoding", "gzip"); r.Header.Get("Content-Encoding") != "gzip" {
		t.Error("gzip in a second Accept-Encoding header is not seen")
	}
	if r, body := get(t, h, "GET", "/", "Accept-Encoding", "gzip"); r.Header.Get("Content-Encoding") != "" || body != "<p>the page" {
		t.Errorf("what has no compressed form came as %v, %q", r.Header, body)
	}
}

// TestServeAppConditional asks for the head, for a part and for what has changed,
// in both encodings.
func TestServeAppConditional(t *testing.T) {
	h := builtPage(t)
	const script = "/assets/main-1a2.js"
	etags := map[string]bool{}
	for coding, content := range map[string]string{"identity": testScript, "gzip": testZipped} {
		full, _ := get(t, h, "GET", script, "Accept-Encoding", coding)
		etag := full.Header.Get("Etag")
		etags[etag] = true
		head, body := get(t, h, "HEAD", script, "Accept-Encoding", coding)
		if !maps.EqualFunc(head.Header, full.Header, slices.Equal) || head.StatusCode != http.StatusOK || body != "" {
			t.Errorf("%s: HEAD gave %d, %v, %q, want GET's headers %v", coding, head.StatusCode, head.Header, body, full.Header)
		}
		part, body := get(t, h, "GET", script, "Accept-Encoding", coding, "Range", "bytes=2-4")
		if part.StatusCode != http.StatusPartialContent || body != content[2:5] || part.Header.Get("Content-Length") != "3" {
			t.Errorf("%s: a range gave %d, %v, %q, want %q", coding, part.StatusCode, part.Header, body, content[2:5])
		}
		past, _ := get(t, h, "GET", script, "Accept-Encoding", coding, "Range", "bytes=99-")
		if past.StatusCode != http.StatusRequestedRangeNotSatisfiable || past.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: a range past the end gave %d, %v, want 416", coding, past.StatusCode, past.Header)
		}
		same, body := get(t, h, "GET", script, "Accept-Encoding", coding, "If-None-Match", etag)
		if same.StatusCode != http.StatusNotModified || body != "" ||
			same.Header.Get("Vary") != "Accept-Encoding" || same.Header.Get("Etag") != etag {
			t.Errorf("%s: with its ETag: %d, %v, %q, want 304", coding, same.StatusCode, same.Header, body)
		}
		if other, _ := get(t, h, "GET", script, "Accept-Encoding", coding, "If-None-Match", `"other"`); other.StatusCode != http.StatusOK {
			t.Errorf("%s: with another ETag: %d, want 200", coding, other.StatusCode)
		}
	}
	if len(etags) != 2 || etags[""] {
		t.Errorf("ETags %v, want one for each encoding", etags)
	}
	index, _ := get(t, h, "GET", "/")
	again, _ := get(t, h, "GET", "/", "If-None-Match", index.Header.Get("Etag"))
	if again.StatusCode != http.StatusNotModified || again.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("/ with its ETag: %d, %v, want 304 and no-cache", again.StatusCode, again.Header)
	}
}

// TestAddresses holds the list of addresses against the page's own.
func TestAddresses(t *testing.T) {
	source, err := os.ReadFile("app/src/lib/address.ts")
	if err != nil {
		t.Fatal(err)
	}
	var own []string
	for _, found := range regexp.MustCompile(`(?m)^  \w+: '(/.*)',$`).FindAllSubmatch(source, -1) {
		own = append(own, string(found[1]))
	}
	if !slices.Equal(own, addresses) {
		t.Errorf("the page knows %q, the server %q", own, addresses)
	}
}

func FuzzTakesGzip(f *testing.F) {
	f.Add("gzip, deflate, br;q=0.5, *;q=0")
	f.Add("GZIP;q=1e-9, identity ; q=")
	f.Fuzz(func(t *testing.T, accept string) {
		lower := strings.ToLower(accept)
		if takesGzip([]string{accept}) && !strings.Contains(lower, "gzip") && !strings.Contains(lower, "*") {
			t.Errorf("%q takes gzip", accept)
		}
		if takesGzip([]string{accept, "gzip;q=0"}) {
			t.Errorf("%q takes gzip although its last word is no", accept)
		}
	})
}

func TestPageNotBuilt(t *testing.T) {
	r, body := get(t, testApp(t, fstest.MapFS{".keep": {}}), "GET", "/")
	if r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "make build") {
		t.Errorf("got %d %q, want 503 that says make build", r.StatusCode, body)
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
	case <-time.After(time.Minute):
		t.Fatal("Serve still runs a minute after its context ended")
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
