package failover

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley/engine"
)

// quiet is how long after the last request providers are still probed, unless a
// stream is open.
const quiet = 2 * time.Minute

// touch notes a request, and wakes probes that ended for want of them.
func (l *list) touch() {
	l.mu.Lock()
	l.used = time.Now()
	l.mu.Unlock()
	for i := range l.providers {
		l.wake(i)
	}
}

// enter and leave frame the life of a stream, during which probes go on.
func (l *list) enter() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.streams++
}

func (l *list) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.streams--
	l.used = time.Now()
}

// wake starts the probes of a provider that needs them, unless they run.
//
//nolint:contextcheck,nolintlint // probes outlive the request that finds them needed
func (l *list) wake(i int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.providers[i]
	if _, pending := p.circuit.next(time.Now()); !pending || p.probing || l.ctx.Err() != nil {
		return
	}
	p.probing = true
	l.probes.Go(func() {
		for {
			wait, needed := l.pending(i)
			switch {
			case !needed:
				return
			case wait > 0: // it may have changed when it is over
				select {
				case <-l.ctx.Done():
				case <-time.After(wait):
				}
			case p.circuit.claim(time.Now()):
				l.try(i)
			}
		}
	})
}

// pending is how long until a provider is to be probed. needed is false, and its
// probes have ended, once it is well or nobody asks for anything.
func (l *list) pending(i int) (wait time.Duration, needed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.providers[i]
	wait, needed = p.circuit.next(time.Now())
	needed = needed && l.ctx.Err() == nil && (l.streams > 0 || time.Since(l.used) < quiet)
	p.probing = needed
	return wait, needed
}

// try probes a provider once, within Budgets.First.
func (l *list) try(i int) {
	ctx, cancel := context.WithTimeoutCause(l.ctx, l.budgets.First, engine.ErrSlow)
	defer cancel()
	err := l.guard(i, func() error { return l.probe(ctx, i) })
	switch {
	case err == nil:
		l.providers[i].circuit.probed(nil, time.Now())
		return
	case l.ctx.Err() != nil:
		return
	case ctx.Err() != nil && !errors.Is(err, engine.ErrSlow):
		err = fmt.Errorf("%w: a probe of %s", engine.ErrSlow, l.providers[i].name())
	}
	l.tried(i, err)
}
