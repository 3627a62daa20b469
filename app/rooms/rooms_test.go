package rooms_test

import (
	"os"
	"testing"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/app/rooms"
	"parley/room/roomtest"
)

// TestMain runs the tests with a LiveKit server.
func TestMain(m *testing.M) { os.Exit(roomtest.Main(m)) }

func dispatches(t *testing.T, room string) []*livekit.AgentDispatch {
	t.Helper()
	api := lksdk.NewAgentDispatchServiceClient(roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret)
	list, err := api.ListDispatch(roomtest.Context(t), &livekit.ListAgentDispatchRequest{Room: room})
	if err != nil {
		t.Fatal(err)
	}
	return list.GetAgentDispatches()
}

func recall(t *testing.T, k *rooms.Keeper, want int) {
	t.Helper()
	n, err := k.Recall(roomtest.Context(t))
	if n != want || err != nil {
		t.Errorf("asked for an agent in %d rooms, %v; want %d", n, err, want)
	}
}

// TestRecallAsksForWhoWaitsInVain: only where the agent was asked for, somebody waits
// and no job was given; and with what it was asked for.
func TestRecallAsksForWhoWaitsInVain(t *testing.T) {
	k := rooms.New(roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret, "keeper")
	recall(t, k, 0)
	roomtest.JoinWith(t, roomtest.Token(t, "other", "ana", "another", ""))
	roomtest.Join(t, "nobody-asked", "ana")
	recall(t, k, 0)
	roomtest.JoinWith(t, roomtest.Token(t, "waits", "ana", "keeper", "bribery"))
	recall(t, k, 1)
	all := dispatches(t, "waits")
	if len(all) != 2 || all[0].GetMetadata() != "bribery" || all[1].GetMetadata() != "bribery" {
		t.Errorf("dispatches are %v, want one more like the first", all)
	}
}

// TestClose: a room that is gone already is closed.
func TestClose(t *testing.T) {
	k := rooms.New(roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret, "keeper")
	roomtest.Join(t, "closes", "ana")
	for range 2 {
		if err := k.Close(roomtest.Context(t), "closes"); err != nil {
			t.Error(err)
		}
	}
}
