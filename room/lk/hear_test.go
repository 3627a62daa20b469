package lk

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pion/rtp"

	"parley/media"
)

// wireTrack is a track whose packets come at set times.
type wireTrack struct {
	packets  chan []byte
	deadline time.Time
}

var _ deadliner = (*wireTrack)(nil)

type timeout struct{}

var _ net.Error = timeout{}

func (timeout) Error() string   { return "timeout" }
func (timeout) Timeout() bool   { return true }
func (timeout) Temporary() bool { return true }

func (w *wireTrack) SetReadDeadline(t time.Time) error {
	w.deadline = t
	return nil
}

func (w *wireTrack) ReadRTPBytes(b []byte) (int, error) {
	var late <-chan time.Time
	if !w.deadline.IsZero() {
		late = time.After(time.Until(w.deadline))
	}
	select {
	case p, ok := <-w.packets:
		if !ok {
			return 0, io.EOF
		}
		return copy(b, p), nil
	case <-late:
		return 0, timeout{}
	}
}

// sender sends packets of a tone: each the n-th of its sender's clock.
func (w *wireTrack) sender(t *testing.T) func(n int) {
	t.Helper()
	enc, err := media.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	sent := uint16(0)
	return func(n int) {
		var pcm [media.FrameSamples]int16
		for i := range pcm {
			pcm[i] = int16(i % 40 * 400)
		}
		opus, err := enc.Encode(pcm[:])
		if err != nil {
			t.Fatal(err)
		}
		sent++
		p := rtp.Packet{Header: rtp.Header{Version: 2, SequenceNumber: sent, Timestamp: uint32(n) * 960}, Payload: opus}
		b, err := p.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		w.packets <- b
	}
}

// hearTest runs send against a hearing and returns when each frame came and
// whether it was sound.
func hearTest(t *testing.T, send func(packet func(n int))) (at []time.Duration, sound []bool) {
	synctest.Test(t, func(t *testing.T) {
		receiver, err := media.NewReceiver()
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		track := &wireTrack{packets: make(chan []byte)}
		h := &hearing{receiver: receiver, audio: func(pcm []int16) {
			at = append(at, time.Since(began))
			sound = append(sound, !isSilence(pcm))
		}}
		done := make(chan struct{})
		go func() { h.read(t.Context(), track); close(done) }()
		send(track.sender(t))
		close(track.packets)
		<-done
	})
	return at, sound
}

// A browser with DTX sends a packet every 400 ms while its user is silent.
func TestSilenceFillsInAsItPasses(t *testing.T) {
	at, _ := hearTest(t, func(packet func(int)) {
		packet(0)
		time.Sleep(400 * time.Millisecond)
		packet(20)
		time.Sleep(20 * time.Millisecond)
		packet(21)
	})
	if len(at) != 22 {
		t.Fatalf("%d frames in 22 packet times, want 22", len(at))
	}
	for n, when := range at {
		if due := time.Duration(n) * media.PTime; when < due || when > due+fillAfter {
			t.Errorf("frame %d came after %v, want within %v of %v", n, when, fillAfter, due)
		}
	}
}

func TestLateSoundIsNeverLeftOut(t *testing.T) {
	_, sound := hearTest(t, func(packet func(int)) {
		packet(0)
		time.Sleep(200 * time.Millisecond) // the network stalls
		for n := 1; n <= 10; n++ {
			packet(n)
		}
	})
	heard := 0
	for _, s := range sound {
		if s {
			heard++
		}
	}
	if heard != 11 {
		t.Errorf("%d of 11 frames of sound were heard, want all", heard)
	}
}

func TestFillingEnds(t *testing.T) {
	at, _ := hearTest(t, func(packet func(int)) {
		packet(0)
		time.Sleep(time.Minute) // muted
	})
	if want := int(MaxFill/media.PTime) + 1; len(at) != want {
		t.Errorf("%d frames in a minute after one packet, want %d", len(at), want)
	}
}

func BenchmarkHear(b *testing.B) {
	receiver, err := media.NewReceiver()
	if err != nil {
		b.Fatal(err)
	}
	enc, err := media.NewEncoder()
	if err != nil {
		b.Fatal(err)
	}
	opus, err := enc.Encode(make([]int16, media.FrameSamples))
	if err != nil {
		b.Fatal(err)
	}
	h := &hearing{receiver: receiver, audio: func([]int16) {}}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		h.receiver.Push(uint16(n), uint32(n)*960, opus, h.emit)
	}
}
