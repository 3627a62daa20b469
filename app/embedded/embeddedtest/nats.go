package embeddedtest

import (
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
