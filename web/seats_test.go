package web

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// openHouse is a server with a number of seats, some taken by calls nobody asked
// it for.
func openHouse(t *testing.T, all, taken int) *Server {
	t.Helper()
	return serverWith(t, func(c *Config) {
		c.Seats = NewSeats(all, 0)
		for i := range taken {
			c.Seats.Begin(fmt.Sprint("another's room ", i))
		}
	})
}

// roomOf asks for a call from an address; room is empty if it was refused.
func roomOf(t *testing.T, s *Server, from string) (room string, r *http.Response, said ErrorReply) {
	t.Helper()
	r = askFrom(s, from+":1", "")
	var reply struct {
		CallReply
		ErrorReply
	}
	decode(t, r.Body, &reply)
	return reply.Room, r, reply.ErrorReply
}

func TestFiveClicksOnTheLastSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openHouse(t, 16, 15)
		var mu sync.Mutex
		statuses := map[int]int{}
		var clicks sync.WaitGroup
		for i := range 5 {
			clicks.Go(func() {
				_, r, said := roomOf(t, s, fmt.Sprintf("192.0.2.%d", i))
				mu.Lock()
				defer mu.Unlock()
				statuses[r.StatusCode]++
				if r.StatusCode == http.StatusOK {
					return
				}
				if r.Header.Get("Retry-After") != "60" || said.Error != "All 16 seats are taken; try again in about a minute" {
					t.Errorf("refused with Retry-After %q, %q", r.Header.Get("Retry-After"), said.Error)
				}
			})
		}
		clicks.Wait()
		if statuses[http.StatusOK] != 1 || statuses[http.StatusServiceUnavailable] != 4 {
			t.Errorf("statuses %v, want 200 once and 503 four times", statuses)
		}
		time.Sleep(TokenLife - time.Second)
		if room, _, _ := roomOf(t, s, "192.0.2.9"); room != "" {
			t.Error("the last seat was given away while its token is valid")
		}
		time.Sleep(time.Second)
		if room, _, _ := roomOf(t, s, "192.0.2.9"); room == "" {
			t.Error("an unused token did not give its seat back")
		}
	})
}

func TestASeatIsTakenByTheCallItWasKeptFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openHouse(t, 2, 0)
		first, _, _ := roomOf(t, s, "192.0.2.1")
		s.config.Seats.Begin(first)
		// One call, one seat: not one for the token and one for the call.
		second, _, said := roomOf(t, s, "192.0.2.2")
		if second == "" {
			t.Fatalf("refused with one of two seats taken: %q", said.Error)
		}
		s.config.Seats.Begin(second)
		time.Sleep(10 * TokenLife)
		if room, _, _ := roomOf(t, s, "192.0.2.3"); room != "" {
			t.Error("a third call of two seats")
		}
		s.config.Seats.End(first)
		if room, _, said := roomOf(t, s, "192.0.2.3"); room == "" {
			t.Errorf("refused after a call has ended: %q", said.Error)
		}
	})
}

// Short calls one after the other never wait for the lapse of tokens that were
// used.
func TestManyShortCallsInAMinute(t *testing.T) {
	s := openHouse(t, 2, 0)
	for i := range 10 {
		room, _, said := roomOf(t, s, fmt.Sprintf("192.0.2.%d", i))
		if room == "" {
			t.Fatalf("call %d refused: %q", i+1, said.Error)
		}
		s.config.Seats.Begin(room)
		s.config.Seats.End(room)
	}
}

func TestNoAddressHasAllSeats(t *testing.T) {
	for _, tt := range []struct {
		name  string
		all   int
		share int
		from  func(i int) string
		want  int
		says  string
	}{
		{"a class", 16, 0, func(int) string { return "192.0.2.1" }, 14, "All 14 seats for your address are taken"},
		{"a class of four", 4, 0, func(int) string { return "192.0.2.1" }, 3, "All 3 seats for your address are taken"},
		{"two seats", 2, 0, func(int) string { return "192.0.2.1" }, 1, "The only seat for your address is taken"},
		{"one seat", 1, 0, func(int) string { return "192.0.2.1" }, 1, "The only seat is taken"},
		{"as told", 16, 2, func(int) string { return "192.0.2.1" }, 2, "All 2 seats for your address are taken"},
		{"one customer's /48", 16, 0, func(i int) string { return fmt.Sprintf("[2001:db8:1:%x::1]", i) }, 14, "All 14 seats for your address are taken"},
		{"many addresses", 16, 0, func(i int) string { return fmt.Sprintf("192.0.2.%d", i) }, 16, "All 16 seats are taken"},
		{"this machine", 16, 0, func(int) string { return "127.0.0.1" }, 16, "All 16 seats are taken"},
	} {
		s := serverWith(t, func(c *Config) { c.Seats = NewSeats(tt.all, tt.share) })
		got, last := 0, ErrorReply{}
		for i := range 20 {
			room, _, said := roomOf(t, s, tt.from(i))
			if room != "" {
				got++
			} else {
				last = said
			}
		}
		if got != tt.want || last.Error != tt.says+"; try again in about a minute" {
			t.Errorf("%s: %d of %d seats, then %q; want %d, %q", tt.name, got, tt.all, last.Error, tt.want, tt.says)
		}
		if room, _, said := roomOf(t, s, "203.0.113.1"); (room == "") != (tt.want == tt.all) {
			t.Errorf("%s: a stranger after that got %q, %q", tt.name, room, said.Error)
		}
	}
}

func TestTurningAwayIsToldOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := serverWith(t, func(c *Config) {
			c.Seats, c.Log = NewSeats(1, 0), slog.New(slog.NewTextHandler(&log, nil))
		})
		s.config.Seats.Begin("another's room")
		for i := range 9 {
			roomOf(t, s, fmt.Sprintf("192.0.2.%d", i))
		}
		time.Sleep(time.Minute)
		roomOf(t, s, "192.0.2.9")
		if n := strings.Count(log.String(), "\n"); n != 2 || !strings.Contains(log.String(), "callers=9") {
			t.Errorf("%d lines, want 2, the second of nine callers:\n%s", n, &log)
		}
	})
}
