package embeddedtest

import (
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded"
)

// StartNATS starts a NATS server with its files in dir. It ends with the test.
func StartNATS(t testing.TB, dir string) *embedded.NATS {
	t.Helper()
	n, err := embedded.StartNATS(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Errorf("close NATS: %v", err)
		}
	})
	return n
}

// Connect connects to n until the test ends.
func Connect(t testing.TB, n *embedded.NATS) jetstream.JetStream {
	t.Helper()
	conn, err := n.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// Fallible is a NATS server that a test takes away and brings back, at one address.
type Fallible struct {
	// Dir has its files; another is used from the next Start on.
	Dir    string
	URL    string
	t      testing.TB
	server *embedded.NATS
}

// NewFallible starts a server with its files in dir. It ends with the test.
func NewFallible(t testing.TB, dir string) *Fallible {
	t.Helper()
	f := &Fallible{t: t, Dir: dir, URL: "nats://" + SteadyAddress(t)}
	f.Start()
	t.Cleanup(f.Stop)
	return f
}

// Start brings the server back.
func (f *Fallible) Start() {
	f.t.Helper()
	var err error
	if f.server, err = embedded.ListenNATS(f.Dir, strings.TrimPrefix(f.URL, "nats://")); err != nil {
		f.t.Fatal(err)
	}
}

// Stop takes the server away; connections to it stay open and try again.
func (f *Fallible) Stop() {
	if err := f.server.Close(); err != nil {
		f.t.Error(err)
	}
}
