package bench

import (
	"context"
	"sync"
	"time"

	"parley"
	"parley/bench/stub"
	"parley/checker"
)

// trace notes when exchanges are submitted and judged. It is safe for concurrent
// use.
type trace struct {
	mu    sync.Mutex
	of    map[exchangeID]stamps
	calls map[string]parley.CallID // by the user's name
}

type exchangeID struct {
	call   parley.CallID
	number int
}

// stamps are the moments of one exchange, zero where it has not come.
type stamps struct{ submitted, judged time.Time }

func newTrace() *trace {
	return &trace{of: map[exchangeID]stamps{}, calls: map[string]parley.CallID{}}
}

// submitted is a watcher for Checker.Watch.
func (t *trace) submitted(e parley.Exchange, at time.Time) {
	t.note(e, func(s *stamps) { s.submitted = at })
}

// note notes a moment; the first of its kind counts.
func (t *trace) note(e parley.Exchange, f func(*stamps)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := exchangeID{e.Call, e.Number}
	s := t.of[id]
	before := s
	f(&s)
	if !before.submitted.IsZero() {
		s.submitted = before.submitted
	}
	if !before.judged.IsZero() {
		s.judged = before.judged
	}
	t.of[id], t.calls[e.Username] = s, e.Call
}

// find gives the moments of an exchange, and false if it was not seen both
// submitted and judged.
func (t *trace) find(call parley.CallID, number int) (stamps, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.of[exchangeID{call, number}]
	return s, !s.submitted.IsZero() && !s.judged.IsZero()
}

// call is the call of the user of that name.
func (t *trace) call(name string) parley.CallID {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.calls[name]
}

// judge is stub.Judge, and notes when it is asked.
func (t *trace) judge() checker.Judge { return tracedJudge{t} }

type tracedJudge struct{ *trace }

// Name implements checker.Judge.
func (tracedJudge) Name() string { return stub.Judge{}.Name() }

// Judge implements checker.Judge.
func (j tracedJudge) Judge(ctx context.Context, c checker.Case) (checker.Opinion, error) {
	at := time.Now()
	j.note(c.Exchange, func(s *stamps) { s.judged = at })
	return stub.Judge{}.Judge(ctx, c)
}
