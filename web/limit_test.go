package web

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func addr(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
}

func TestLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(limitBurst)
		for i := range limitBurst {
			if l.take(addr(1), 1) > 0 {
				t.Fatalf("call %d refused, want %d taken at once", i+1, limitBurst)
			}
		}
		if wait := l.take(addr(1), 1); wait != limitEvery {
			t.Errorf("call %d has to wait %v, want %v", limitBurst+1, wait, limitEvery)
		}
		if l.take(addr(2), 1) > 0 {
			t.Error("another address refused")
		}
		time.Sleep(limitEvery)
		if l.take(addr(1), 1) > 0 || l.take(addr(1), 1) == 0 {
			t.Errorf("want exactly one more call after %v", limitEvery)
		}
	})
}

// Whoever has many addresses fills the memory, but keeps nobody out and sets
// nobody free who is over the limit.
func TestStrangersAddressesLockNobodyOut(t *testing.T) {
	l := newLimiter(limitBurst)
	greedy := netip.MustParseAddr("192.0.2.1")
	for range limitBurst {
		l.take(greedy, 1)
	}
	for i := range 3 * limitCallers {
		if wait := l.take(addr(i), 1); wait > 0 {
			t.Fatalf("newcomer %d has to wait %v", i+1, wait)
		}
	}
	if len(l.full) > limitCallers {
		t.Errorf("%d addresses kept, want at most %d", len(l.full), limitCallers)
	}
	if l.take(greedy, 1) == 0 {
		t.Error("a flood of others set free who is over the limit")
	}
}

// askFrom asks for a call over the connection remote, with X-Forwarded-For if
// that is not empty.
func askFrom(s http.Handler, remote, forwarded string) *http.Response {
	r := httptest.NewRequest("POST", "/api/calls", strings.NewReader(`{"scenario":"riskyProjectApproval"}`))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = remote
	if forwarded != "" {
		r.Header.Set("X-Forwarded-For", forwarded)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func TestCallsAreLimited(t *testing.T) {
	for name, tt := range map[string]struct {
		remote, forwarded func(i int) string
		taken             int
	}{
		"one address": {
			func(i int) string { return fmt.Sprintf("192.0.2.1:%d", i) }, nil, limitBurst,
		},
		"one /64 of IPv6": {
			func(i int) string { return fmt.Sprintf("[2001:db8:1:2::%x]:1", i+1) }, nil, limitBurst,
		},
		"many /64 of IPv6": {
			func(i int) string { return fmt.Sprintf("[2001:db8:1:%x::1]:1", i+1) }, nil, 2 * limitBurst,
		},
		"users of a trusted proxy": {
			func(int) string { return "203.0.113.5:1" }, func(i int) string { return fmt.Sprintf("198.51.100.%d", i+1) }, 2 * limitBurst,
		},
		"one user of a proxy who claims many addresses": {
			func(int) string { return "203.0.113.5:1" },
			func(i int) string { return fmt.Sprintf("198.51.100.%d, 192.0.2.1", i) }, limitBurst,
		},
		"one who claims to be a proxy": {
			func(int) string { return "192.0.2.1:1" }, func(i int) string { return fmt.Sprintf("198.51.100.%d", i+1) }, limitBurst,
		},
	} {
		s := serverWith(t, func(c *Config) { c.Proxies = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")} })
		taken := 0
		for i := range 2 * limitBurst {
			forwarded := ""
			if tt.forwarded != nil {
				forwarded = tt.forwarded(i)
			}
			r := askFrom(s, tt.remote(i), forwarded)
			if r.StatusCode == http.StatusOK {
				taken++
				continue
			}
			seconds, err := strconv.Atoi(r.Header.Get("Retry-After"))
			if r.StatusCode != http.StatusTooManyRequests || err != nil || seconds < 1 {
				t.Fatalf("%s: got %d, Retry-After %q, want 429 in whole seconds", name, r.StatusCode, r.Header.Get("Retry-After"))
			}
		}
		if taken != tt.taken {
			t.Errorf("%s: %d of %d calls taken at once, want %d", name, taken, 2*limitBurst, tt.taken)
		}
	}
}

func TestAProxyNobodyNamedIsToldOfOnce(t *testing.T) {
	var log bytes.Buffer
	s := serverWith(t, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	askFrom(s, "127.0.0.1:1", "")
	for range 3 {
		askFrom(s, "127.0.0.1:1", "198.51.100.1")
	}
	if n := strings.Count(log.String(), "--trusted-proxies"); n != 1 {
		t.Errorf("told %d times, want once: %s", n, &log)
	}
}
