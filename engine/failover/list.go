package failover

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// ErrClosed is returned by requests made after Close.
var ErrClosed = errors.New("the engines are closed")

// list is what the ladders of all roles are made of. It is safe for concurrent
// use.
type list struct {
	role    string
	rungs   []*rung
	budgets Budgets
	hedge   Hedge
	probe   func(ctx context.Context, rung int) error
	log     *slog.Logger

	ctx    context.Context //nolint:containedctx // the life of the probes
	cancel context.CancelFunc

	mu      sync.Mutex
	closed  bool
	running int        // goroutines
	idle    *sync.Cond // on mu: running fell to 0
	used    time.Time  // last request
	calls   int        // streams open
	credit  float64    // hedges allowed
}

func newList(role string, o Options, budgets Budgets, hedge Hedge, names []func() string) *list {
	if len(names) == 0 {
		panic("ladder: no engine")
	}
	l := &list{
		role: role, budgets: o.Budgets.or(budgets).of(len(names)), hedge: o.Hedge.or(hedge), probe: o.Probe, log: o.Log,
	}
	if o.Role != "" {
		l.role = o.Role
	}
	if l.log == nil {
		l.log = slog.Default()
	}
	l.idle = sync.NewCond(&l.mu)
	l.ctx, l.cancel = context.WithCancel(context.Background())
	for _, name := range names {
		l.rungs = append(l.rungs, &rung{name: name})
	}
	return l
}

// start runs f in a goroutine that close waits for, and reports false when the
// list is closed.
func (l *list) start(f func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.running++
	go func() {
		defer func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.running--; l.running == 0 {
				l.idle.Broadcast()
			}
		}()
		f()
	}()
	return true
}

// close ends the probes and waits for every goroutine; those of requests end
// with their requests.
func (l *list) close() {
	l.cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for l.running > 0 {
		l.idle.Wait()
	}
}

// guard is f with a panic made an error: it must not end other calls.
func (l *list) guard(rung int, f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			about := fmt.Sprintf("%T", r) // its text may be speech
			if fault, ok := r.(runtime.Error); ok {
				about = fault.Error()
			}
			name := l.rungs[rung].name()
			l.log.Error("panic in an engine", "role", l.role, "engine", name, "panic", about, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w of %s", errPanic, name)
		}
	}()
	return f()
}

var errPanic = errors.New("internal fault")

// fail notes a failure of a rung. It is probed if the failure may be the
// engine's.
func (l *list) fail(rung int, err error) {
	r := l.rungs[rung]
	r.count(err)
	r.breaker.fail(err, time.Now())
	l.wake(rung)
}

// pick is the rung to ask now: the first that is well and not to be skipped,
// else the first that rests and whose probe is due. It is -1 if there is none.
func (l *list) pick(skip func(int) bool) (rung int, trial bool) {
	for i, r := range l.rungs {
		if r.breaker.isWell() && !skip(i) {
			return i, false
		}
	}
	now := time.Now()
	for i, r := range l.rungs {
		if !skip(i) && r.breaker.claim(now) {
			return i, true
		}
	}
	return -1, false
}

// best is the first rung that is well, else the first.
func (l *list) best() int {
	for i, r := range l.rungs {
		if r.breaker.isWell() {
			return i
		}
	}
	return 0
}

// failure is the most telling of why the rungs rest.
func (l *list) failure() error {
	var err error
	for _, r := range l.rungs {
		if !r.breaker.isWell() {
			err = telling(err, r.breaker.failure())
		}
	}
	return err
}
