package lk_test

import (
	"errors"
	"math"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/engine/enginetest"
	"parley/room/lk"
	"parley/room/roomtest"
)

// TestMain runs the tests with a LiveKit server.
func TestMain(m *testing.M) { os.Exit(roomtest.Main(m)) }

func TestParticipantsHearEachOther(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "hear", "ana")
	ben := roomtest.Join(t, "hear", "ben")
	roomtest.Sing(t, ana, 440)
	roomtest.Sing(t, ben, 1000)
	for _, c := range []struct {
		ear  *roomtest.Peer
		from string
		hz   float64
	}{{ben, "ana", 440}, {ana, "ben", 1000}} {
		got := roomtest.Await(t, c.ear, func(h roomtest.Heard) bool { return h.Who == c.from })
		if math.Abs(got.Hz-c.hz) > 10 {
			t.Errorf("%s sounds at %.0f Hz, want %.0f", c.from, got.Hz, c.hz)
		}
	}
}

func TestJoinToFirstPacket(t *testing.T) {
	ana := roomtest.Join(t, "first", "ana")
	roomtest.Sing(t, ana, 440)
	first := make(chan time.Time, 1)
	began := time.Now()
	ben := roomtest.Join(t, "first", "ben", func(_ *roomtest.Peer, c *lk.Config) {
		c.Events.Audio = func(string, []int16) {
			select {
			case first <- time.Now():
			default:
			}
		}
	})
	joined := time.Since(began)
	select {
	case at := <-first:
		t.Logf("joined and published in %v, first frame heard after %v", joined, at.Sub(began))
	case <-time.After(roomtest.Limit):
		t.Fatalf("%s hears nothing", ben.Identity())
	}
}

// TestJoinOfARoomThatIsDeleted: between the join and the publication the server may end
// both, as it does with a room that nobody visits.
func TestJoinOfARoomThatIsDeleted(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "deleted", "ana")
	api := lksdk.NewRoomServiceClient(roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret)
	if _, err := api.DeleteRoom(roomtest.Context(t), &livekit.DeleteRoomRequest{Room: "deleted"}); err != nil {
		t.Fatal(err)
	}
	if err := ana.PublishMicrophone(); !errors.Is(err, lk.ErrLost) {
		t.Errorf("the publication in a room that is gone: %v, want ErrLost", err)
	}
}

func TestAttributesAreConfirmed(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "attributes", "ana")
	ben := roomtest.Join(t, "attributes", "ben", func(_ *roomtest.Peer, c *lk.Config) { c.Attributes = map[string]string{"mood": "calm"} })
	roomtest.Await(t, ana, func(j roomtest.Joined) bool { return j.Who == "ben" })
	if err := ben.SetAttributes(roomtest.Context(t), map[string]string{"mood": "cross"}); err != nil {
		t.Fatal(err)
	}
	got := roomtest.Await(t, ana, func(a roomtest.Changed) bool { return a.Attributes["mood"] == "cross" })
	if got.Who != "ben" {
		t.Errorf("mood of %s changed, want ben's", got.Who)
	}
}

func TestLeavingIsSeenOnce(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "leaving", "ana")
	ben := roomtest.Join(t, "leaving", "ben")
	roomtest.Await(t, ana, func(j roomtest.Joined) bool { return j.Who == "ben" })
	began := time.Now()
	ben.Leave()
	t.Logf("left in %v", time.Since(began))
	ben.Leave()
	roomtest.Await(t, ana, func(l roomtest.Left) bool { return l.Who == "ben" })
	if err := ben.SendText(roomtest.Context(t), "lk.chat", "hello?"); err == nil {
		t.Error("a room that was left took a text, want an error")
	}
}

// TestLeavingWaitsForNoPacket leaves while a packet waits for a channel that the
// server has closed.
func TestLeavingWaitsForNoPacket(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "packet", "ana")
	if err := ana.SendText(roomtest.Context(t), "lk.chat", "hello"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(ana.CloseChannel(), ana.PostBytes("lk.chat", []byte("hello?"))); err != nil {
		t.Fatal(err)
	}
	for ana.Queued() > 2 { // of three packets
		runtime.Gosched()
	}
	clock := enginetest.Start()
	ana.Leave()
	if l := clock.Lapse(); l.Own > time.Second {
		t.Errorf("left in %v, want at most 1s", l.Took)
	}
}
