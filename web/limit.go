package web

import (
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"strings"
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

// take counts a call from a and returns 0, or how long a has to wait for it. Something that is as much as
// some calls counts as so many.
func (l *limiter) take(a netip.Addr, calls int) time.Duration {
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
		if wait := l.take(s.client(r), share); wait > 0 {
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

// ParseProxies reads networks such as 10.0.0.0/8 and single addresses, for
// Config.Proxies. Empty entries are left out.
func ParseProxies(list []string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, entry := range list {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		network, err := netip.ParsePrefix(entry)
		if err != nil {
			a, aerr := netip.ParseAddr(entry)
			if aerr != nil {
				return nil, fmt.Errorf("%q is no network: use 10.0.0.0/8, fd00::/8 or one address", entry)
			}
			network = netip.PrefixFrom(a.WithZone(""), a.BitLen())
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// proxies are the networks whose word for a client's address is taken.
type proxies []netip.Prefix

func (p proxies) has(a netip.Addr) bool {
	for _, network := range p {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// client is the address of whoever made r: the connection's or, if that is a
// trusted proxy's, the last in X-Forwarded-For that is not. Those before it can
// be written by anyone. Where the header ends, or says what is no address, the
// proxy that wrote it counts. The zero Addr means that the connection has none.
func (p proxies) client(r *http.Request) netip.Addr {
	client := parseAddr(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && p.has(client); i-- {
		next := parseAddr(strings.TrimSpace(hops[i]))
		if !next.IsValid() {
			break
		}
		client = next
	}
	return client
}

// parseAddr reads an address with or without a port; the zero Addr is none.
func parseAddr(s string) netip.Addr {
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	}
	a, err := netip.ParseAddr(strings.Trim(s, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// Bits of an IPv6 address. One person has at least a /64, as each device takes
// new addresses in it all the time; what a provider gives to one customer is a
// /48 at most (RFC 6177).
const (
	personBits   = 64
	customerBits = 48
)

// network is what a counts as: an IPv4 address itself, an IPv6 address by its
// first bits.
func network(a netip.Addr, bits int) netip.Prefix {
	if a.Is4() {
		bits = a.BitLen()
	}
	n, _ := a.Prefix(bits) // fails for the zero Addr alone, whose network is the zero Prefix
	return n
}
