package web

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
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
				if r.Header.Get("Retry-After") != "15" || said.Error != "All 16 seats are taken; try again in a few seconds" {
					t.Errorf("refused with Retry-After %q, %q", r.Header.Get("Retry-After"), said.Error)
				}
			})
		}
		clicks.Wait()
		if statuses[http.StatusOK] != 1 || statuses[http.StatusServiceUnavailable] != 4 {
			t.Errorf("statuses %v, want 200 once and 503 four times", statuses)
		}
		time.Sleep(seatHold - time.Second)
		if room, _, _ := roomOf(t, s, "192.0.2.9"); room != "" {
			t.Error("the last seat was given away while its caller may be joining")
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
		if got != tt.want || !strings.HasPrefix(last.Error, tt.says+"; try again in ") {
			t.Errorf("%s: %d of %d seats, then %q; want %d, %q", tt.name, got, tt.all, last.Error, tt.want, tt.says)
		}
		// A seat kept for one of many tokens is given to who has none.
		mine := tt.want == tt.all && (tt.all == 1 || tt.name == "many addresses")
		if room, _, said := roomOf(t, s, "203.0.113.1"); (room == "") != mine {
			t.Errorf("%s: a stranger after that got %q, %q", tt.name, room, said.Error)
		}
	}
}

// Two addresses that ask for all seats and call nobody keep no third out, and
// who calls in earnest keeps the seat.
func TestTokensNobodyUsesKeepNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const greedy, second = "192.0.2.1", "192.0.2.2"
		s := openHouse(t, 16, 0)
		var asked []string
		for _, from := range []string{greedy, second} {
			for range 16 {
				if room, _, _ := roomOf(t, s, from); room != "" {
					asked = append(asked, room)
				}
			}
		}
		// 14 for the first; the second has the other 2 and takes from those until each has 8.
		if len(asked) != 14+8 {
			t.Fatalf("%d tokens were given out, want 22", len(asked))
		}
		held := 0
		for i := 0; held < 6; i++ {
			room, _, said := roomOf(t, s, fmt.Sprintf("198.51.100.%d", i))
			if room == "" {
				t.Fatalf("caller %d is refused while one address has most seats for nothing: %q", i, said.Error)
			}
			s.config.Seats.Begin(room)
			held++
		}
		// The tokens still let their holder in, as far as there are seats, and count for
		// the address meanwhile.
		for _, room := range asked[:14] {
			s.config.Seats.Begin(room)
		}
		if room, _, _ := roomOf(t, s, greedy); room != "" {
			t.Error("14 calls and another token for one address")
		}
		for _, room := range asked[:14] {
			s.config.Seats.End(room)
		}
		time.Sleep(seatHold)
		for i := range 10 {
			if room, _, said := roomOf(t, s, fmt.Sprintf("203.0.113.%d", i)); room == "" {
				t.Errorf("after the tokens lapsed %d got seats: %q", i, said.Error)
			}
		}
	})
}

// Whoever asks on and on for tokens has no more than a share at any time, though their
// seats are given to others long before the tokens lapse.
func TestTokensCountForTheirAddressWhileTheyAreValid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openHouse(t, 16, 0)
		valid := []time.Time{}
		for range 600 {
			time.Sleep(time.Second)
			valid = slices.DeleteFunc(valid, func(at time.Time) bool { return time.Since(at) >= TokenLife })
			if room, _, _ := roomOf(t, s, "192.0.2.1"); room != "" {
				valid = append(valid, time.Now())
			}
			if len(valid) > 14 {
				t.Fatalf("%d tokens of one address are valid, want 14 at most", len(valid))
			}
		}
		if n := len(s.config.Seats.booked); n > 2*14+1 {
			t.Errorf("%d tokens are kept in memory", n)
		}
	})
}

// Behind a proxy it is the user's address that has a share, each /48 of IPv6 one.
func TestAGreedyAddressBehindAProxy(t *testing.T) {
	for name, from := range map[string]func(i int) string{
		"one address":      func(int) string { return "203.0.113.7" },
		"one of many hops": func(i int) string { return fmt.Sprintf("198.51.100.%d, 203.0.113.7", i) },
		"one customer":     func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i) },
	} {
		s := serverWith(t, func(c *Config) {
			c.Seats, c.Proxies = NewSeats(16, 0), []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		})
		got := 0
		for i := range 20 {
			if askFrom(s, "127.0.0.1:9", from(i)).StatusCode == http.StatusOK {
				got++
			}
		}
		if got != 14 {
			t.Errorf("%s has %d of 16 seats, want 14", name, got)
		}
		for i := range 8 {
			if r := askFrom(s, "127.0.0.1:9", fmt.Sprintf("198.18.0.%d", i)); r.StatusCode != http.StatusOK {
				t.Errorf("%s keeps caller %d out: %d", name, i, r.StatusCode)
			}
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
