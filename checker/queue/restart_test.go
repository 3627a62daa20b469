package queue_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
	"parley/engine/enginetest"
	"parley/streams"
)

// fallible is a NATS server that can be taken away and brought back.
type fallible struct {
	*embeddedtest.Fallible
	t *testing.T
}

func newFallible(t *testing.T) *fallible {
	t.Helper()
	f := &fallible{embeddedtest.NewFallible(t, t.TempDir()), t}
	if err := queue.Setup(t.Context(), f.dial(), streams.Config{}); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fallible) dial() jetstream.JetStream { return dial(f.t, f.URL) }

func TestServerRestart(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	work(t, js, found)
	call := follow(t, js, "call_a")
	call.submit(1)
	call.told(1)
	f.Stop()
	f.Start()
	clock := enginetest.Start()
	call.submit(2)
	call.told(2)
	if l := clock.Lapse(); l.Own > 5*time.Second {
		t.Errorf("the verdict came %v after the server was back, want at most 5s", l.Took)
	}
}

func TestClientBeginsWithoutAServer(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	f.Stop()
	disconnected(t, js)
	if err := queue.Publish(t.Context(), js, checker.Case{Exchange: exchange(1)}); err == nil {
		t.Error("Publish = nil without a server")
	}
	call := follow(t, js, "call_a")
	call.submit(1)
	f.Start()
	work(t, f.dial(), found)
	call.told(1)
}

// TestVerdictWhileTheAgentIsAway: a verdict that was published while the agent
// could not hear it is read when it can.
func TestVerdictWhileTheAgentIsAway(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	call := follow(t, js, "call_a")
	call.submit(1)
	queued(t, f.dial(), 1)
	f.Stop()
	disconnected(t, js)
	n, err := embedded.StartNATS(f.Dir) // the agent does not know where
	if err != nil {
		t.Fatal(err)
	}
	there := embeddedtest.Connect(t, n)
	stop := work(t, there, found)
	emptied(t, there)
	stop()
	there.Conn().Close()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	f.Start()
	call.told(1)
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
	stop := work(t, js, found)
	call := follow(t, js, "call_a")
	for n := 1; n <= 3; n++ {
		call.submit(n)
		call.told(n)
	}
	emptied(t, js)
	stop()
	call.submit(4)
	queued(t, js, 1)
	f.Stop()
	f.Dir = t.TempDir()
	f.Start()
	setUp := f.dial()
	if err := queue.Setup(t.Context(), setUp, streams.Config{}); err != nil { // as who starts anew does
		t.Fatal(err)
	}
	work(t, setUp, found)
	if got := call.next(); got.Exchange != 4 || got.Previous != 3 {
		t.Errorf("verdict %+v, want one on exchange 4 that goes on from progress 3", got)
	}
}

// A worker makes the streams of a server that lost its disk anew.
func TestWorkerOfAServerThatLostItsDisk(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	work(t, js, found)
	call := follow(t, js, "call_a")
	call.submit(1)
	call.told(1)
	f.Stop()
	f.Dir = t.TempDir()
	f.Start()
	call.submit(2)
	call.told(2)
}
