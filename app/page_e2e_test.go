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
// no other, and gives it back when it ends.
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
	room, err := lksdk.ConnectToRoomWithToken(given[0].URL, given[0].Token, lksdk.NewRoomCallback(), lksdk.WithAutoSubscribe(false))
	if err != nil {
		t.Fatal(err)
	}
	// The agent is in the room: it sees the caller go.
	apptest.Eventually(t, func() bool { return len(room.GetRemoteParticipants()) == 1 })
	apptest.Eventually(t, func() bool { return apptest.Scrape(t, s.Ops+"/metrics")["parley_calls_in_progress 1"] })
	if _, err := s.Ask(t.Context()); err == nil {
		t.Error("a third token while one of two seats has a call and the other is kept")
	}
	room.Disconnect()
	apptest.Eventually(t, func() bool { return apptest.Scrape(t, s.Ops+"/metrics")["parley_calls_in_progress 0"] })
	apptest.Eventually(t, func() bool {
		_, err := s.Ask(t.Context())
		return err == nil
	})
	if _, err := s.Ask(t.Context()); err == nil {
		t.Error("one seat became free and two were given")
	}
}
