package queue

import (
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/engine"
)

// How often an exchange is tried before it is buried.
const (
	// maxFailures are tries that a worker saw fail.
	maxFailures = 4
	// maxDeliveries are those at which workers died or the exchange waited for
	// an older one: an exchange that kills its workers must end too.
	maxDeliveries = 50
	// maxTried bounds the exchanges whose failures a worker remembers; beyond it
	// all begin anew.
	maxTried = 4096
	// longestBackoff bounds what a service may ask for.
	longestBackoff = 10 * time.Second
)

// tries counts failed tries by message. The zero value is ready; it is safe for
// concurrent use.
type tries struct {
	mu sync.Mutex
	of map[uint64]int
}

// add counts one more and returns how many there are.
func (t *tries) add(message uint64) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil || len(t.of) >= maxTried {
		t.of = map[uint64]int{}
	}
	t.of[message]++
	return t.of[message]
}

func (t *tries) count(message uint64) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[message]
}

func (t *tries) forget(message uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.of, message)
}

// backoff grows from a quarter of a second with each try, so that all of them
// fall within a turn or two, unless the service asked for more.
func backoff(try int, err error) time.Duration {
	own := 250 * time.Millisecond << min(try-1, 3)
	return max(own, min(engine.RetryAfter(err), longestBackoff))
}

// beat keeps the message from being delivered to others while it is handled;
// the returned function ends that. A worker that hangs is not waited for
// longer than a judgement and its publishing can take.
func (w *Worker) beat(msg jetstream.Msg) (stop func()) {
	over := make(chan struct{})
	var joined sync.WaitGroup
	joined.Go(func() {
		limit := time.After(orDefault(w.Patience, DefaultPatience) + publishBudget + 5*time.Second)
		tick := time.NewTicker(orDefault(w.AckWait, DefaultAckWait) / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = msg.InProgress() // without a server there is nobody to deliver it to
			case <-limit:
				return
			case <-over:
				return
			}
		}
	})
	return func() {
		close(over)
		joined.Wait()
	}
}

func deliveries(msg jetstream.Msg) uint64 {
	if m, err := msg.Metadata(); err == nil {
		return m.NumDelivered
	}
	return 1
}

func sequence(msg jetstream.Msg) uint64 {
	if m, err := msg.Metadata(); err == nil {
		return m.Sequence.Stream
	}
	return 0
}
