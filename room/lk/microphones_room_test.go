package lk_test

import (
	"math"
	"testing"

	"github.com/livekit/protocol/livekit"

	"parley/media"
	"parley/media/playout"
	"parley/room/roomtest"
)

// syllables are a tone with pauses, as a voice has.
type syllables struct {
	playout.Sink
	frames int
}

// WriteFrame implements playout.Sink.
func (s *syllables) WriteFrame(f playout.Frame) error {
	if s.frames++; s.frames%20 < 5 {
		clear(f.PCM)
		f.Level, f.Voiced = media.Silent, false
	}
	return s.Sink.WriteFrame(f)
}

// publish publishes one more track of a peer's and sings on it.
func publish(t *testing.T, p *roomtest.Peer, source livekit.TrackSource, hz float64) (sid string) {
	t.Helper()
	to, sid, err := p.Publish(source)
	if err != nil {
		t.Fatal(err)
	}
	roomtest.Sing(t, &syllables{Sink: to}, hz)
	return sid
}

func unpublish(t *testing.T, p *roomtest.Peer, sid string) {
	t.Helper()
	if err := p.Unpublish(sid); err != nil {
		t.Fatal(err)
	}
}

// near is how near, in Hz, a tone with pauses is found.
const near = 100

// hears awaits half a second of a tone, and that nothing else was heard before.
func hears(t *testing.T, ear *roomtest.Peer, hz float64) {
	t.Helper()
	roomtest.Await(t, ear, func(h roomtest.Heard) bool { return math.Abs(h.Hz-hz) < near })
	got := roomtest.Await(t, ear, func(roomtest.Heard) bool { return true })
	if math.Abs(got.Hz-hz) > near {
		t.Errorf("after half a second of %.0f Hz comes one of %.0f", hz, got.Hz)
	}
}

// A client that publishes its microphone again, as after a change of network, is heard
// on one track at a time, and goes on when the first ends.
func TestAMicrophoneThatIsPublishedTwice(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "twice", "ana")
	ben := roomtest.Join(t, "twice", "ben")
	roomtest.Sing(t, &syllables{Sink: ana}, 440)
	hears(t, ben, 440)
	first := ana.TrackID()
	again := publish(t, ana, livekit.TrackSource_MICROPHONE, 1000)
	for range 3 {
		hears(t, ben, 440)
	}
	unpublish(t, ana, first)
	roomtest.Await(t, ben, func(h roomtest.Heard) bool { return math.Abs(h.Hz-1000) < near })
	hears(t, ben, 1000)
	for _, e := range ben.Unread() {
		if ended, is := e.(roomtest.AudioEnded); is {
			t.Errorf("%v, though one track goes on", ended)
		}
	}
	unpublish(t, ana, again)
	roomtest.Await(t, ben, func(e roomtest.AudioEnded) bool { return e.Who == "ana" })
}

// A client that says nothing of where its sound is from means its microphone; the sound
// of a shared screen is none.
func TestATrackWithoutASourceIsAMicrophone(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "sourceless", "ana")
	unpublish(t, ana, ana.TrackID())
	ben := roomtest.Join(t, "sourceless", "ben")
	publish(t, ana, livekit.TrackSource_SCREEN_SHARE_AUDIO, 440)
	publish(t, ana, livekit.TrackSource_UNKNOWN, 1000)
	hears(t, ben, 1000)
	if sid := ben.Microphone("ana"); sid == "" {
		t.Error("ana has no microphone")
	}
}
