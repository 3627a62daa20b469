package failover

import "time"

const (
	// leastHedge keeps fast engines from being asked twice for a few
	// milliseconds, which nobody hears.
	leastHedge = 150 * time.Millisecond
	// hedgeShare of the requests may be hedged, in bursts of hedgeBurst.
	hedgeShare = 0.1
	hedgeBurst = 2
)

// earn adds to what may be hedged: call it once a request.
func (l *list) earn() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.credit = min(l.credit+hedgeShare, hedgeBurst)
}

// spend takes one hedge, if one is left.
func (l *list) spend() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.credit < 1 {
		return false
	}
	l.credit--
	return true
}

// hedgeAfter is how long after it was asked a rung's first byte is later than
// usual; ok is false if that is not known, or not before the budget is over.
func (l *list) hedgeAfter(rung int) (after time.Duration, ok bool) {
	if l.hedge == HedgeOff {
		return 0, false
	}
	_, p95 := l.rungs[rung].first.quantiles()
	after = max(p95, leastHedge)
	return after, p95 > 0 && after < l.budgets.First
}
