package failover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/engine"
)

// attempt is one request to one rung.
type attempt struct {
	rung   int
	trial  bool // in place of a probe
	start  time.Time
	ctx    context.Context //nolint:containedctx // the request's own life
	cancel context.CancelCauseFunc
	over   bool // it failed
	judged bool // its failure is noted
}

// result is how an attempt went up to its first byte.
type result[T any] struct {
	*attempt
	value T
	took  time.Duration
	err   error
}

// race asks one rung after another until one has spoken. The fields down to
// charge are the caller's.
type race[T any] struct {
	list *list
	who  *caller
	ctx  context.Context //nolint:containedctx // the caller's
	// skip are rungs not to be asked unless there is no other; lacks, if not nil,
	// reports those not to be asked at all.
	skip  []int
	lacks func(rung int) bool
	// retry says that the caller asked before, for the same.
	retry bool
	// ask returns when the rung has spoken; drop frees what an attempt got too
	// late; charge is what a request costs that is cancelled.
	ask    func(*attempt) (T, error)
	drop   func(T)
	charge parley.Usage

	begun    time.Time
	attempts []*attempt
	errs     []error // by rung
	err      error   // the most telling
	hedged   bool
	again    bool // the same rung was asked again

	mu      sync.Mutex
	over    bool
	results chan result[T]
}

// run returns what the first rung to speak gave, with its attempt, whose
// context stays alive; the others are cancelled.
func (r *race[T]) run() (won result[T], err error) {
	l := r.list
	l.earn()
	r.begun, r.errs = time.Now(), make([]error, len(l.rungs))
	r.results = make(chan result[T], 2*len(l.rungs)+2)
	defer func() { r.settle(won.attempt) }()
	asked := r.next()
	l.touch() // a probe that is woken first would take this request's trial
	if !asked {
		return won, l.refusal(telling(r.err, l.failure()))
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		timer.Reset(time.Until(r.due()))
		select {
		case <-r.ctx.Done():
			return won, r.ctx.Err()
		case res := <-r.results:
			if res.err == nil {
				return r.win(res), nil
			}
			if r.ctx.Err() != nil {
				return won, r.ctx.Err()
			}
			if !r.lose(res) {
				return won, l.refusal(r.err)
			}
		case <-timer.C:
			if !r.tick() {
				return won, l.refusal(r.err)
			}
		}
	}
}

// next asks the next rung, if there is one.
func (r *race[T]) next() bool {
	out := func(i int) bool {
		return r.lacks != nil && r.lacks(i) || slices.ContainsFunc(r.attempts, func(a *attempt) bool { return a.rung == i })
	}
	rung, trial := r.list.pick(func(i int) bool { return out(i) || slices.Contains(r.skip, i) || r.who.avoids(r.list, i) })
	if rung < 0 {
		rung, trial = r.list.pick(out)
	}
	return rung >= 0 && r.start(rung, trial, false)
}

func (r *race[T]) start(rung int, trial, hedge bool) bool {
	a := &attempt{rung: rung, trial: trial, start: time.Now()}
	a.ctx, a.cancel = context.WithCancelCause(r.ctx)
	started := r.list.start(func() {
		res := result[T]{attempt: a}
		res.err = r.list.guard(rung, func() (err error) {
			res.value, err = r.ask(a)
			return err
		})
		res.took = time.Since(a.start)
		r.deliver(res)
	})
	if !started {
		a.cancel(nil)
		r.err = ErrClosed
		return false
	}
	u := parley.Usage{Requests: 1}
	if len(r.attempts) > 0 || r.retry {
		u.Retries = 1
	}
	r.attempts = append(r.attempts, a)
	r.list.rungs[rung].asked(hedge)
	r.who.used(r.list, rung, u)
	return true
}

func (r *race[T]) deliver(res result[T]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over {
		r.results <- res
	} else if res.err == nil {
		r.drop(res.value)
	}
}

func (r *race[T]) win(res result[T]) result[T] {
	rung := r.list.rungs[res.rung]
	rung.first.add(res.took)
	if res.trial {
		rung.breaker.probed(nil, time.Now())
	}
	for _, a := range r.attempts {
		if errors.Is(r.errs[a.rung], errNothing) {
			r.who.failed(a.rung, r.errs[a.rung])
			r.list.fail(a.rung, r.errs[a.rung])
		}
		if r.errs[a.rung] == nil {
			r.errs[a.rung] = r.slow(a)
		}
		if !a.over && a.start.Before(res.start) { // it would have taken longer still
			r.list.rungs[a.rung].first.add(time.Since(a.start))
		}
	}
	r.who.served(r.list, res.rung, r.errs)
	return res
}

func (r *race[T]) slow(a *attempt) error {
	return fmt.Errorf("%w: %s", engine.ErrSlow, r.list.rungs[a.rung].name())
}

// settle cancels every attempt but the winner.
func (r *race[T]) settle(winner *attempt) {
	for _, a := range r.attempts {
		if a == winner {
			continue
		}
		a.cancel(nil)
		if !a.over {
			r.who.used(r.list, a.rung, r.charge)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	for len(r.results) > 0 {
		if res := <-r.results; res.err == nil {
			r.drop(res.value)
		}
	}
}
