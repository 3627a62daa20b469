package queue_test

import (
	"testing"
	"time"

	"parley/app/embedded/embeddedtest"
	"parley/checker/queue"
	"parley/engine/enginetest"
)

func TestClientKeepsExchangesWhileTheServerIsAway(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	work(t, js, found)
	call := follow(t, js, "call_a")
	call.submit(1)
	call.told(1)
	f.Stop()
	clock := enginetest.Start()
	call.submit(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	if l := clock.Lapse(); l.Own > time.Second {
		t.Errorf("11 submissions took %v without a server", l.Took)
	}
	f.Start()
	call.told(2, 11, 12) // the oldest was next; of the rest the newest two
}

// TestCheckThatIsLost: a check that left the queue without a verdict, as one that
// grew too old, holds up the call only until it is looked for.
func TestCheckThatIsLost(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	call := follow(t, js, "call_a")
	call.LostAfter(20 * time.Millisecond)
	call.submit(1)
	queued(t, js, 1)
	if err := queue.Erase(t.Context(), js, "call_a"); err != nil {
		t.Fatal(err)
	}
	call.submit(2)
	queued(t, js, 1)
	call.submit(3) // that one waits, however often it is looked for
	work(t, js, found)
	call.told(2, 3)
}
