package queue

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// beaten is a message that notes when it was last heard of.
type beaten struct {
	jetstream.Msg
	beats, last atomic.Int64
	longest     atomic.Int64 // without one
}

// InProgress implements jetstream.Msg.
func (b *beaten) InProgress() error {
	now := time.Now().UnixNano()
	b.longest.Store(max(b.longest.Load(), now-b.last.Swap(now)))
	b.beats.Add(1)
	return nil
}

// TestBeat: a judgement that takes much longer than the ack wait stays with its
// worker, and one that never ends does not.
func TestBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, msg := &Worker{}, &beaten{}
		msg.last.Store(time.Now().UnixNano())
		stop := w.beat(msg)
		time.Sleep(DefaultPatience)
		synctest.Wait()
		if beats, longest := msg.beats.Load(), time.Duration(msg.longest.Load()); beats < 5 || longest > DefaultAckWait/2 {
			t.Errorf("%d beats in %v, %v apart at most; want them well within %v", beats, DefaultPatience, longest, DefaultAckWait)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		beats := msg.beats.Load()
		time.Sleep(time.Hour)
		if got := msg.beats.Load(); got != beats {
			t.Errorf("a worker that hangs beats on: %d times after a minute, %d after an hour", beats, got)
		}
		stop()
	})
}
