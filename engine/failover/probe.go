package failover

import "time"

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
	if _, pending := p.circuit.next(time.Now()); !pending || l.probing[i] || l.ctx.Err() != nil {
		return
	}
	l.probing[i] = true
	l.probes.Go(func() {
		for {
			wait, needed := l.pending(i)
			a := l.underWay(i)
			switch {
			case !needed:
				return
			case a != nil:
				a.wait(l.ctx)
			case wait > 0: // it may have changed when it is over
				select {
				case <-l.ctx.Done():
				case <-time.After(wait):
				}
			case p.circuit.claim(time.Now()):
				l.ask(i).wait(l.ctx)
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
	l.probing[i] = needed
	return wait, needed
}
