package openai

import (
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// again is after how long a service is asked once in full again: it may have
	// learnt what it refused.
	again = time.Hour
	// doubts is how many requests in a row may be refused before it is no longer
	// believed that what they hold was taken once.
	doubts = 2
	// rest is how long a service that refused a request in all its words is asked in one
	// alone: what it refuses is not how it is asked.
	rest = time.Minute
)

// learnt is what is known of how one model of one service wants to be asked, so far
// as answers have shown it. Its methods may be called from any goroutine.
type learnt struct {
	mu sync.Mutex
	// base is known by the model's name, now with what was learnt.
	base, now dialect
	// taken are the parameters of requests that got an answer.
	taken dialect
	// since is when a parameter was last left out, or asked for again.
	since time.Time
	// refused counts the requests since the last answer that were refused.
	refused int
	// vain are the parameters without which a refused request was refused as well,
	// likely those that a refusal named and no answer has confirmed yet.
	vain, likely dialect
	// hopeless is when a request was last refused in all its words.
	hopeless time.Time
}

// begin is the dialect to ask in.
func (l *learnt) begin(now time.Time) dialect {
	l.mu.Lock()
	defer l.mu.Unlock()
	if left := l.now & droppable &^ l.base; left != 0 && now.Sub(l.since) >= again {
		l.since = now // others ask as before until this one has its answer
		return l.now &^ left
	}
	return l.now | l.likely
}

// answered notes that a request of what was sent in d got an answer. It returns what is
// new in that.
func (l *learnt) answered(d, sent dialect, now time.Time) (lost, regained dialect) {
	l.mu.Lock()
	defer l.mu.Unlock()
	was, took := l.now, sent
	if sent.has(noSchema) {
		took |= noFormat // the larger step
	}
	if sent.has(noMaxTokens) {
		took |= noMaxComplete
	}
	l.now = (was | d) &^ (took & droppable &^ l.base)
	if lost = l.now &^ was & (droppable | alternates | noSystem); lost != 0 {
		l.since = now
	}
	l.taken = l.taken&^lost | sent
	l.refused, l.vain, l.likely, l.hopeless = 0, 0, 0, time.Time{}
	return lost, was &^ l.now & droppable
}

// failed notes that a request was refused in the end, or, if early, given up before:
// what was tried on the way is kept for the next.
func (l *learnt) failed(d, vain dialect, early bool, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if vain.has(allTried) {
		l.hopeless = now
	}
	if early {
		l.vain |= vain
		l.likely = d &^ l.now & (droppable | alternates | noSystem)
		return
	}
	l.vain, l.likely = 0, 0
	if l.refused++; l.refused >= doubts {
		l.taken = 0
	}
}

// suspects are the parameters sent of which no answer has shown that they are taken.
func (l *learnt) suspects(sent dialect) (all, vain dialect) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return sent &^ l.taken, l.vain
}

// rests reports whether no other words are to be tried now.
func (l *learnt) rests(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.hopeless.IsZero() && now.Sub(l.hopeless) < rest
}

func (l *learnt) add(flags dialect)    { l.mu.Lock(); l.now |= flags; l.mu.Unlock() }
func (l *learnt) forget(flags dialect) { l.mu.Lock(); l.now &^= flags; l.mu.Unlock() }

func (l *learnt) dialect() dialect {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// Dialect implements llm.Adapting.
func (e *Engine) Dialect() []string { return (e.learnt.dialect() &^ noEffort).says() }

// tell says what was learnt, once each time it changes.
func (e *Engine) tell(lost, regained dialect) {
	if lost|regained == 0 {
		return
	}
	log := e.log.With("engine", e.Name(), "service", e.service.Address())
	if lost != 0 {
		log.Info("a model is asked in other words", "now", strings.Join(lost.says(), "; "))
	}
	if regained != 0 {
		log.Info("a model takes again what it refused", "no longer", strings.Join(regained.says(), "; "))
	}
}

func logOr(l *slog.Logger) *slog.Logger {
	if l == nil {
		return slog.Default()
	}
	return l
}

// ladder is the next smaller request after an unreasoned refusal: without one of the
// suspects, one after the other, then without any. ok is false after that.
func ladder(base, suspects, vain dialect) (next, tried dialect, ok bool) {
	rungs := rungsOf(suspects)
	for _, rung := range rungs {
		if vain&rung != rung {
			return base | rung, vain | rung, true
		}
	}
	all := dialect(0)
	for _, rung := range rungs {
		all |= rung
	}
	if len(rungs) < 2 || vain.has(allTried) {
		return 0, vain, false
	}
	return base | all, vain | allTried, true
}

// allTried marks that a request without all suspects was refused.
const allTried dialect = 1 << 31

// rungsOf are the smaller forms of a request's parts in the order of parameters. A
// form in steps has a rung for each; tools that are needed have none.
func rungsOf(suspects dialect) []dialect {
	var all []dialect
	for _, p := range parameters {
		if suspects.has(p.flag) {
			all = append(all, p.flag)
		}
		switch {
		case p.flag == noSchema && suspects.has(noSchema):
			all = append(all, noSchema|noFormat)
		case p.flag == noMaxTokens && suspects.has(noMaxTokens):
			all = append(all, noMaxTokens|noMaxComplete)
		}
	}
	return slices.Clip(all)
}
