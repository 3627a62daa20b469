package web

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// A caller may start limitBurst calls at once and one more every limitEvery:
// enough for a class behind one address, too little to fill the SFU.
const (
	limitBurst = 20
	limitEvery = 3 * time.Second
	// limitCallers bounds the memory. When so many addresses are inside their
	// limits' memory, new ones share the refusal.
	limitCallers = 4096
)

// limiter is a token bucket for each address.
type limiter struct {
	mu sync.Mutex
	// full is when each address's bucket will be full again; those that are
	// need not be kept.
	full map[string]time.Time
}

func newLimiter() *limiter { return &limiter{full: map[string]time.Time{}} }

// take reports whether address may start a call now, and counts it.
func (l *limiter) take(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	full, known := l.full[address]
	if !known && len(l.full) >= limitCallers && !l.sweep(now) {
		return false
	}
	if full.Before(now) {
		full = now
	}
	full = full.Add(limitEvery)
	if full.Sub(now) > limitBurst*limitEvery {
		return false
	}
	l.full[address] = full
	return true
}

// sweep forgets addresses with full buckets and reports whether there were any.
func (l *limiter) sweep(now time.Time) bool {
	before := len(l.full)
	for address, full := range l.full {
		if full.Before(now) {
			delete(l.full, address)
		}
	}
	return len(l.full) < before
}

// wrap answers 429 to addresses over their limit. The address is the
// connection's: headers that claim another can be written by anyone.
func (l *limiter) wrap(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			host = r.RemoteAddr
		}
		if !l.take(host) {
			w.Header().Set("Retry-After", "3")
			refuse(w, http.StatusTooManyRequests, "", "too many calls from here; wait a moment")
			return
		}
		next(w, r)
	}
}
