package queue_test

import (
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker/queue"
)

// eventually waits until ok.
func eventually(t *testing.T, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	over := time.After(deadline)
	for !ok() {
		select {
		case <-tick.C:
		case <-over:
			t.Fatal("it did not come to pass")
		}
	}
}

// take takes n messages off the queue as the workers' consumer would get them,
// and does not answer them.
func take(t *testing.T, js jetstream.JetStream, n int) []jetstream.Msg {
	t.Helper()
	c := consumer(t, js)
	var all []jetstream.Msg
	for len(all) < n {
		msg, err := c.Next(jetstream.FetchMaxWait(deadline))
		if err != nil {
			t.Fatalf("message %d of %d: %v", len(all)+1, n, err)
		}
		all = append(all, msg)
	}
	return all
}

func consumer(t *testing.T, js jetstream.JetStream) jetstream.Consumer {
	t.Helper()
	c, err := js.CreateOrUpdateConsumer(t.Context(), queue.ChecksStream, jetstream.ConsumerConfig{
		Durable: "checkers", AckPolicy: jetstream.AckExplicitPolicy, MaxDeliver: -1, AckWait: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// queued waits until the queue holds n messages.
func queued(t *testing.T, js jetstream.JetStream, n uint64) {
	t.Helper()
	eventually(t, func() bool {
		b, err := queue.LookAtBacklog(t.Context(), js)
		return err == nil && b.Exchanges == n
	})
}

// counts is an observer that keeps what it is told.
type counts struct {
	mu             sync.Mutex
	judged         []parley.Verdict
	failed, buried map[queue.Reason]int
	duplicates     int
}

var _ queue.Observer = (*counts)(nil)

func (c *counts) Judged(v parley.Verdict) { c.note(func() { c.judged = append(c.judged, v) }) }

func (c *counts) Failed(_ string, why queue.Reason) {
	c.note(func() { c.failed = plus(c.failed, why) })
}

func (c *counts) Buried(why queue.Reason) { c.note(func() { c.buried = plus(c.buried, why) }) }

func (c *counts) Duplicate() { c.note(func() { c.duplicates++ }) }

func (c *counts) note(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
}

func plus(m map[queue.Reason]int, why queue.Reason) map[queue.Reason]int {
	if m == nil {
		m = map[queue.Reason]int{}
	}
	m[why]++
	return m
}

// of reads something of it.
func of[T any](c *counts, read func(*counts) T) T {
	c.mu.Lock()
	defer c.mu.Unlock()
	return read(c)
}
