package failover

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley/engine"
)

// quiet is how long after the last request resting rungs are still probed,
// unless a stream is open.
const quiet = 2 * time.Minute

// touch notes a request, and wakes probes that went to sleep for want of them.
func (l *list) touch() {
	l.mu.Lock()
	l.used = time.Now()
	l.mu.Unlock()
	for i := range l.rungs {
		l.wake(i)
	}
}

// enter and leave frame the life of a stream, during which probes go on.
func (l *list) enter() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
}

func (l *list) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls--
	l.used = time.Now()
}

func (l *list) active() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls > 0 || time.Since(l.used) < quiet
}

// wake starts the probes of a rung that is suspect or rests, unless they run.
func (l *list) wake(rung int) {
	r := l.rungs[rung]
	if _, pending := r.breaker.next(time.Now()); !pending {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.probing {
		return
	}
	r.probing = l.start(func() { l.probes(rung) })
}

// probes tries a rung until it is well or nobody needs it.
func (l *list) probes(rung int) {
	r := l.rungs[rung]
	defer func() {
		r.mu.Lock()
		r.probing = false
		r.mu.Unlock()
		if l.ctx.Err() == nil && l.active() {
			l.wake(rung) // it may rest again since
		}
	}()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		wait, pending := r.breaker.next(time.Now())
		if !pending {
			return
		}
		timer.Reset(wait)
		select {
		case <-l.ctx.Done():
			return
		case <-timer.C:
		}
		if !l.active() {
			return
		}
		if r.breaker.claim(time.Now()) {
			l.try(rung)
		}
	}
}

// try probes a rung once.
func (l *list) try(rung int) {
	ctx, cancel := context.WithTimeoutCause(l.ctx, l.budgets.First, engine.ErrSlow)
	defer cancel()
	err := l.guard(rung, func() error { return l.probe(ctx, rung) })
	if err != nil && l.ctx.Err() != nil {
		return
	}
	if err != nil {
		if ctx.Err() != nil && !errors.Is(err, engine.ErrSlow) {
			err = fmt.Errorf("%w: a probe of %s", engine.ErrSlow, l.rungs[rung].name())
		}
		l.rungs[rung].count(err)
	}
	l.rungs[rung].breaker.probed(err, time.Now())
}
