package failover

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/engine"
)

// ErrClosed is returned by requests made after Close.
var ErrClosed = errors.New("the engines are closed")

// list is the ordered providers of one role, and what Thinking, Speaking and Hearing
// have in common. It is safe for concurrent use.
type list struct {
	role      string
	providers []*provider
	budgets   Budgets
	probe     func(ctx context.Context, provider int) error
	log       *slog.Logger

	ctx    context.Context //nolint:containedctx // the life of the probes
	cancel context.CancelFunc
	probes sync.WaitGroup

	loads *loads // shared with the lists made of this one

	mu      sync.Mutex
	used    time.Time // last request
	streams int       // open ones
	probing []bool    // by provider: its probes go on
}

// provider is one engine's place in the list and what is known of it.
type provider struct {
	engine  interface{ Name() string }
	circuit circuit
	first   latency
	asking  *asking // under the mu of loads

	mu       sync.Mutex
	requests int
	failures map[string]int
	answered time.Time
}

// newList takes the role's name, budgets and probe, which o may replace.
func newList[E interface{ Name() string }](o, role Options, engines []E) *list {
	if len(engines) == 0 {
		panic("failover: no engine")
	}
	l := &list{
		role: o.Role, budgets: o.Budgets.or(role.Budgets).of(len(engines)), probe: o.Probe, log: o.Log,
		loads: &loads{}, probing: make([]bool, len(engines)),
	}
	if l.role == "" {
		l.role = role.Role
	}
	if l.probe == nil {
		l.probe = role.Probe
	}
	if l.log == nil {
		l.log = slog.Default()
	}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	for _, e := range engines {
		l.providers = append(l.providers, &provider{engine: e})
	}
	return l
}

func (p *provider) name() string { return p.engine.Name() }

// Close ends the probes and waits for them; requests made later fail with
// ErrClosed. Streams and engines are their callers' to close. It may be called
// twice.
func (l *list) Close() {
	l.mu.Lock() // no probe begins from now on
	l.cancel()
	l.mu.Unlock()
	l.probes.Wait()
}

// Name is that of the provider that would be asked now: the first whose circuit is
// closed, else the first.
func (l *list) Name() string { return l.providers[max(0, l.firstClosed(nil))].name() }

// firstClosed is the first provider with a closed circuit that is not to be
// skipped, or -1; skip may be nil.
func (l *list) firstClosed(skip func(int) bool) int {
	for i, p := range l.providers {
		if p.circuit.isClosed() && (skip == nil || !skip(i)) {
			return i
		}
	}
	return -1
}

// pick is the provider to ask now: the first with a closed circuit, else the first
// whose probe is due, as a trial in its place. It is -1 if there is none.
func (l *list) pick(skip func(int) bool) (i int, trial bool) {
	if i := l.firstClosed(skip); i >= 0 {
		return i, false
	}
	now := time.Now()
	for i, p := range l.providers {
		if !skip(i) && l.underWay(i) == nil && p.circuit.claim(now) {
			return i, true
		}
	}
	return -1, false
}

// fail notes a failure of a provider's request, and has it probed if the failure
// may be the provider's.
func (l *list) fail(i int, err error) {
	l.providers[i].count(err)
	l.providers[i].circuit.fail(err, time.Now())
	l.wake(i)
}

// tried notes the failure of a request that was made in place of a probe.
func (l *list) tried(i int, err error) {
	l.providers[i].count(err)
	l.providers[i].circuit.probed(err, time.Now())
}

// guard is f with a panic made an error: it must not end other calls.
func (l *list) guard(i int, f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			about := fmt.Sprintf("%T", r) // its text may be speech
			if fault, ok := r.(runtime.Error); ok {
				about = fault.Error()
			}
			name := l.providers[i].name()
			l.log.Error("panic in an engine", "role", l.role, "engine", name, "panic", about, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w of %s", errPanic, name)
		}
	}()
	return f()
}

var errPanic = errors.New("internal fault")

// slow is the error for a provider that was not in time.
func (l *list) slow(i int) error { return fmt.Errorf("%w: %s", engine.ErrSlow, l.providers[i].name()) }

// refusal is what the caller is told when no provider is left: the most telling of
// err and why circuits are open, with one of package engine's kinds.
func (l *list) refusal(err error) error {
	if err == nil {
		for _, p := range l.providers {
			if !p.circuit.isClosed() {
				err = telling(err, p.circuit.failure())
			}
		}
	}
	if err == nil { // nobody is known to fail, and nobody answered
		err = engine.ErrSlow
	}
	if kinds[kindOf(err)].err == nil {
		err = fmt.Errorf("%w: %w", engine.ErrService, err)
	}
	if len(l.providers) == 1 {
		return fmt.Errorf("%s: %w", l.role, err)
	}
	return fmt.Errorf("%s: none of %d engines can serve: %w", l.role, len(l.providers), err)
}

// count notes a failure by its kind.
func (p *provider) count(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failures == nil {
		p.failures = map[string]int{}
	}
	p.failures[kinds[kindOf(err)].name]++
}

// asked notes a request.
func (p *provider) asked() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests++
}

// Stats are what is known of one provider.
type Stats struct {
	Name string
	// Well is false while the provider's circuit is open.
	Well bool
	// P50 and P95 are of the last 64 first bytes (of an utterance: finals); 0
	// until there are eight.
	P50, P95 time.Duration
	Requests int
	// Failures counts by kind: "key", "model", "language", "request", "capacity",
	// "busy", "connection", "service", "junk", "cut", "slow" or "other". Those of
	// the kinds language, request, capacity and other are of single calls.
	Failures map[string]int
}

// Stats tells how the providers are, in the order of the list.
func (l *list) Stats() []Stats {
	all := make([]Stats, len(l.providers))
	for i, p := range l.providers {
		s := &all[i]
		s.Name, s.Well = p.name(), p.circuit.isClosed()
		s.P50, s.P95 = p.first.quantiles()
		p.mu.Lock()
		s.Requests, s.Failures = p.requests, maps.Clone(p.failures)
		p.mu.Unlock()
	}
	return all
}

const (
	// remembered is how many first bytes a quantile is taken of; at fewer than
	// enough there is none.
	remembered = 64
	enough     = 8
)

// latency remembers how long the last first bytes took. Its methods may be called
// from any goroutine.
type latency struct {
	mu   sync.Mutex
	ring [remembered]time.Duration
	n    int // ever added
}

func (l *latency) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ring[l.n%remembered] = d
	l.n++
}

// quantiles are the p50 and p95, 0 while too few are known.
func (l *latency) quantiles() (p50, p95 time.Duration) {
	l.mu.Lock()
	sorted, n := l.ring, min(l.n, remembered)
	l.mu.Unlock()
	if n < enough {
		return 0, 0
	}
	slices.Sort(sorted[:n])
	return sorted[n/2], sorted[(n*95+99)/100-1]
}

// Warm connects every provider that can be, all at once, and returns what failed.
// Nothing follows from failures. It does Load, too.
func (l *list) Warm(ctx context.Context) error {
	l.Load()
	errs := make([]error, len(l.providers))
	var wg sync.WaitGroup
	for i, p := range l.providers {
		w, ok := p.engine.(interface{ Warm(context.Context) error })
		if !ok {
			continue
		}
		wg.Go(func() {
			if err := l.guard(i, func() error { return w.Warm(ctx) }); err != nil {
				errs[i] = fmt.Errorf("warm %s: %w", p.name(), err)
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Knows reports whether a provider takes calls in language, a BCP 47 tag.
func (l *list) Knows(language string) bool {
	return slices.ContainsFunc(l.providers, func(p *provider) bool { return p.knows(language) })
}

// lacks are the providers that do not know language.
func (l *list) lacks(language string) func(int) bool {
	return func(i int) bool { return !l.providers[i].knows(language) }
}

// knows reports whether p takes a call in language, whatever the region; empty
// means "en". An engine without a method Languages is asked whatever the language
// is, and so is one that names none.
func (p *provider) knows(language string) bool {
	l, ok := p.engine.(interface{ Languages() []string })
	if !ok {
		return true
	}
	all := l.Languages()
	return len(all) == 0 || slices.ContainsFunc(all, func(tag string) bool { return primary(tag) == primary(language) })
}

// primary is the language of a tag.
func primary(tag string) string {
	if tag == "" {
		return "en"
	}
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return language
}
