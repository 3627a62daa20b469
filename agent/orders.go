package agent

import (
	"sync"
	"time"
)

// order is what the owner wants of the recogniser: an utterance begun or ended.
type order struct {
	begin     bool
	utterance uint64
	roll      time.Duration
}

// maxOrders is how many orders wait for the ear before utterances that it never
// heard of are left out. Speech gives a few a second; a button can give hundreds.
const maxOrders = 16

// orders are those the ear has yet to obey, in order. Each utterance is begun and
// then ended before the next, so there are never more than maxOrders and one.
type orders struct {
	wake chan struct{} // has one token while orders wait

	mu      sync.Mutex
	waiting []order
}

func newOrders() *orders { return &orders{wake: make(chan struct{}, 1)} }

// put adds an order. It reports false if o ends an utterance that was left out:
// it was over before the ear, which is behind, could begin it.
func (q *orders) put(o order) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := len(q.waiting)
	if !o.begin && n >= maxOrders && q.waiting[n-1].begin {
		q.waiting = q.waiting[:n-1]
		return false
	}
	q.waiting = append(q.waiting, o)
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return true
}

// take returns all orders waiting.
func (q *orders) take() []order {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}
