package queue

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"parley"
)

// Limits of an Outbox.
const (
	// keptOfCall are the newest exchanges kept of one call. The turns of older
	// ones stand in their windows.
	keptOfCall = 8
	// keptInAll bounds an outbox; beyond it the oldest goes.
	keptInAll = 256
	// keepFor is how long one is kept: as long as it would wait in the queue.
	keepFor = checkAge
	// outboxPause spaces the tries.
	outboxPause = 200 * time.Millisecond
)

// Outbox submits exchanges and keeps, in memory, those the queue could not be
// given, to submit them in order when it is back. It is safe for concurrent use.
type Outbox struct {
	client Client
	closed chan struct{}
	wg     sync.WaitGroup

	mu      sync.Mutex
	kept    []letter // oldest first
	running bool     // kept is being submitted
}

// letter is an exchange that waits.
type letter struct {
	call   parley.CallID
	number int
	data   []byte
	since  time.Time
}

// NewOutbox returns one that submits by c. The caller closes it before the
// connection.
func NewOutbox(c Client) *Outbox { return &Outbox{client: c, closed: make(chan struct{})} }

// Submit is Client.Submit, but keeps e if NATS is away: a nil error means that
// the queue has it or will. After an error of NATS kept exchanges of the same
// call go first. It takes a second at most.
func (o *Outbox) Submit(ctx context.Context, e parley.Exchange) error {
	data, err := encodeExchange(e)
	if err != nil {
		return err
	}
	l := letter{call: e.Call, number: e.Number, data: data, since: time.Now()}
	if o.queuedBehind(l) {
		return nil
	}
	if err := o.client.send(ctx, l.call, l.number, l.data); err != nil {
		if ctx.Err() != nil {
			return err
		}
		slog.Warn("the checker's queue is out of reach; exchanges are kept", "call", l.call, "exchange", l.number, "err", err)
		o.keep(l)
	}
	return nil
}

// queuedBehind keeps l if others of its call are kept.
func (o *Outbox) queuedBehind(l letter) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, k := range o.kept {
		if k.call == l.call {
			o.add(l)
			return true
		}
	}
	return false
}

func (o *Outbox) keep(l letter) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.add(l)
}

// add appends l and drops what is too much; o.mu is held.
func (o *Outbox) add(l letter) {
	select {
	case <-o.closed:
		return
	default:
	}
	o.kept = append(o.kept, l)
	ofCall, oldest := 0, -1
	for i := range o.kept {
		if o.kept[i].call == l.call {
			if ofCall++; oldest < 0 {
				oldest = i
			}
		}
	}
	switch {
	case ofCall > keptOfCall:
		o.drop(oldest)
	case len(o.kept) > keptInAll:
		o.drop(0)
	}
	if !o.running {
		o.running = true
		o.wg.Go(o.run)
	}
}

func (o *Outbox) drop(i int) {
	slog.Warn("an exchange that waits for the checker is dropped", "call", o.kept[i].call, "exchange", o.kept[i].number)
	o.kept = append(o.kept[:i:i], o.kept[i+1:]...)
}

// run submits what is kept until nothing is.
func (o *Outbox) run() {
	tick := time.NewTicker(outboxPause)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-o.closed:
			return
		}
		if o.flush() {
			return
		}
	}
}

// flush submits what is kept in order, as far as that goes, and reports whether
// nothing is left; run is then over.
func (o *Outbox) flush() bool {
	for {
		o.mu.Lock()
		for len(o.kept) > 0 && time.Since(o.kept[0].since) > keepFor {
			o.drop(0)
		}
		if len(o.kept) == 0 {
			o.running = false
			o.mu.Unlock()
			return true
		}
		l := o.kept[0]
		o.mu.Unlock()
		if o.client.send(context.Background(), l.call, l.number, l.data) != nil { // it bounds itself
			return false
		}
		o.mu.Lock()
		for i, k := range o.kept { // it may have been dropped meanwhile
			if k.call == l.call && k.number == l.number {
				o.kept = append(o.kept[:i:i], o.kept[i+1:]...)
				break
			}
		}
		o.mu.Unlock()
	}
}

// Close waits for a submission under way and drops what is kept then. Submit
// must not be called any more.
func (o *Outbox) Close() {
	close(o.closed)
	o.wg.Wait()
	if n := len(o.kept); n > 0 {
		slog.Warn("exchanges were never submitted", "exchanges", n)
	}
}
