package queue_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker/queue"
	"parley/cmd/parley/embedded"
)

// A data folder of an earlier version has streams and a consumer with other
// limits, and verdicts without a ledger.
func TestFolderOfAnEarlierVersion(t *testing.T) {
	n, err := embedded.StartNATS(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Close() })
	js := connect(t, n)
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
	publish(t, js, "verdict.call_a", parley.Verdict{Call: "call_a", Exchange: 1, Progress: 6})
	submit(t, js, exchange(2))
	if err := queue.Setup(t.Context(), js); err != nil {
		t.Fatal(err)
	}
	work(t, js, found)
	verdicts := follow(t, js, "call_a")
	next(t, verdicts)
	if v := next(t, verdicts); v.Exchange != 2 || v.Previous != 6 {
		t.Errorf("verdict %+v, want one on exchange 2 that begins with progress 6", v)
	}
}
