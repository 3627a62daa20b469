package failover

import (
	"maps"
	"sync"
	"time"
)

// rung is one engine's place in the list and what is known of it.
type rung struct {
	name    func() string
	breaker breaker
	first   latency
	pace    pace // of a voice

	mu       sync.Mutex
	requests int
	hedges   int
	failures map[string]int
	probing  bool
}

// count notes a failure by its kind.
func (r *rung) count(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failures == nil {
		r.failures = map[string]int{}
	}
	r.failures[kinds[kindOf(err)].name]++
}

// asked notes a request.
func (r *rung) asked(hedge bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests++
	if hedge {
		r.hedges++
	}
}

// RungStats are what is known of one engine.
type RungStats struct {
	Name string
	// Well is false while the engine rests after failures; Due is then how long
	// until it is probed and Failure why it rests.
	Well    bool
	Due     time.Duration
	Failure error
	// P50 and P95 are of the last 64 first bytes (of an utterance: finals); 0
	// until there are eight.
	P50, P95 time.Duration
	// Requests were made, Hedges of them because another was later than usual.
	Requests, Hedges int
	// Failures counts by kind: "key", "model", "language", "request", "capacity",
	// "busy", "connection", "service", "junk", "cut", "slow" or "other". Those of
	// the kinds language, request, capacity and other are of single calls.
	Failures map[string]int
}

// stats are for metrics and doctor, in the order of the list.
func (l *list) stats() []RungStats {
	all := make([]RungStats, len(l.rungs))
	for i, r := range l.rungs {
		s := &all[i]
		s.Name, s.Well = r.name(), r.breaker.isWell()
		s.P50, s.P95 = r.first.quantiles()
		if due, pending := r.breaker.next(time.Now()); pending && !s.Well {
			s.Due, s.Failure = due, r.breaker.failure()
		}
		r.mu.Lock()
		s.Requests, s.Hedges, s.Failures = r.requests, r.hedges, maps.Clone(r.failures)
		r.mu.Unlock()
	}
	return all
}
