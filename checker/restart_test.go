package checker_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker"
	"parley/cmd/parley/embedded"
)

// fallible is a NATS server that can be taken away and brought back.
type fallible struct {
	t       *testing.T
	dir     string
	address string
	server  *embedded.NATS
}

func newFallible(t *testing.T) *fallible {
	t.Helper()
	f := &fallible{t: t, dir: t.TempDir(), address: "127.0.0.1:0"}
	f.start()
	f.address = f.server.URL()[len("nats://"):]
	t.Cleanup(f.stop)
	if err := checker.Setup(t.Context(), f.dial()); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fallible) start() {
	f.t.Helper()
	var err error
	if f.server, err = embedded.ListenNATS(f.dir, f.address); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fallible) stop() {
	if err := f.server.Close(); err != nil {
		f.t.Error(err)
	}
}

func (f *fallible) dial() jetstream.JetStream { return dial(f.t, "nats://"+f.address) }

func TestServerRestart(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	work(t, js, found)
	verdicts := follow(t, js, "call_a")
	submit(t, js, exchange(1))
	next(t, verdicts)
	f.stop()
	f.start()
	begun := time.Now()
	submit(t, f.dial(), exchange(2))
	if got := next(t, verdicts).Exchange; got != 2 {
		t.Errorf("verdict on exchange %d after the restart, want 2", got)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("the verdict came %v after the server was back, want at most 5s", took)
	}
}

func TestOutboxKeepsExchangesWhileTheServerIsAway(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	box := checker.NewOutbox(checker.Client{JS: js})
	t.Cleanup(box.Close)
	give := func(numbers ...int) {
		t.Helper()
		for _, n := range numbers {
			if err := box.Submit(t.Context(), exchange(n)); err != nil {
				t.Fatalf("Submit(%d) = %v", n, err)
			}
		}
	}
	give(1)
	f.stop()
	begun := time.Now()
	give(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	if took := time.Since(begun); took > 3*time.Second {
		t.Errorf("11 submissions took %v without a server", took)
	}
	if err := box.Submit(t.Context(), exchange(0)); !errors.Is(err, checker.ErrExchange) {
		t.Errorf("Submit(0) = %v, want ErrExchange", err)
	}
	f.start()
	// One that was under way when the server went is sent, too; of the rest the
	// newest eight.
	want := []int{1, 5, 6, 7, 8, 9, 10, 11, 12}
	var got []int
	fetched := raw(t, f.dial(), len(want))
	for _, msg := range fetched {
		got = append(got, number(t, msg))
	}
	if !slices.Equal(got, want) {
		t.Errorf("queued after the restart: %v, want %v", got, want)
	}
}

func TestVerdictsBeginWithoutAServer(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	f.stop()
	disconnected(t, js)
	verdicts := follow(t, js, "call_a")
	f.start()
	again := f.dial()
	work(t, again, found)
	submit(t, again, exchange(1))
	if got := next(t, verdicts).Exchange; got != 1 {
		t.Errorf("verdict on exchange %d, want 1", got)
	}
}

// disconnected waits until js knows that its server is away.
func disconnected(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	eventually(t, func() bool { return !js.Conn().IsConnected() })
}

// A server that comes back with an empty folder has neither streams nor the
// consumer, and counts from 1 again.
func TestServerThatLostItsDisk(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	work(t, js, found)
	verdicts := follow(t, js, "call_a")
	for n := 1; n <= 3; n++ {
		submit(t, js, exchange(n))
		next(t, verdicts)
	}
	f.stop()
	f.dir = t.TempDir()
	f.start()
	box := checker.NewOutbox(checker.Client{JS: js})
	t.Cleanup(box.Close)
	if err := box.Submit(t.Context(), exchange(4)); err != nil {
		t.Fatal(err)
	}
	if got := next(t, verdicts); got.Exchange != 4 || got.Previous != exchange(4).Previous {
		t.Errorf("verdict %+v, want one on exchange 4 that begins with the call's own progress", got)
	}
}

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
		{Name: checker.ChecksStream, Subjects: []string{"check.*"}, Retention: jetstream.WorkQueuePolicy, MaxAge: 2 * time.Minute, MaxMsgSize: 65 << 10},
		{Name: checker.VerdictsStream, Subjects: []string{"verdict.*"}, MaxAge: 10 * time.Minute, MaxMsgSize: 8 << 10},
	} {
		c.Storage, c.MaxBytes, c.Duplicates = jetstream.FileStorage, 64<<20, 2*time.Minute
		if _, err := js.CreateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := js.CreateConsumer(t.Context(), checker.ChecksStream, jetstream.ConsumerConfig{
		Durable: "checkers", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 8 * time.Second, MaxDeliver: 4,
	}); err != nil {
		t.Fatal(err)
	}
	publish(t, js, "verdict.call_a", parley.Verdict{Call: "call_a", Exchange: 1, Progress: 6})
	submit(t, js, exchange(2))
	if err := checker.Setup(t.Context(), js); err != nil {
		t.Fatal(err)
	}
	work(t, js, found)
	verdicts := follow(t, js, "call_a")
	next(t, verdicts)
	if v := next(t, verdicts); v.Exchange != 2 || v.Previous != 6 {
		t.Errorf("verdict %+v, want one on exchange 2 that begins with progress 6", v)
	}
}
