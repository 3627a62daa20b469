package room_test

import (
	"errors"
	"math"
	"runtime"
	"testing"
	"time"

	"parley/room"
)

func TestParticipantsHearEachOther(t *testing.T) {
	t.Parallel()
	ana := join(t, "hear", "ana")
	ben := join(t, "hear", "ben")
	sing(t, ana, 440)
	sing(t, ben, 1000)
	for _, c := range []struct {
		ear  *peer
		from string
		hz   float64
	}{{ben, "ana", 440}, {ana, "ben", 1000}} {
		got := await(t, c.ear, func(h heard) bool { return h.who == c.from })
		if math.Abs(got.hz-c.hz) > 10 {
			t.Errorf("%s sounds at %.0f Hz, want %.0f", c.from, got.hz, c.hz)
		}
	}
}

func TestJoinToFirstPacket(t *testing.T) {
	ana := join(t, "first", "ana")
	sing(t, ana, 440)
	first := make(chan time.Time, 1)
	began := time.Now()
	ben := join(t, "first", "ben", func(_ *peer, c *room.Config) {
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
	case <-time.After(limit):
		t.Fatalf("%s hears nothing", ben.Identity())
	}
}

func TestAttributesAreConfirmed(t *testing.T) {
	t.Parallel()
	ana := join(t, "attributes", "ana")
	ben := join(t, "attributes", "ben", func(_ *peer, c *room.Config) { c.Attributes = map[string]string{"mood": "calm"} })
	await(t, ana, func(j joined) bool { return j.who == "ben" })
	if err := ben.SetAttributes(testContext(t), map[string]string{"mood": "cross"}); err != nil {
		t.Fatal(err)
	}
	got := await(t, ana, func(a attributes) bool { return a.changed["mood"] == "cross" })
	if got.who != "ben" {
		t.Errorf("mood of %s changed, want ben's", got.who)
	}
}

func TestLeavingIsSeenOnce(t *testing.T) {
	t.Parallel()
	ana := join(t, "leaving", "ana")
	ben := join(t, "leaving", "ben")
	await(t, ana, func(j joined) bool { return j.who == "ben" })
	began := time.Now()
	ben.Leave()
	t.Logf("left in %v", time.Since(began))
	ben.Leave()
	await(t, ana, func(l left) bool { return l.who == "ben" })
	if err := ben.SendText(testContext(t), "lk.chat", "hello?"); err == nil {
		t.Error("a room that was left took a text, want an error")
	}
}

// TestLeavingWaitsForNoPacket leaves while a packet waits for a channel that the
// server has closed.
func TestLeavingWaitsForNoPacket(t *testing.T) {
	t.Parallel()
	ana := join(t, "packet", "ana")
	if err := ana.SendText(testContext(t), "lk.chat", "hello"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(ana.CloseChannel(), ana.PostBytes("lk.chat", []byte("hello?"))); err != nil {
		t.Fatal(err)
	}
	for ana.Queued() > 2 { // of three packets
		runtime.Gosched()
	}
	began := time.Now()
	ana.Leave()
	if took := time.Since(began); took > time.Second {
		t.Errorf("left in %v, want at most 1s", took)
	}
}
