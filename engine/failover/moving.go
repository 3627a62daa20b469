package failover

import (
	"slices"
	"time"

	"parley/media"
)

// out reports whether a rung is not to be opened for this stream.
func (s *stream) out(rung int) bool {
	return !knows(s.h.engines[rung], s.options.Language) || s.broken[rung].out(&s.list.rungs[rung].breaker)
}

// blame notes a failure with l's rung.
func (s *stream) blame(l *leg, err error) {
	s.errs[l.rung] = err
	if l.trial && l.stream == nil {
		s.list.rungs[l.rung].count(err)
		s.list.rungs[l.rung].breaker.probed(err, time.Now())
		return
	}
	s.list.fail(l.rung, err)
}

// other reports whether a rung other than l's, which has not refused u, is well,
// or already hears.
func (s *stream) other(l *leg, u *utterance) bool {
	for i, r := range s.list.rungs {
		if i != l.rung && r.breaker.isWell() && !s.out(i) && !slices.Contains(u.refused, i) {
			return true
		}
	}
	return slices.ContainsFunc(s.queue, func(u *utterance) bool { return u.by == l && u.side != nil && !u.side.gone })
}

// leaveLeg drops l and has another rung hear what l had to.
func (s *stream) leaveLeg(l *leg) {
	s.drop(l)
	s.serve(l, s.errs[l.rung])
}

// serve finds a leg for what l, nil for nobody, was to hear, and for what comes.
// Without one the stream fails with err or why the rungs rest.
func (s *stream) serve(l *leg, err error) {
	var to *leg
	var pending []*utterance
	for _, u := range s.queue {
		if u.final == nil && u.by == l {
			pending = append(pending, u)
			if to == nil && u.side != nil && !u.side.gone {
				to = u.side
			}
		}
	}
	if to == nil || len(pending) > 0 && to.from > pending[0].id {
		if to = s.open(l, pending); to == nil {
			s.fail(telling(err, s.list.failure()))
			return
		}
	}
	to.to = 0
	for _, u := range pending {
		u.by, u.side, u.moved, u.late, u.refusal = to, nil, true, false, nil
		if u.end >= 0 {
			u.hedge, u.shadow, u.due = time.Time{}, time.Time{}, earlier(u.last, time.Now().Add(s.grace(u)))
		}
	}
	if s.main == l {
		s.main = to
	}
	for _, u := range pending {
		if u.held != nil {
			s.won(u.heldBy, u)
			s.settle(u, *u.held)
		}
	}
	s.tidy()
	if to.live {
		s.feed(to, media.Samples(kept))
	}
	s.arm()
}

// open launches a leg in the place of l: on another rung if possible, on the
// same one if it is still well.
func (s *stream) open(l *leg, pending []*utterance) *leg {
	from := uint64(0)
	if len(pending) > 0 {
		from = pending[0].id
	}
	rung, trial := s.list.pick(func(i int) bool {
		return s.out(i) || l != nil && len(pending) > 0 && (i == l.rung || slices.Contains(pending[0].refused, i))
	})
	if rung < 0 && l != nil {
		rung, trial = s.list.pick(func(i int) bool { return i != l.rung || s.out(i) })
	}
	if rung < 0 {
		return nil
	}
	return s.launch(rung, trial, from)
}
