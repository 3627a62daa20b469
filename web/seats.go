package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// seatWait is when a caller for whom there is no seat is asked to try again: by
// then every token given out before has been used or has lapsed.
const seatWait = TokenLife

// Seats gives each token that is handed out a seat, so that whoever has one can
// call. A seat is kept for TokenLife, then for as long as the call lasts.
//
// Some seats, one in eight but at least one, are kept from each address, IPv6
// counted by /48, so that nobody can take them all; a class behind one address
// gets the rest. Loopback addresses may have all: who is on this machine, or
// behind a proxy nobody has named, cannot be told apart.
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

// booking is a seat kept for a room.
type booking struct {
	by netip.Prefix
	// until is when it lapses unless calls are held in the room.
	until time.Time
	calls int
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
	if b.calls--; b.calls <= 0 {
		delete(s.booked, room)
		return
	}
	s.booked[room] = b
}

// again is seatWait in words.
const again = "; try again in about a minute"

// noSeat says why there is no seat, and is answered with status.
type noSeat struct {
	status int
	why    Reason
	words  string
}

// allOf are seats in words, all there are of a kind.
func allOf(seats int, kind string) string {
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
	taken, own := 0, 0
	for room, b := range s.booked {
		if b.calls == 0 && !now.Before(b.until) {
			delete(s.booked, room)
			continue
		}
		taken += max(b.calls, 1)
		if b.by == by {
			own++
		}
	}
	switch {
	case taken >= s.all:
		return &noSeat{http.StatusServiceUnavailable, NoSeat, allOf(s.all, "")}
	case own >= s.share && !client.IsLoopback():
		return &noSeat{http.StatusTooManyRequests, AddressLimit, allOf(s.share, " for your address")}
	}
	s.booked[room] = booking{by: by, until: now.Add(TokenLife)}
	return nil
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
