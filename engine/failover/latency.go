package failover

import (
	"slices"
	"sync"
	"time"
)

const (
	// remembered is how many first bytes a quantile is taken of; at fewer than
	// enough there is none.
	remembered = 64
	enough     = 8
)

// latency remembers how long the last first bytes took. Its methods may be
// called from any goroutine.
type latency struct {
	mu   sync.Mutex
	ring [remembered]time.Duration
	n    int // ever added
}

func (l *latency) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ring[l.n%remembered] = d
	l.n++
}

// quantiles are the p50 and p95, 0 while too few are known.
func (l *latency) quantiles() (p50, p95 time.Duration) {
	l.mu.Lock()
	sorted, n := l.ring, min(l.n, remembered)
	l.mu.Unlock()
	if n < enough {
		return 0, 0
	}
	slices.Sort(sorted[:n])
	return sorted[n/2], sorted[(n*95+99)/100-1]
}
