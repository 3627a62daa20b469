package trip_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley"
	"parley/assistant/trip"
	"parley/assistant/trip/fixture"
)

// The variables that make this binary a server: what it does and the leash it is on.
const (
	envMode  = "PARLEY_TRIP_SERVER"
	envLeash = "PARLEY_TRIP_LEASH"
)

// deadline bounds what a test waits for; nothing comes near it.
const deadline = 2 * time.Minute

func TestMain(m *testing.M) {
	if mode := os.Getenv(envMode); mode != "" {
		serve(mode)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// paris is the seed's trip.
var paris = parley.Trip{From: "FRA", To: "PAR", Depart: "2026-03-03", Reason: "meetings"}

// leash is held by the processes of a test: each dials it and writes its id, and it
// is let go only by the end of the process.
type leash struct {
	net.Listener
	t *testing.T
}

// process is one that holds the leash.
type process struct {
	net.Conn
	t     *testing.T
	lines *bufio.Reader
	pid   int
}

// leashes counts them, for their names.
var leashes atomic.Int32

func newLeash(t *testing.T) *leash {
	t.Helper()
	l, err := net.Listen("unix", fmt.Sprintf("@parley-trip-%d-%d", os.Getpid(), leashes.Add(1))) // of no folder
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return &leash{l, t}
}

// config is of a server that is on the leash.
func (l *leash) config(mode string) trip.MCPConfig {
	return trip.MCPConfig{
		Command: []string{os.Args[0]},
		// The race detector waits a second at the end of a process.
		Env:     []string{envMode + "=" + mode, envLeash + "=" + l.Addr().String(), "GORACE=atexit_sleep_ms=0"},
		Timeout: deadline,
	}
}

// next is the process that took the leash next.
func (l *leash) next() *process {
	l.t.Helper()
	if err := l.Listener.(*net.UnixListener).SetDeadline(time.Now().Add(deadline)); err != nil {
		l.t.Fatal(err)
	}
	conn, err := l.Accept()
	if err != nil {
		l.t.Fatalf("no process took the leash: %v", err)
	}
	p := &process{Conn: conn, t: l.t, lines: bufio.NewReader(conn)}
	l.t.Cleanup(func() { _ = conn.Close() }) // what is left of it then ends itself
	if _, err := fmt.Sscan(p.line(), &p.pid); err != nil {
		l.t.Fatal(err)
	}
	return p
}

// noMore fails the test if another process took the leash.
func (l *leash) noMore() {
	l.t.Helper()
	if err := l.Listener.(*net.UnixListener).SetDeadline(time.Now()); err != nil {
		l.t.Fatal(err)
	}
	if conn, err := l.Accept(); err == nil {
		_ = conn.Close()
		l.t.Error("there was another process")
	}
}

// line is the next that the process wrote on the leash.
func (p *process) line() string {
	p.t.Helper()
	if err := p.SetReadDeadline(time.Now().Add(deadline)); err != nil {
		p.t.Fatal(err)
	}
	line, err := p.lines.ReadString('\n')
	if err != nil {
		p.t.Fatalf("read the leash: %v", err)
	}
	return strings.TrimSpace(line)
}

// ends waits until the process has ended.
func (p *process) ends() {
	p.t.Helper()
	if err := p.SetReadDeadline(time.Now().Add(deadline)); err != nil {
		p.t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, p.lines); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		p.t.Errorf("process %d still holds the leash: %v", p.pid, err)
	}
}

// isGone fails the test unless the process has ended and been waited for by now.
func (p *process) isGone() {
	p.t.Helper()
	if err := syscall.Kill(p.pid, 0); !errors.Is(err, syscall.ESRCH) {
		p.t.Errorf("process %d is there still: %v", p.pid, err)
	}
}

// source is an MCP of cfg, until the test ends.
func source(t *testing.T, cfg trip.MCPConfig) *trip.MCP {
	t.Helper()
	m, err := trip.NewMCP(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// search fails the test unless m has n flights for the trip to Paris.
func search(t *testing.T, m trip.Source, n int) []parley.Flight {
	t.Helper()
	flights, err := m.Search(t.Context(), paris)
	if err != nil || len(flights) != n {
		t.Fatalf("Search = %d flights, %v, want %d", len(flights), err, n)
	}
	return flights
}

// options are those of the fixture for the trip to Paris.
func options(t testing.TB) []parley.Flight {
	t.Helper()
	made, err := fixture.Search(paris)
	if err != nil {
		t.Fatal(err)
	}
	flights := make([]parley.Flight, len(made))
	for i, o := range made {
		flights[i] = o.Flight
	}
	return flights
}

// encode is v as JSON.
func encode(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
