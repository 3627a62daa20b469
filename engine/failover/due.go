package failover

import (
	"slices"
	"time"

	"parley/media"
	"parley/stt"
)

// A rung that is to take over hears the utterance this much before the final is
// over due: opening and a final take the one, hearing it from the start, at
// seven times real time, the other.
const (
	shadowLead = 150 * time.Millisecond
	shadowPace = 0.15
)

// setBudgets gives an utterance that has just ended its times, which run from
// when its transcript was asked for.
func (s *stream) setBudgets(u *utterance) {
	b, from := s.list.budgets, u.ended
	if u.earlyBy == u.by {
		from = u.early
	}
	more := time.Duration(s.length(u).Seconds() * float64(b.PerSecond))
	u.due = from.Add(b.First + more)
	u.last = u.due.Add(s.grace(u))
	u.shadow = u.due.Add(-min(shadowLead+time.Duration(shadowPace*float64(s.length(u))), u.due.Sub(from)*3/5))
	if after, ok := s.list.hedgeAfter(u.by.rung); ok && s.list.hedge == HedgeNext {
		u.hedge = from.Add(after + more)
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
		for _, t := range []time.Time{u.hedge, u.shadow, u.due, u.last} {
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
	now := time.Now()
	for _, u := range slices.Clone(s.queue) {
		if s.closed || s.err != nil {
			return
		}
		if u.final == nil && u.end >= 0 {
			s.check(u, func(t time.Time) bool { return !t.IsZero() && !now.Before(t) })
		}
	}
	s.arm()
}

// check acts on the times of u that have passed.
func (s *stream) check(u *utterance, past func(time.Time) bool) {
	if past(u.hedge) {
		u.hedge = time.Time{}
		if u.side == nil && s.list.wellAfter(u.by.rung, s.out) >= 0 && s.list.spend() {
			s.hear(u)
		}
	}
	if past(u.shadow) {
		at := u.shadow
		u.shadow = time.Time{}
		p50, _ := s.list.rungs[u.by.rung].first.quantiles()
		if u.side == nil && (u.ended.Add(p50).Before(at) || s.list.spend()) {
			u.spare = true
			s.hear(u)
		}
	}
	switch {
	case past(u.last):
		s.late(u)
		s.settle(u, stt.Event{Err: s.list.refusal(s.h.overdue(u.by.rung))})
	case past(u.due):
		s.late(u)
		u.due = time.Time{}
		if s.other(u.by, u) {
			s.leaveLeg(u.by)
		}
	}
}

// late notes once that u's rung is late.
func (s *stream) late(u *utterance) {
	if !u.late {
		u.late, s.failed[u.by.rung] = true, time.Now()
		s.blame(u.by, s.h.overdue(u.by.rung))
	}
}

// hear has the next rung hear u as well.
func (s *stream) hear(u *utterance) {
	if rung := s.list.wellAfter(u.by.rung, s.out); rung >= 0 && u.side == nil {
		u.side = s.launch(rung, false, u.id)
		u.side.to = u.id
	}
}
