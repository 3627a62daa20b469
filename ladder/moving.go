package ladder

import (
	"slices"
	"time"

	"parley/media"
	"parley/stt"
)

// setBudgets gives an utterance that has just ended its times.
func (s *stream) setBudgets(u *utterance) {
	b := s.list.budgets
	more := time.Duration(s.length(u).Seconds() * float64(b.PerSecond))
	u.due = u.ended.Add(b.First + more)
	u.last = u.due.Add(s.grace(u))
	if after, ok := s.list.hedgeAfter(u.by.rung); ok && s.list.hedge == HedgeNext {
		u.hedge = u.ended.Add(after + more)
	}
}

// grace is what a rung gets that hears u from the start.
func (s *stream) grace(u *utterance) time.Duration {
	b := s.list.budgets
	return max(b.Total-b.First, 0) + time.Duration(2*s.length(u).Seconds()*float64(b.PerSecond))
}

func (s *stream) length(u *utterance) time.Duration { return media.Duration(int(u.end - u.start)) }

// arm sets the timer to what is due next.
func (s *stream) arm() {
	var due time.Time
	for _, u := range s.queue {
		if u.final != nil || u.end < 0 {
			continue
		}
		for _, t := range []time.Time{u.hedge, u.due, u.last} {
			if !t.IsZero() && (due.IsZero() || t.Before(due)) {
				due = t
			}
		}
	}
	if due.IsZero() {
		s.timer.Stop()
		return
	}
	s.timer.Reset(time.Until(due))
}

// tick acts on the times that have passed.
func (s *stream) tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.err != nil {
		return
	}
	now := time.Now()
	past := func(t time.Time) bool { return !t.IsZero() && !now.Before(t) }
	for _, u := range slices.Clone(s.queue) {
		switch {
		case s.err != nil:
			return
		case u.final != nil || u.end < 0:
		case past(u.last):
			s.late(u)
			s.settle(u, stt.Event{Err: s.list.refusal(s.h.overdue(u.by.rung))})
		case past(u.due):
			s.late(u)
			u.due = time.Time{}
			if s.other(u.by) {
				s.leaveLeg(u.by)
			}
		case past(u.hedge):
			u.hedge = time.Time{}
			s.hear(u)
		}
	}
	s.arm()
}

// late notes once that u's rung is late.
func (s *stream) late(u *utterance) {
	if !u.late {
		u.late = true
		s.blame(u.by, s.h.overdue(u.by.rung))
	}
}

// hear has the next rung hear u as well.
func (s *stream) hear(u *utterance) {
	rung := s.list.wellAfter(u.by.rung)
	if rung < 0 || u.hedged || !s.list.spend() {
		return
	}
	u.hedged = true
	u.side = s.launch(rung, false, u.id)
	u.side.to = u.id
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

// other reports whether a rung other than l's is well, or already hears.
func (s *stream) other(l *leg) bool {
	for i, r := range s.list.rungs {
		if i != l.rung && r.breaker.isWell() {
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
		u.by, u.side, u.moved, u.late = to, nil, true, false
		if u.end >= 0 {
			u.hedge, u.due = time.Time{}, earlier(u.last, time.Now().Add(s.grace(u)))
		}
	}
	if s.main == l {
		s.main = to
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
	rung, trial := s.list.pick(func(i int) bool { return l != nil && len(pending) > 0 && i == l.rung })
	if rung < 0 && l != nil {
		rung, trial = s.list.pick(func(i int) bool { return i != l.rung })
	}
	if rung < 0 {
		return nil
	}
	return s.launch(rung, trial, from)
}
