package failover

import (
	"errors"
	"time"

	"parley/engine"
)

// due is when the race has to act next if no rung says anything.
func (r *race[T]) due() time.Time {
	due := r.begun.Add(r.list.budgets.Total)
	first := r.attempts[0]
	if after, ok := r.list.hedgeAfter(first.rung); ok && !r.hedged && len(r.attempts) == 1 {
		due = earlier(due, first.start.Add(after))
	}
	for _, a := range r.attempts {
		if !a.over && !a.judged {
			due = earlier(due, a.start.Add(r.list.budgets.First))
		}
	}
	return due
}

// tick acts on what is due and reports whether the race goes on.
func (r *race[T]) tick() bool {
	now, late := time.Now(), false
	total := !now.Before(r.begun.Add(r.list.budgets.Total))
	for _, a := range r.attempts {
		if !a.over && !a.judged && (total || !now.Before(a.start.Add(r.list.budgets.First))) {
			late = r.judge(a, r.slow(a)) || late
		}
	}
	switch {
	case total:
		return false
	case late:
		r.next()
	case !r.hedged && len(r.attempts) == 1:
		r.hedgeNow(now)
	}
	return true
}

// hedgeNow asks a second time if the first attempt is later than usual.
func (r *race[T]) hedgeNow(now time.Time) {
	first := r.attempts[0]
	after, ok := r.list.hedgeAfter(first.rung)
	if !ok || now.Before(first.start.Add(after)) {
		return
	}
	r.hedged = true
	if !r.list.spend() {
		return
	}
	rung := first.rung
	if r.list.hedge == HedgeNext {
		if next := r.list.wellAfter(first.rung, r.lacks); next >= 0 {
			rung = next
		}
	}
	r.start(rung, false, true)
}

// lose notes a failed attempt, asks on and reports whether the race goes on.
func (r *race[T]) lose(res result[T]) bool {
	r.judge(res.attempt, res.err)
	res.over = true
	same := false
	for _, a := range r.attempts {
		if a.over {
			continue
		}
		if a.rung != res.rung {
			return true // asked already
		}
		same = true
	}
	if r.next() || same {
		return true
	}
	if r.again || !passing(res.err) || !r.list.rungs[res.rung].breaker.isWell() {
		return false
	}
	r.again = true
	return r.start(res.rung, false, false)
}

// judge notes an attempt's failure with its rung and reports whether it is news:
// one late request is one failure, hedged or not.
func (r *race[T]) judge(a *attempt, err error) bool {
	known := a.judged || errors.Is(err, engine.ErrSlow) && errors.Is(r.errs[a.rung], engine.ErrSlow)
	a.judged = true
	r.err = telling(r.err, err)
	r.errs[a.rung] = telling(r.errs[a.rung], err)
	if known {
		return false
	}
	if errors.Is(err, errNothing) { // its fault only if another has more to say
		if a.trial {
			r.list.rungs[a.rung].breaker.probed(nil, time.Now())
		}
		return true
	}
	r.who.failed(a.rung, err)
	if a.trial {
		r.list.rungs[a.rung].count(err)
		r.list.rungs[a.rung].breaker.probed(err, time.Now())
	} else {
		r.list.fail(a.rung, err)
	}
	return true
}

// wellAfter is the first rung behind that one that is well and not to be
// skipped, or -1; skip may be nil.
func (l *list) wellAfter(rung int, skip func(int) bool) int {
	for i := rung + 1; i < len(l.rungs); i++ {
		if l.rungs[i].breaker.isWell() && (skip == nil || !skip(i)) {
			return i
		}
	}
	return -1
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
