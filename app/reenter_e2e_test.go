package app_test

import (
	"testing"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/bench"
	"parley/web"
)

// TestReenteringTakesNoSeatBeyondTheLast has a caller hang up, another take the
// only seat, and the first come back with the token it had, which no seat check
// sees: it is told in the room that there is no seat, and the call under way
// goes on.
func TestReenteringTakesNoSeatBeyondTheLast(t *testing.T) {
	t.Parallel()
	h := newHouse(t, 1)
	who := web.NewCaller(parley.Dispatch{Scenario: bench.Scene})
	token, err := web.CallToken(h.livekit.Key, h.livekit.Secret, app.DefaultAgent, who)
	if err != nil {
		t.Fatal(err)
	}
	first, err := h.join(who.Room, token)
	if err != nil {
		t.Fatal(err)
	}
	<-first.heard
	first.Leave()
	rooms := lksdk.NewRoomServiceClient(h.livekit.URL, h.livekit.Key, h.livekit.Secret)
	apptest.Eventually(t, func() bool { // LiveKit sends no agent to a room that is still there
		list, err := rooms.ListRooms(t.Context(), &livekit.ListRoomsRequest{Names: []string{who.Room}})
		return err == nil && len(list.GetRooms()) == 0 && h.free(0) == 1
	})
	second := h.fill(1)[0]
	again, err := h.join(who.Room, token)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Leave()
	select {
	case e := <-again.ended:
		if e.Outcome != parley.Failed || e.Code != parley.EndedFull {
			t.Errorf("who came back was told %+v, want that all seats are taken", e)
		}
	case <-again.heard:
		t.Error("who came back hears somebody: more calls than seats")
	case <-time.After(apptest.Patience):
		t.Error("who came back is told nothing")
	}
	if free, all := h.agents[0].Seats(); free != 0 || all != 1 {
		t.Errorf("%d of %d seats are free, want none of one", free, all)
	}
	select {
	case e := <-second.ended:
		t.Errorf("the call under way ended: %+v", e)
	default:
	}
}
