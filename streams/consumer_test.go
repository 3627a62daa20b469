package streams_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded/embeddedtest"
	"parley/streams"
)

var every = flag.Int("every", 23, "which of the bits of what a server keeps of a consumer are wrong, one after the other: 1 is each")

// shared is a consumer of a work queue.
var shared = jetstream.ConsumerConfig{
	Durable: "c", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 300 * time.Millisecond, MaxDeliver: -1, FilterSubject: "q.due.*",
}

// TestConsumer: what an operator set of a consumer stays, what is needed is given.
func TestConsumer(t *testing.T) {
	js := embeddedtest.Connect(t, embeddedtest.StartNATS(t, t.TempDir()))
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "Q", Subjects: []string{"q.>"}}); err != nil {
		t.Fatal(err)
	}
	his := shared
	his.MaxWaiting, his.Description, his.AckWait, his.MaxDeliver = 77, "of the operator", time.Minute, 3
	if _, err := js.CreateConsumer(t.Context(), "Q", his); err != nil {
		t.Fatal(err)
	}
	c, err := streams.Consumer(t.Context(), js, "Q", shared)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.CachedInfo().Config; got.MaxWaiting != 77 || got.Description != his.Description || got.AckWait != shared.AckWait ||
		got.MaxDeliver != -1 {
		t.Errorf("it is %+v", got)
	}
}

// TestConsumerOfAWrongBit: what the server keeps of a consumer has no checksum. With any
// bit of it wrong each message that was not acknowledged is delivered all the same.
func TestConsumerOfAWrongBit(t *testing.T) {
	const sent, acked = 10, 3
	dir := t.TempDir()
	n := embeddedtest.StartNATS(t, dir)
	js := embeddedtest.Connect(t, n)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "Q", Subjects: []string{"q.>"}, Retention: jetstream.WorkQueuePolicy,
	}); err != nil {
		t.Fatal(err)
	}
	c, err := streams.Consumer(t.Context(), js, "Q", shared)
	if err != nil {
		t.Fatal(err)
	}
	for range sent {
		if _, err := js.Publish(t.Context(), "q.due.x", nil); err != nil {
			t.Fatal(err)
		}
	}
	batch, err := c.Fetch(acked + 3) // of which the rest was being worked on
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for m := range batch.Messages() {
		if i++; i%2 == 0 {
			if err := m.DoubleAck(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	js.Conn().Close()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join("jetstream", "$G", "streams", "Q", "obs", "c", "o.dat")
	good, err := os.ReadFile(filepath.Join(dir, inside))
	if err != nil {
		t.Fatal(err)
	}
	for bit := 0; bit < len(good)*8; bit += *every {
		to := t.TempDir()
		if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		bad := []byte(string(good))
		bad[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(filepath.Join(to, inside), bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := delivered(t, to); got != sent-acked {
			t.Errorf("bit %d of byte %d of %d: %d messages are delivered, want %d", bit%8, bit/8, len(good), got, sent-acked)
		}
	}
}

// delivered is how many messages of a folder come within a while.
func delivered(t *testing.T, dir string) int {
	t.Helper()
	n := embeddedtest.StartNATS(t, dir)
	js := embeddedtest.Connect(t, n)
	defer func() {
		js.Conn().Close()
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}()
	seen := map[uint64]bool{}
	for range 3 { // each is longer than AckWait
		c, err := streams.Consumer(t.Context(), js, "Q", shared)
		if err != nil {
			t.Fatal(err)
		}
		batch, err := c.Fetch(20, jetstream.FetchMaxWait(500*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		for m := range batch.Messages() {
			meta, err := m.Metadata()
			if err != nil {
				t.Fatal(err)
			}
			seen[meta.Sequence.Stream] = true
			if err := m.DoubleAck(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if len(seen) == 7 {
			break
		}
	}
	return len(seen)
}
