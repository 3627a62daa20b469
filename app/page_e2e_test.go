package app_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/app/apptest"
	"parley/web"
)

// TestTheCallerPastTheLastSeatIsTold lets five ask at once for two seats: two
// get a token, three are told at once. A call takes the seat its token had, and
// no other, and gives it back when it ends. Both seats have a call, so that it does
// not matter how long this takes: a seat kept for a token alone is free after a while.
func TestTheCallerPastTheLastSeatIsTold(t *testing.T) {
	t.Parallel()
	c := apptest.Config(t)
	c.MaxCalls = 2
	s := apptest.StartWith(t, c)
	defer http.DefaultClient.CloseIdleConnections()
	var (
		mu     sync.Mutex
		given  []web.CallReply
		clicks sync.WaitGroup
	)
	for range 5 {
		clicks.Go(func() {
			reply, err := s.Ask(t.Context())
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				given = append(given, reply)
			} else if !strings.Contains(err.Error(), "All 2 seats are taken; try again in a few seconds") {
				t.Errorf("refused: %v", err)
			}
		})
	}
	clicks.Wait()
	if len(given) != 2 {
		t.Fatalf("%d of 5 got a token, want 2", len(given))
	}
	if !apptest.Scrape(t, s.Ops+"/metrics")[`parley_callers_turned_away_total{reason="seats"} 3`] {
		t.Error("the three who were turned away are not counted")
	}
	var rooms []*lksdk.Room
	for _, seat := range given {
		room, err := lksdk.ConnectToRoomWithToken(seat.URL, seat.Token, lksdk.NewRoomCallback(), lksdk.WithAutoSubscribe(false))
		if err != nil {
			t.Fatal(err)
		}
		defer room.Disconnect()
		// The agent is in the room: it sees the caller go.
		apptest.Eventually(t, func() bool { return len(room.GetRemoteParticipants()) == 1 })
		rooms = append(rooms, room)
	}
	apptest.Eventually(t, func() bool { return apptest.Scrape(t, s.Ops+"/metrics")["parley_calls_in_progress 2"] })
	if _, err := s.Ask(t.Context()); err == nil {
		t.Error("a third token while both seats have a call")
	}
	rooms[0].Disconnect()
	apptest.Eventually(t, func() bool { return apptest.Scrape(t, s.Ops+"/metrics")["parley_calls_in_progress 1"] })
	apptest.Eventually(t, func() bool {
		_, err := s.Ask(t.Context())
		return err == nil
	})
	if _, err := s.Ask(t.Context()); err == nil {
		t.Error("one seat became free and two were given")
	}
}
