package web

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

func TestLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		for i := range limitBurst {
			if !l.take("a") {
				t.Fatalf("call %d refused, want %d taken at once", i+1, limitBurst)
			}
		}
		if l.take("a") {
			t.Errorf("call %d taken at once, want it refused", limitBurst+1)
		}
		if !l.take("b") {
			t.Error("another address refused")
		}
		time.Sleep(limitEvery)
		if !l.take("a") || l.take("a") {
			t.Errorf("want exactly one more call after %v", limitEvery)
		}
	})
}

func TestLimiterIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		for i := range limitCallers {
			l.take(fmt.Sprint(i))
		}
		if l.take("one more") {
			t.Errorf("address %d taken, want it refused", limitCallers+1)
		}
		time.Sleep(limitEvery + 1)
		if !l.take("one more") || len(l.full) != 1 {
			t.Errorf("after %v: %d addresses kept, want the new one alone", limitEvery, len(l.full))
		}
	})
}

func TestCallsAreLimited(t *testing.T) {
	s, _ := newTestServer(t)
	for range limitBurst {
		send(t, s, "POST", "/api/calls", `{}`, nil)
	}
	var reply ErrorReply
	r := send(t, s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval"}`, &reply)
	if r.StatusCode != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
		t.Errorf("got %d %+v, want 429 with Retry-After", r.StatusCode, reply)
	}
}
