package web

import (
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// A caller may start limitBurst calls at once and one more every limitEvery:
// enough for a class behind one address.
const (
	limitBurst = 20
	limitEvery = 3 * time.Second
	// limitCallers bounds the memory.
	limitCallers = 4096
	// limitSample is how many buckets one is chosen from to be forgotten.
	limitSample = 8
)

// limiter is a token bucket for each IPv4 address and each /64 of IPv6.
//
// It never refuses a newcomer for others' sake: when limitCallers are known, one
// of them is forgotten, the one with the most left of a few. To be forgotten is
// to have a full bucket again, so whoever fills the memory with addresses only
// gives to others, and has spent far more calls on it than it could win back.
type limiter struct {
	burst int
	// over, if set, is called for each that is refused.
	over func()
	mu   sync.Mutex
	// full is when each bucket will be full again.
	full map[netip.Prefix]time.Time
}

func newLimiter(burst int) *limiter {
	return &limiter{burst: burst, full: map[netip.Prefix]time.Time{}}
}

// take counts a call from a and returns 0, or how long a has to wait for it.
func (l *limiter) take(a netip.Addr) time.Duration { return l.takeSome(a, 1) }

// takeSome counts something from a that is as much as some calls.
func (l *limiter) takeSome(a netip.Addr, calls int) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	caller := network(a, personBits)
	full, known := l.full[caller]
	if !known && len(l.full) >= limitCallers {
		l.forget()
	}
	if full.Before(now) {
		full = now
	}
	full = full.Add(time.Duration(calls) * limitEvery)
	if wait := full.Sub(now) - time.Duration(l.burst)*limitEvery; wait > 0 {
		return wait
	}
	l.full[caller] = full
	return 0
}

// forget makes room for one bucket.
func (l *limiter) forget() {
	var fullest netip.Prefix
	seen := 0
	for caller, full := range l.full { // in random order
		if seen == 0 || full.Before(l.full[fullest]) {
			fullest = caller
		}
		if seen++; seen == limitSample {
			break
		}
	}
	delete(l.full, fullest)
}

// limit answers 429 to clients over the limit of l.
func (s *Server) limit(l *limiter, next http.HandlerFunc) http.HandlerFunc {
	return s.limitShare(l, 1, "Too many calls were asked for from your address; wait a moment", next)
}

// limitShare is limit for what is as much as some calls, with words for whoever is over.
func (s *Server) limitShare(l *limiter, share int, words string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if wait := l.takeSome(s.client(r), share); wait > 0 {
			if l.over != nil {
				l.over()
			}
			retryAfter(w, wait)
			refuse(w, http.StatusTooManyRequests, "", words)
			return
		}
		next(w, r)
	}
}

// client is the address r counts for. A proxy nobody named makes all its users
// one; the first request that shows it is told of in the log.
func (s *Server) client(r *http.Request) netip.Addr {
	client := proxies(s.config.Proxies).client(r)
	if r.Header.Get("X-Forwarded-For") != "" && client == parseAddr(r.RemoteAddr) && !proxies(s.config.Proxies).has(client) {
		s.unnamed.Do(func() {
			s.log.Warn("a proxy's clients count as one; name it with --trusted-proxies", "proxy", client)
		})
	}
	return client
}

// retryAfter says, in whole seconds, when to ask again.
func retryAfter(w http.ResponseWriter, wait time.Duration) {
	w.Header().Set("Retry-After", fmt.Sprint(math.Ceil(wait.Seconds())))
}
