package failover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parley"
	"parley/engine"
)

// request is one request on its way through the list. It is used from one
// goroutine: next gives an attempt, which ends with fail or goes on after began.
type request struct {
	list *list
	call *call
	ctx  context.Context //nolint:containedctx // the caller's
	// lacks reports providers not to be asked at all; nil means none.
	lacks func(provider int) bool
	// opening is set for the opening of a stream, which is no request of its own.
	opening bool
	// last is a provider to be asked after all others, or -1.
	last int

	deadline time.Time
	asked    []int
	again    bool
	errs     []error // by provider
	err      error   // the most telling
}

// attempt is one provider's. Its timer ends ctx with engine.ErrSlow.
type attempt struct {
	provider int
	trial    bool // in place of a probe
	begun    bool
	start    time.Time
	ctx      context.Context //nolint:containedctx // the attempt's own life
	cancel   context.CancelCauseFunc
	timer    *time.Timer
}

func (l *list) request(ctx context.Context, c *call, lacks func(int) bool) *request {
	return &request{
		list: l, call: c, ctx: ctx, lacks: lacks, last: -1,
		deadline: time.Now().Add(l.budgets.Total), errs: make([]error, len(l.providers)),
	}
}

// next is an attempt with the next provider, or nil if there is none, the time is
// over or the caller gave up.
func (r *request) next() *attempt {
	left := time.Until(r.deadline)
	if r.ctx.Err() != nil || left <= 0 {
		return nil
	}
	if r.list.ctx.Err() != nil {
		r.err = ErrClosed
		return nil
	}
	i, trial := r.pick()
	r.list.touch() // a probe that is woken first would take this request's trial
	if i < 0 {
		return nil
	}
	first := r.list.budgets.First
	if r.opening {
		first = r.list.budgets.Open
	} else {
		u := parley.Usage{Requests: 1}
		if len(r.asked) > 0 {
			u.Retries = 1
		}
		r.list.providers[i].asked()
		r.call.used(r.list, i, u)
	}
	r.asked = append(r.asked, i)
	a := &attempt{provider: i, trial: trial, start: time.Now()}
	a.ctx, a.cancel = context.WithCancelCause(r.ctx)
	a.timer = time.AfterFunc(min(first, left), func() { a.cancel(engine.ErrSlow) })
	return a
}

// pick is the next provider not asked yet. When all have been, the last is asked
// once more if its failure may pass.
func (r *request) pick() (i int, trial bool) {
	out := func(i int) bool { return slices.Contains(r.asked, i) || r.lacks != nil && r.lacks(i) }
	i, trial = r.list.pick(func(i int) bool { return out(i) || i == r.last || r.call.avoids(r.list, i) })
	if i < 0 {
		i, trial = r.list.pick(out)
	}
	if n := len(r.asked); i < 0 && n > 0 && !r.again {
		i = r.asked[n-1]
		r.again = true
		if !passing(r.errs[i]) || !r.list.providers[i].circuit.isClosed() {
			i = -1
		}
	}
	return i, trial
}

// began notes the first byte, or that the stream is open, and stops the timer. It
// is false if the time was over.
func (r *request) began(a *attempt) bool {
	if !a.timer.Stop() {
		return false
	}
	a.begun = true
	p := r.list.providers[a.provider]
	if a.trial {
		p.circuit.probed(nil, time.Now())
	}
	if r.opening {
		return true
	}
	p.first.add(time.Since(a.start))
	for i, err := range r.errs {
		if errors.Is(err, errNothing) { // its fault, as another has more to say
			r.call.failed(i, 1)
			r.list.fail(i, err)
		}
	}
	r.call.served(r.list, a.provider, r.errs)
	return true
}

// fail ends an attempt, and notes why unless the caller gave up.
func (r *request) fail(a *attempt, err error) {
	a.timer.Stop()
	late := errors.Is(context.Cause(a.ctx), engine.ErrSlow)
	a.cancel(nil)
	if late && !errors.Is(err, engine.ErrSlow) && !errors.Is(err, engine.ErrCapacity) {
		err = r.list.slow(a.provider)
	}
	r.err = telling(r.err, err)
	if r.ctx.Err() != nil {
		return
	}
	r.errs[a.provider] = err
	switch {
	case r.opening:
		r.call.failed(a.provider, bearable)
	case errors.Is(err, errNothing):
		if a.trial { // it answers
			r.list.providers[a.provider].circuit.probed(nil, time.Now())
		}
		return
	case shared(err):
		r.call.failed(a.provider, 1)
	}
	if a.trial && !a.begun {
		r.list.tried(a.provider, err)
	} else {
		r.list.fail(a.provider, err)
	}
}

// given reports whether an attempt has cost what its request did: it began, or it
// was given up, by its time or the caller.
func (a *attempt) given() bool { return a.begun || a.ctx.Err() != nil }

// nothing is errNothing of a provider.
func (r *request) nothing(a *attempt) error {
	return fmt.Errorf("%w: %s: %w", engine.ErrJunk, r.list.providers[a.provider].name(), errNothing)
}

// refusal is the error when there is no next attempt.
func (r *request) refusal() error {
	if err := r.ctx.Err(); err != nil && !(r.opening && errors.Is(r.err, engine.ErrCapacity)) { // it waited for a place
		return err
	}
	if errors.Is(r.err, ErrClosed) {
		return r.err
	}
	return r.list.refusal(r.err)
}
