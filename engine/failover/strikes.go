package failover

import "time"

const (
	// strikesOut is how many failures of a rung one call bears before it asks
	// others first, strikesSpan how long it remembers them.
	strikesOut  = 2
	strikesSpan = 30 * time.Second
)

// strikes are the failures of a rung with one call, and count for it alone.
type strikes struct {
	n    int
	last time.Time
}

// add is s with n failures more.
func (s strikes) add(n int) strikes {
	if time.Since(s.last) > strikesSpan {
		s.n = 0
	}
	return strikes{s.n + n, time.Now()}
}

// out reports whether the call has had enough of the rung: until some time has
// passed, or the rung has rested and is well again.
func (s strikes) out(b *breaker) bool {
	return s.n >= strikesOut && time.Since(s.last) <= strikesSpan && !b.wellSince(s.last)
}
