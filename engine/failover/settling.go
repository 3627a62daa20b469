package failover

import (
	"slices"
	"time"

	"parley/stt"
)

// take passes on what l has recognised.
func (s *stream) take(l *leg, e stt.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.queue, func(u *utterance) bool { return u.id == e.Utterance })
	if l.gone || i < 0 || s.queue[i].final != nil {
		return
	}
	u := s.queue[i]
	switch {
	case l != u.by && l != u.side:
	case !e.Final:
		if l == u.by {
			e.Err = nil
			s.events.put(e)
		}
	case u.end < 0 && e.Err == nil: // a final of half an utterance is none
	case e.Err == nil:
		s.list.rungs[l.rung].first.add(time.Since(u.asked(l)))
		if l == u.side && u.spare {
			u.held, u.heldBy = &e, l
			return
		}
		s.won(l, u)
		s.settle(u, e)
	default:
		s.refused(l, u, e)
	}
}

// won notes that l was the first to recognise u.
func (s *stream) won(l *leg, u *utterance) {
	if l == u.side && s.errs[u.by.rung] == nil {
		s.errs[u.by.rung] = s.h.overdue(u.by.rung)
	}
	s.who.served(s.list, l.rung, s.errs)
	s.errs[l.rung] = nil
}

// refused has another rung hear u, which l could not recognise. Without another
// the caller is told.
func (s *stream) refused(l *leg, u *utterance, e stt.Event) {
	s.failed[l.rung] = time.Now()
	u.refused = append(u.refused, l.rung)
	if l == u.by && u.late {
		s.errs[l.rung] = e.Err
	} else {
		s.blame(l, e.Err)
	}
	switch {
	case l == u.side:
		u.side = nil
		s.tidy()
	case s.other(l, u):
		s.leaveLeg(l)
	default:
		u.refusal = s.list.refusal(e.Err)
		s.tell(u)
	}
}

// tell settles an utterance that nobody can recognise, once it is over.
func (s *stream) tell(u *utterance) {
	if u.refusal != nil && u.end >= 0 && u.final == nil {
		s.settle(u, stt.Event{Err: u.refusal})
	}
}

// settle gives u its final, and hands out those whose turn has come.
func (s *stream) settle(u *utterance, e stt.Event) {
	e.Utterance, e.Final = u.id, true
	u.final = &e
	for len(s.queue) > 0 && s.queue[0].final != nil {
		first := s.queue[0]
		first.final.Took = time.Since(first.ended)
		s.events.put(*first.final)
		s.queue = slices.Delete(s.queue, 0, 1)
	}
	before := s.tape.end
	if len(s.queue) > 0 {
		before = s.queue[0].start
	} else if s.main != nil {
		s.prepare()
	}
	s.tape.forget(before)
	s.tidy()
	s.arm()
}

// lost is called when l has ended by itself.
func (s *stream) lost(l *leg, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed && l.stream == nil {
		s.errs[l.rung] = err // why the stream never opened
	}
	if l.gone || s.closed || s.err != nil || err == nil {
		return
	}
	s.blame(l, err)
	n := 1
	if l.stream == nil {
		n = strikesOut
	}
	s.broken[l.rung] = s.broken[l.rung].add(n)
	s.drop(l)
	if l == s.next {
		s.next = nil
		return
	}
	for _, u := range s.queue {
		if u.side == l {
			u.side = nil
		}
	}
	if l == s.main || slices.ContainsFunc(s.queue, func(u *utterance) bool { return u.by == l && u.final == nil }) {
		s.serve(l, err)
	}
}

// prepare opens a leg on a better rung than that in use, if one is well.
func (s *stream) prepare() {
	best := s.list.wellAfter(-1, s.out)
	if s.next != nil || best < 0 || best == s.main.rung {
		return
	}
	if best < s.main.rung && !s.trusts(best) {
		return
	}
	s.next = s.launch(best, false, 0)
}

// trusts reports whether a rung has not made the user wait here for a while, or
// was tried since.
func (s *stream) trusts(rung int) bool {
	then := s.failed[rung]
	return then.IsZero() || time.Since(then) > strikesSpan || s.list.rungs[rung].breaker.wellSince(then)
}

// prefer makes the leg that was prepared the one that hears utterance id, or
// prepares one. A rung that rests for what happened in other calls is left at
// once.
func (s *stream) prefer(id uint64) {
	s.prepare()
	if s.next == nil || s.next.stream == nil && s.list.rungs[s.main.rung].breaker.isWell() {
		return
	}
	s.main.to = max(s.main.heard, 1)
	if len(s.queue) > 0 {
		s.main.to = s.queue[len(s.queue)-1].id
	}
	s.main, s.next = s.next, nil
	s.main.from = id
	if s.main.stream != nil {
		s.main.live, s.main.caught = true, time.Now()
	}
	s.tidy()
}

// tidy drops the legs that nobody waits for.
func (s *stream) tidy() {
	for _, l := range slices.Clone(s.legs) {
		wanted := l == s.main || l == s.next || slices.ContainsFunc(s.queue, func(u *utterance) bool {
			return u.final == nil && (u.by == l || u.side == l)
		})
		if !wanted {
			s.drop(l)
		}
	}
}
