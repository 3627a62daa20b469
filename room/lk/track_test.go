package lk

import (
	"math"
	"testing"
	"time"

	"parley/media"
	"parley/media/playout"
)

func TestLossLosesItsShare(t *testing.T) {
	for _, share := range []float64{0, 0.05, 0.5} {
		l := newLoss(share)
		const n = 20_000
		sent, lost := 0, 0
		for range n {
			before, ok := l.next()
			if ok {
				sent++
				lost += int(before)
			}
		}
		if got := float64(n-sent) / n; math.Abs(got-share) > 0.01 {
			t.Errorf("lost %.3f of the packets, want %.2f", got, share)
		}
		if missing := n - sent - lost; missing != int(l.lost) {
			t.Errorf("%d lost packets were not told of, want the last %d", missing, l.lost)
		}
	}
}

// A receiver knows by the sequence number that a packet is missing, so it must
// go on as if the packet had been sent.
func TestALostPacketLeavesAGap(t *testing.T) {
	tr, err := newTrack(0.5)
	if err != nil {
		t.Fatal(err)
	}
	at, dropped, kept := time.Now(), 0, 0
	for i := range 200 {
		s, sent, err := tr.sample(playout.Frame{
			PCM: make([]int16, media.FrameSamples), Level: 30, At: at.Add(time.Duration(i) * media.PTime),
		})
		if err != nil {
			t.Fatal(err)
		}
		if !sent {
			continue
		}
		kept++
		dropped += int(s.PrevDroppedPackets)
		if want := uint32(kept+dropped-1)*960 + 1; s.PacketTimestamp != want {
			t.Fatalf("packet %d after %d lost ones is at %d, want %d", kept, dropped, s.PacketTimestamp, want)
		}
	}
	if kept < 50 || dropped < 50 {
		t.Errorf("%d packets were sent and %d lost, want about 100 each", kept, dropped)
	}
}
