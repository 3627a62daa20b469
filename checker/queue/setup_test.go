package queue_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/checker/queue"
	"parley/streams"
)

// A verdict's id is known for as long as its exchange may be judged again.
func TestVerdictsAreKnownWhileTheirExchangesWait(t *testing.T) {
	js := embeddedtest.Connect(t, embeddedtest.StartNATS(t, t.TempDir()))
	if err := queue.Setup(t.Context(), js, streams.Config{}); err != nil {
		t.Fatal(err)
	}
	config := func(name string) jetstream.StreamConfig {
		s, err := js.Stream(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return s.CachedInfo().Config
	}
	if known, waits := config(queue.VerdictsStream).Duplicates, config(queue.ChecksStream).MaxAge; known < waits {
		t.Errorf("a verdict's id is known for %v, its exchange may wait for %v", known, waits)
	}
}

// A data folder of an earlier version has streams and a consumer with other
// limits, and messages no current program reads.
func TestFolderOfAnEarlierVersion(t *testing.T) {
	n := embeddedtest.StartNATS(t, t.TempDir())
	js := embeddedtest.Connect(t, n)
	for _, c := range []jetstream.StreamConfig{
		{
			Name: queue.ChecksStream, Subjects: []string{"check.*"}, Retention: jetstream.WorkQueuePolicy,
			MaxAge: 2 * time.Minute, MaxMsgSize: 65 << 10,
		},
		{Name: queue.VerdictsStream, Subjects: []string{"verdict.*"}, MaxAge: 10 * time.Minute, MaxMsgSize: 8 << 10},
	} {
		c.Storage, c.MaxBytes, c.Duplicates = jetstream.FileStorage, 64<<20, 2*time.Minute
		if _, err := js.CreateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := js.CreateConsumer(t.Context(), queue.ChecksStream, jetstream.ConsumerConfig{
		Durable: "checkers", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 8 * time.Second, MaxDeliver: 4,
	}); err != nil {
		t.Fatal(err)
	}
	raw(t, js, "verdict.call_a", parley.Verdict{Call: "call_a", Exchange: 1, Progress: 6})
	raw(t, js, "check.call_a", exchange(2))
	if err := queue.Setup(t.Context(), js, streams.Config{}); err != nil {
		t.Fatal(err)
	}
	work(t, js, found)
	call := follow(t, js, "call_a")
	call.submit(3)
	if v := call.next(); v.Exchange != 3 || v.Previous != 2 {
		t.Errorf("verdict %+v, want one on exchange 3 that begins with the call's own progress", v)
	}
	emptied(t, js)
	if dead := letters(t, queue.DeadLetters{JS: js}, ""); len(dead) != 1 || dead[0].Reason != queue.Malformed {
		t.Errorf("dead letters %+v, want the exchange of the earlier version", dead)
	}
}
