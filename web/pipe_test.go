package web

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener whose connections hold nothing: a reader that stops is felt at
// once. It is of a synctest bubble.
type pipes struct {
	net.Listener
	conns chan net.Conn
	over  chan struct{}
	close sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.over:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.close.Do(func() { close(p.over) })
	return nil
}

func (*pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	near, far := net.Pipe()
	p.conns <- far
	return near, nil
}

// inBubble runs f in a bubble where s is served, under its own limits of time, with a
// client of it; stop ends it as Serve's context does.
func inBubble(t *testing.T, s *Server, f func(t *testing.T, c *http.Client, stop func() (took time.Duration))) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := &pipes{conns: make(chan net.Conn), over: make(chan struct{})}
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx, p) }()
		stop := sync.OnceValue(func() time.Duration {
			begun := time.Now()
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
			return time.Since(begun)
		})
		transport := &http.Transport{DialContext: p.dial}
		f(t, &http.Client{Transport: transport}, func() time.Duration { return stop() })
		transport.CloseIdleConnections()
		stop()
	})
}

// request asks for path as testUser; a body makes it a POST.
func request(t *testing.T, c *http.Client, path, body string) *http.Response {
	t.Helper()
	method := "GET"
	if body != "" {
		method = "POST"
	}
	r, err := http.NewRequestWithContext(t.Context(), method, "http://127.0.0.1"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+testUser)
	r.Header.Set("Content-Type", "application/json")
	reply, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// until returns what is read of r up to and with the text.
func until(t *testing.T, r *bufio.Reader, text string) string {
	t.Helper()
	var all strings.Builder
	for !strings.HasSuffix(all.String(), text) {
		b, err := r.ReadByte()
		if err != nil {
			t.Fatalf("%v after %q, want %q", err, all.String(), text)
		}
		all.WriteByte(b)
	}
	return all.String()
}
