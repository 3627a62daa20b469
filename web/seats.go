package web

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// seatHold is how long a seat is kept for a token with which nobody has joined yet:
// a page joins within a second or two of asking, so what is unused by then is
// given to others.
const seatHold = 15 * time.Second

// tokenLeeway is for how long LiveKit takes a token that has lapsed
// (go-jose v3, jwt.DefaultLeeway).
const tokenLeeway = time.Minute

// Seats gives each token that is handed out a seat, so that whoever has one can
// call. A seat is kept for seatHold, then for as long as the call lasts.
//
// Some seats, one in eight but at least one, are kept from each address, IPv6
// counted by /48, so that nobody can take them all; a class behind one address
// gets the rest. A token counts for the address that asked for it as long as it is
// valid, used or not, and then as long as its call lasts. Loopback addresses may have all: who is on this machine, or
// behind a proxy nobody has named, cannot be told apart.
//
// While all seats are taken, one that is kept for a token nobody has used goes to an
// address that has at least two fewer than the address it was kept for: who only
// asks for tokens keeps nobody out.
//
// It is safe for concurrent use.
type Seats struct {
	all, share int

	mu     sync.Mutex
	booked map[string]booking // by room
	// away is how many were turned away since that was last told.
	away int
	told time.Time
}

// booking is a token that was given out for a room.
type booking struct {
	by netip.Prefix
	// made is when it was given out.
	made time.Time
	// held is when its seat is given to others unless calls are held in the room;
	// zero once there was a call.
	held  time.Time
	calls int
}

// useless reports whether nobody can join with b any more.
func (b booking) useless(now time.Time) bool { return now.Sub(b.made) >= TokenLife+tokenLeeway }

// seats is how many are taken by b at a time.
func (b booking) seats(now time.Time) int {
	if b.calls == 0 && now.Before(b.held) {
		return 1
	}
	return b.calls
}

// counts reports whether b is one of its address's share.
func (b booking) counts(now time.Time) bool {
	return b.calls > 0 || !b.held.IsZero() && now.Sub(b.made) < TokenLife
}

// NewSeats are all seats of the agents that Begin and End are told of; share is
// how many of them one address may have, 0 for all but one in eight.
func NewSeats(all, share int) *Seats {
	if share <= 0 {
		share = max(1, all-max(1, all/8))
	}
	return &Seats{all: all, share: share, booked: map[string]booking{}}
}

// Begin notes that a call takes its seat in room.
func (s *Seats) Begin(room string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.booked[room]
	b.calls++
	s.booked[room] = b
}

// End notes that a call noted by Begin has left its seat, which is then free.
func (s *Seats) End(room string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.booked[room]
	b.calls--
	b.held = time.Time{} // who comes back with the same token may find another in the seat
	if b.calls <= 0 && b.useless(time.Now()) {
		delete(s.booked, room)
		return
	}
	s.booked[room] = b
}

// noSeat says why there is no seat, and is answered with status.
type noSeat struct {
	status int
	why    Reason
	words  string
	// wait is when to ask again.
	wait time.Duration
}

// allOf are seats in words, all there are of a kind, none of which is free for wait.
func allOf(seats int, kind string, wait time.Duration) string {
	again := "; try again in about a minute"
	if wait < TokenLife {
		again = "; try again in a few seconds"
	}
	if seats == 1 {
		return "The only seat" + kind + " is taken" + again
	}
	return fmt.Sprintf("All %d seats%s are taken%s", seats, kind, again)
}

// book keeps a seat in room for client, or says why not.
func (s *Seats) book(room string, client netip.Addr) *noSeat {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	by := network(client, customerBits)
	c := s.count(now)
	over := c.tokens[by] >= s.share && !client.IsLoopback()
	// More than all are taken once a caller has come whose seat had been given away.
	freed := func() bool { return !over && c.taken == s.all && s.takeBack(now, c.seats, c.seats[by]+2) }
	switch {
	case c.taken >= s.all && !freed():
		return &noSeat{http.StatusServiceUnavailable, NoSeat, allOf(s.all, "", c.wait), c.wait}
	case over:
		return &noSeat{http.StatusTooManyRequests, AddressLimit, allOf(s.share, " for your address", TokenLife), TokenLife}
	}
	s.booked[room] = booking{by: by, made: now, held: now.Add(seatHold)}
	return nil
}

// census is who has what.
type census struct {
	taken int
	// seats are those that each address has, tokens what counts for its share.
	seats, tokens map[netip.Prefix]int
	// wait is when to ask again if no seat is free: once the next token lapses, or
	// in a while if all are in use.
	wait time.Duration
}

// count forgets, too, the tokens that nobody can use any more.
func (s *Seats) count(now time.Time) census {
	c := census{seats: map[netip.Prefix]int{}, tokens: map[netip.Prefix]int{}, wait: TokenLife}
	for room, b := range s.booked {
		if b.calls == 0 && b.useless(now) {
			delete(s.booked, room)
			continue
		}
		n := b.seats(now)
		c.taken += n
		c.seats[b.by] += n
		if b.calls == 0 && n > 0 {
			c.wait = min(c.wait, b.held.Sub(now))
		}
		if b.counts(now) {
			c.tokens[b.by]++
		}
	}
	return c
}

// takeBack frees the seat that has waited for longest of those kept for tokens of the
// address with the most seats, if that has least or more; of is how many each has.
func (s *Seats) takeBack(now time.Time, of map[netip.Prefix]int, least int) bool {
	oldest := ""
	for room, b := range s.booked {
		if b.calls > 0 || !now.Before(b.held) || of[b.by] < least {
			continue
		}
		o := s.booked[oldest]
		if oldest == "" || of[b.by] > of[o.by] || of[b.by] == of[o.by] && b.made.Before(o.made) {
			oldest = room
		}
	}
	if oldest == "" {
		return false
	}
	b := s.booked[oldest]
	b.held = now
	s.booked[oldest] = b
	return true
}

// tell logs that somebody was turned away, once a minute at most.
func (s *Seats) tell(log *slog.Logger) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away++
	if now := time.Now(); now.Sub(s.told) >= time.Minute {
		log.Warn("callers turned away: no seat is free for them", "callers", s.away)
		s.away, s.told = 0, now
	}
}

// ServeWaiting answers on l for a process that waits for what it needs: /healthz that
// it is alive, everything else 503 and why. It returns when ctx ends and leaves l open
// for the process itself.
func ServeWaiting(ctx context.Context, l net.Listener, why error) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, struct{}{}) })
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		retryAfter(w, readyAgain)
		refuse(w, http.StatusServiceUnavailable, "", why.Error())
	})
	lent := &lentListener{Listener: l}
	defer lent.giveBack()
	return serve(ctx, lent, mux, readyAgain, slog.Default())
}

// lentListener is one that a server ends without closing it.
type lentListener struct{ net.Listener }

// deadliner is what a TCP listener can do besides.
type deadliner interface{ SetDeadline(t time.Time) error }

// Close has Accept return and leaves the listener open.
func (l *lentListener) Close() error {
	if d, ok := l.Listener.(deadliner); ok {
		return d.SetDeadline(time.Unix(1, 0))
	}
	return l.Listener.Close()
}

// giveBack has the listener accept again.
func (l *lentListener) giveBack() {
	if d, ok := l.Listener.(deadliner); ok {
		_ = d.SetDeadline(time.Time{}) // fails only where it is closed
	}
}
