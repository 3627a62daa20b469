package timer

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// handle fires one timer and settles it: done, to be fired again, or dropped.
func (r *runner) handle(ctx context.Context, msg jetstream.Msg) {
	owner, name, at, ok := r.parse(msg.Subject())
	meta, err := msg.Metadata()
	if !ok || err != nil {
		r.log.Warn("a message that is no timer is dropped", "stream", r.cfg.Name)
		r.settle(msg.Term())
		return
	}
	tries := int(meta.NumDelivered)
	log := r.log.With("owner", owner, "timer", name, "due", at, "try", tries)
	if tries > maxTries { // the processes that fired it died
		log.Error("a timer is given up")
		r.settle(msg.Term())
		return
	}
	switch err := r.call(ctx, msg, owner, name, at); {
	case err == nil:
		r.settle(msg.Ack())
	case ctx.Err() != nil: // this Run ends, and has stopped taking timers by then
		r.settle(msg.NakWithDelay(retryPause))
	case tries == maxTries:
		log.Error("a timer is given up", "err", err)
		r.settle(msg.Term())
	default:
		log.Warn("a timer is to be fired again", "err", err)
		r.settle(msg.NakWithDelay(r.pause << (3 * (tries - 1))))
	}
}

// settle takes note of the end of a message. What the server does not get to know
// is fired again.
func (r *runner) settle(err error) {
	if err != nil {
		r.log.Warn("a timer is not settled", "err", err)
	}
}

// call calls fire. A panic, which would end all that the process does, is an error.
func (r *runner) call(ctx context.Context, msg jetstream.Msg, owner, name string, at time.Time) (err error) {
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	defer r.beat(ctx, msg)()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %T", errPanicked, p) // its text may hold what a user said
		}
	}()
	return r.fire(ctx, owner, name, at)
}

// beat keeps the timer from other processes until ctx ends or the returned
// function is called.
func (r *runner) beat(ctx context.Context, msg jetstream.Msg) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var beating sync.WaitGroup
	beating.Go(func() {
		tick := time.NewTicker(r.cfg.AckWait / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				_ = msg.InProgress() // without a server there is nobody to give it to another
			}
		}
	})
	return func() {
		cancel()
		beating.Wait()
	}
}
