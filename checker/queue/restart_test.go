package queue_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/checker/queue"
	"parley/cmd/parley/embedded"
	"parley/cmd/parley/embedded/embeddedtest"
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
	f := &fallible{t: t, dir: t.TempDir(), address: embeddedtest.SteadyAddress(t)}
	f.start()
	t.Cleanup(f.stop)
	if err := queue.Setup(t.Context(), f.dial()); err != nil {
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
	box := queue.NewOutbox(queue.Client{JS: js})
	t.Cleanup(box.Close)
	if err := box.Submit(t.Context(), exchange(4)); err != nil {
		t.Fatal(err)
	}
	if got := next(t, verdicts); got.Exchange != 4 || got.Previous != exchange(4).Previous {
		t.Errorf("verdict %+v, want one on exchange 4 that begins with the call's own progress", got)
	}
}
