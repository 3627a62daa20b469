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
	patient  bool // the caller waits for a load
	begun    bool
	start    time.Time
	ctx      context.Context //nolint:containedctx // the attempt's own life
	cancel   context.CancelCauseFunc
	timer    *time.Timer
}

func (l *list) request(ctx context.Context, c *call, lacks func(int) bool) *request {
	return &request{
		list: l, call: c, ctx: ctx, lacks: lacks, last: -1,
		deadline: time.Now().Add(max(l.budgets.Total, engine.Patience(ctx))), errs: make([]error, len(l.providers)),
	}
}

// next is an attempt with the next provider, or nil if there is none, the time is
// over or the caller gave up. It waits for a provider whose model may have to be
// loaded, as long as it would for its answer.
func (r *request) next() *attempt {
	for {
		a := r.attempt()
		switch {
		case a == nil && r.awaits():
		case a == nil || r.loaded(a):
			return a
		}
	}
}

// loaded waits for the model of a's provider, if it has to be loaded first: a request
// that is given up would end the load. If it is not loaded in time, a has ended.
func (r *request) loaded(a *attempt) bool {
	w := (*asking)(nil)
	if !r.opening { // which asks for nothing yet
		w = r.list.warm(a.provider)
	}
	if w == nil {
		r.asks(a)
		return true
	}
	late := w.late
	if a.patient {
		late = nil
	}
	err := fmt.Errorf("%w: %s", engine.ErrLoading, r.list.providers[a.provider].name())
	select {
	case <-w.done:
		if err = w.err; !shared(err) && !errors.Is(err, ErrClosed) { // it answers
			r.asks(a)
			return true
		}
	case <-late:
	case <-a.ctx.Done():
	}
	a.timer.Stop()
	a.cancel(nil)
	if r.err = telling(r.err, err); errors.Is(err, ErrClosed) { // nobody is to begin anew
		r.err, r.deadline = err, time.Time{}
	}
	r.errs[a.provider] = err
	return false
}

// awaits waits for the first provider that is being loaded where the caller has the
// patience and nobody else is well. It is false if there is none, or it was in vain.
func (r *request) awaits() bool {
	left := time.Until(r.deadline)
	if engine.Patience(r.ctx) == 0 || left <= 0 {
		return false
	}
	over := time.NewTimer(left)
	defer over.Stop()
	for i := range r.list.providers {
		w := r.list.underWay(i)
		if w == nil || r.out(i) {
			continue
		}
		select {
		case <-w.done:
			return !shared(w.err) && !errors.Is(w.err, ErrClosed)
		case <-over.C:
		case <-r.ctx.Done():
		}
		return false
	}
	return false
}

// asks counts a request that is made now.
func (r *request) asks(a *attempt) {
	if r.opening {
		return
	}
	u := parley.Usage{Requests: 1}
	if len(r.asked) > 1 {
		u.Retries = 1
	}
	r.list.providers[a.provider].asked()
	r.call.used(r.list, a.provider, u)
}

// attempt is the next one, which has asked for nothing yet.
func (r *request) attempt() *attempt {
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
	a := &attempt{provider: i, trial: trial, start: time.Now()}
	first, patience := r.list.budgets.First, engine.Patience(r.ctx)
	switch {
	case r.opening:
		first = r.list.budgets.Open
	case patience > 0 && r.list.firstClosed(func(j int) bool { return j == i || r.out(j) }) < 0: // nobody else would answer
		a.patient, first = true, max(first, patience)
	}
	r.asked = append(r.asked, i)
	a.ctx, a.cancel = context.WithCancelCause(r.ctx)
	a.timer = time.AfterFunc(min(first, left), func() { a.cancel(engine.ErrSlow) })
	return a
}

// pick is the next provider not asked yet. When all have been, the last is asked
// once more if its failure may pass.
func (r *request) pick() (i int, trial bool) {
	i, trial = r.list.pick(func(i int) bool { return r.out(i) || i == r.last || r.call.avoids(r.list, i) })
	if i < 0 {
		i, trial = r.list.pick(r.out)
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

// out reports whether a provider is not for this request, or has been asked.
func (r *request) out(i int) bool { return slices.Contains(r.asked, i) || r.lacks != nil && r.lacks(i) }

// began notes the first byte, or that the stream is open, and stops the timer. It
// is false if the time was over.
func (r *request) began(a *attempt) bool {
	if !a.timer.Stop() {
		return false
	}
	a.begun = true
	p := r.list.providers[a.provider]
	if !r.opening {
		p.answers()
	}
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
