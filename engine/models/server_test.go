package models

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// host serves one file over real HTTP, as badly as a test asks.
type host struct {
	*httptest.Server

	mu       sync.Mutex
	body     []byte
	etag     string
	noRange  bool
	cuts     []int         // each answer breaks off after so many bytes, until used up
	answers  []int         // statuses given before the file
	html     bool          // a sign-in page instead of the file
	hold     chan struct{} // if set, an answer stops at its cut until this closes
	requests []http.Header
	sent     int
}

func newHost(t *testing.T, body []byte) *host {
	t.Helper()
	h := &host{body: body, etag: `"one"`}
	h.Server = httptest.NewServer(http.HandlerFunc(h.serve))
	t.Cleanup(h.Close)
	return h
}

func (h *host) serve(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.requests = append(h.requests, r.Header.Clone())
	body, cut, hold, etag, html := h.body, -1, h.hold, h.etag, h.html
	if len(h.answers) > 0 {
		status := h.answers[0]
		h.answers = h.answers[1:]
		h.mu.Unlock()
		http.Error(w, "no", status)
		return
	}
	if len(h.cuts) > 0 {
		cut, h.cuts = h.cuts[0], h.cuts[1:]
	}
	from := h.first(r)
	h.mu.Unlock()
	if html {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<html>Please sign in</html>")
		return
	}
	w.Header().Set("ETag", etag)
	w.Header().Set("Content-Type", "application/octet-stream")
	if from > len(body) || from == len(body) && from > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes */%d", len(body)))
		w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		return
	}
	rest := body[from:]
	w.Header().Set("Content-Length", strconv.Itoa(len(rest)))
	if from > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(body)-1, len(body)))
		w.WriteHeader(http.StatusPartialContent)
	}
	h.send(w, r, rest, cut, hold)
}

// send sends an answer's body, or its beginning.
func (h *host) send(w http.ResponseWriter, r *http.Request, rest []byte, cut int, hold chan struct{}) {
	whole := cut < 0 || cut >= len(rest)
	if !whole {
		rest = rest[:cut]
	}
	h.mu.Lock()
	h.sent += len(rest)
	h.mu.Unlock()
	if _, err := w.Write(rest); whole && err == nil {
		return
	}
	if err := http.NewResponseController(w).Flush(); err == nil && hold != nil {
		select {
		case <-hold:
		case <-r.Context().Done():
		}
	}
	panic(http.ErrAbortHandler) // cuts the connection
}

// sentBytes is how much was sent, or begun to be.
func (h *host) sentBytes() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sent
}

// change has the host serve another file.
func (h *host) change(body []byte, etag string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.body, h.etag = body, etag
}

// first is the first byte that a request asks for.
func (h *host) first(r *http.Request) int {
	v, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	if same := r.Header.Get("If-Range"); !ok || h.noRange || same != "" && same != h.etag {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSuffix(v, "-"))
	if err != nil {
		panic(err)
	}
	return n
}

func (h *host) asked() []http.Header {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.requests
}

// puller pulls into a folder of the test, quick to try again.
func puller(t *testing.T) *Puller {
	t.Helper()
	c := client()
	t.Cleanup(c.CloseIdleConnections)
	return &Puller{Dir: t.TempDir(), Client: c, pause: time.Millisecond, stall: 20 * time.Second}
}

// noise is bytes that no packer shortens, the same at every run.
func noise(n int) []byte {
	out, x := make([]byte, n), uint32(1)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = byte(x >> 24)
	}
	return out
}

// fine is the content of a test's model.
var fine = map[string][]byte{
	"m/model.onnx": noise(300_000),
	"m/tokens.txt": []byte("<blk> 0\n"),
	"m/data/phon":  bytes.Repeat([]byte("abc"), 1000),
}
