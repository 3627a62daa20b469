package failover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"parley/engine"
)

const (
	// loadBudget bounds a request of the list's own. A model of 40 GB takes minutes
	// from a disk; Ollama gives up after 5 (OLLAMA_LOAD_TIMEOUT).
	loadBudget = 5 * time.Minute
	// stillWarm is how long after its last answer a provider is taken to have its model
	// loaded: Ollama unloads after 5 minutes (OLLAMA_KEEP_ALIVE).
	stillWarm = 4 * time.Minute
)

// Load is a provider that loads its model and makes a listener wait too long by that,
// or the end of it. Next is who serves meanwhile, "" if nobody does.
type Load struct {
	Role, Engine, Next string
	// Over is set at the end; Err is why it failed, if it did.
	Over bool
	Err  error
}

// loads are the requests of a list's own that are under way, at most one for a
// provider, and who is told of those that last. Lists made of one another share
// them. Its lock is taken after a list's and before a circuit's.
type loads struct {
	mu       sync.Mutex
	watchers []*watcher
}

type watcher struct {
	list *list
	tell func(Load)
}

// asking is one such request. late is closed when it lasts, and so the provider is not
// asked, done at its end, from when on err may be read.
type asking struct {
	done, late chan struct{}
	err        error
}

// lasts reports whether late is closed.
func (a *asking) lasts() bool {
	select {
	case <-a.late:
		return true
	default:
		return false
	}
}

// wait returns when a is over or ctx ends; nil is over.
func (a *asking) wait(ctx context.Context) {
	if a == nil {
		return
	}
	select {
	case <-a.done:
	case <-ctx.Done():
	}
}

// Watch has tell called with each load that callers have to wait for: of a provider
// before which no other is well. It is told of those under way, and from then on
// until stop has returned. Tell is called from several goroutines, one at a time: it
// must not block or call this package.
func (l *list) Watch(tell func(Load)) (stop func()) {
	w := &watcher{l, tell}
	l.loads.mu.Lock()
	defer l.loads.mu.Unlock()
	l.loads.watchers = append(l.loads.watchers, w)
	for i, p := range l.providers {
		if p.asking != nil && p.asking.lasts() && p.loading() {
			w.begun(i)
		}
	}
	return func() {
		l.loads.mu.Lock()
		defer l.loads.mu.Unlock()
		l.loads.watchers = slices.DeleteFunc(l.loads.watchers, func(other *watcher) bool { return other == w })
	}
}

// begun tells of a load that callers of the list have to wait for.
func (w *watcher) begun(i int) {
	load := Load{Role: w.list.role, Engine: w.list.providers[i].name()}
	first := w.list.firstClosed(nil)
	if first >= 0 && first < i {
		return
	}
	if first >= 0 {
		load.Next = w.list.providers[first].name()
	}
	w.tell(load)
}

// each calls f for every watcher in whose list p stands, with its place there.
func (s *loads) each(p *provider, f func(w *watcher, i int)) {
	for _, w := range s.watchers {
		if i := slices.Index(w.list.providers, p); i >= 0 {
			f(w, i)
		}
	}
}

// loading reports whether p's model may have to be loaded before it answers: its
// engine has a method Loads that says so.
func (p *provider) loading() bool {
	e, ok := p.engine.(interface{ Loads() bool })
	return ok && e.Loads()
}

// answers notes that a provider answered.
func (p *provider) answers() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answered = time.Now()
}

// stale reports whether it is long ago that p answered.
func (p *provider) stale() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answered.IsZero() || time.Since(p.answered) > stillWarm
}

// warm has a provider's model loaded if it may not be, by a request that no
// listener's patience ends; it returns that, or nil if none is needed.
func (l *list) warm(i int) *asking {
	p := l.providers[i]
	switch {
	case !p.loading():
		return nil
	case p.circuit.waits(time.Now()): // as the service asked for
	case p.stale() || p.circuit.slow():
		return l.ask(i)
	}
	return l.underWay(i)
}

// underWay is the list's own request to a provider, nil if there is none.
func (l *list) underWay(i int) *asking {
	l.loads.mu.Lock()
	defer l.loads.mu.Unlock()
	return l.providers[i].asking
}

// ask makes the list's own request to a provider, or joins the one that is under way.
// It is nil once the list is closed.
//
//nolint:contextcheck,nolintlint // it outlives the request that finds it needed
func (l *list) ask(i int) *asking {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loads.mu.Lock()
	defer l.loads.mu.Unlock()
	p := l.providers[i]
	if p.asking != nil || l.ctx.Err() != nil {
		return p.asking
	}
	a := &asking{done: make(chan struct{}), late: make(chan struct{})}
	p.asking = a
	l.probes.Go(func() { l.carry(i, a) })
	return a
}

// carry makes a's request. Once that lasts longer than a listener waits, the
// provider's circuit is held open until it is over.
func (l *list) carry(i int, a *asking) {
	ctx, cancel := context.WithTimeoutCause(engine.Patiently(l.ctx, l.budgets.Load), l.budgets.Load, engine.ErrSlow)
	defer cancel()
	start := time.Now()
	late := time.AfterFunc(l.budgets.First, func() { l.hold(i, a) })
	defer late.Stop()
	err := l.guard(i, func() error { return l.probe(ctx, i) })
	if err != nil && ctx.Err() != nil && !errors.Is(err, engine.ErrSlow) {
		err = fmt.Errorf("%w: a probe of %s", engine.ErrSlow, l.providers[i].name())
	}
	l.settle(i, a, err, time.Since(start))
}

// hold opens the circuit of a provider whose load lasts, and tells of it.
func (l *list) hold(i int, a *asking) {
	l.loads.mu.Lock()
	defer l.loads.mu.Unlock()
	p := l.providers[i]
	if p.asking != a {
		return
	}
	defer close(a.late)
	if !p.loading() {
		p.circuit.hold(l.slow(i), time.Now())
		return
	}
	p.circuit.hold(fmt.Errorf("%w: %s", engine.ErrLoading, p.name()), time.Now())
	l.log.Info("a model is being loaded", "role", l.role, "engine", p.name(), "for", l.budgets.Load)
	l.loads.each(p, func(w *watcher, i int) { w.begun(i) })
}

// settle ends a, and with it what was held.
func (l *list) settle(i int, a *asking, err error, took time.Duration) {
	l.loads.mu.Lock()
	defer l.loads.mu.Unlock()
	p := l.providers[i]
	p.asking = nil
	defer close(a.done)
	if a.err = err; l.ctx.Err() != nil {
		a.err = ErrClosed
		return
	}
	was := p.circuit.isClosed()
	if err != nil {
		p.count(err)
	}
	if p.circuit.probed(err, time.Now()); !shared(err) {
		p.answers()
	}
	switch {
	case shared(err) && (was || a.lasts()): // a probe holds nothing of any call: neither does its error
		l.log.Warn("an engine is not asked until it is well", "role", l.role, "engine", p.name(), "err", err)
	case a.lasts() && p.loading():
		l.log.Info("a model is loaded", "role", l.role, "engine", p.name(), "took", took.Round(time.Millisecond))
	}
	if a.lasts() && p.loading() {
		l.loads.each(p, func(w *watcher, _ int) { w.tell(Load{Role: w.list.role, Engine: p.name(), Over: true, Err: err}) })
	}
}

// Load has every model loaded that may not be, as far as engines say by a method Loads
// that they may have to. It does not wait; see Settle.
func (l *list) Load() {
	for i := range l.providers {
		l.warm(i)
	}
}

// Settle waits until no provider is being loaded, or ctx ends.
func (l *list) Settle(ctx context.Context) {
	for i := range l.providers {
		l.underWay(i).wait(ctx)
	}
}
