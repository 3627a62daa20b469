package lk

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/webrtc/v4"
	pionmedia "github.com/pion/webrtc/v4/pkg/media"

	"parley/media"
	"parley/media/playout"
)

// clockRate is Opus's RTP clock in Hz, whatever the audio's rate (RFC 7587).
const clockRate = 48000

// track is the participant's own microphone track.
type track struct {
	local *lksdk.LocalTrack

	mu    sync.Mutex
	pack  *playout.Packer
	sid   string
	first time.Time
	level uint8
	loss  loss
}

// newTrack makes a track that loses a share of its packets.
func newTrack(lost float64) (*track, error) {
	pack, err := playout.NewPacker()
	if err != nil {
		return nil, err
	}
	local, err := lksdk.NewLocalTrack(webrtc.RTPCodecCapability{
		MimeType: webrtc.MimeTypeOpus, ClockRate: clockRate, Channels: 2, // as its SDP always says
		SDPFmtpLine: "minptime=10;useinbandfec=1",
	})
	return &track{local: local, pack: pack, loss: newLoss(lost)}, err
}

// publish offers the track to the room.
func (t *track) publish(p *lksdk.LocalParticipant) error {
	_, err := p.PublishTrack(t.local, &lksdk.TrackPublicationOptions{
		Name: "voice", Source: livekit.TrackSource_MICROPHONE,
	})
	return err
}

// named notes the SID the server gave the track.
func (t *track) named(sid string) {
	t.mu.Lock()
	t.sid = sid
	t.mu.Unlock()
}

// write encodes and sends one frame.
func (t *track) write(f playout.Frame) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, sent, err := t.sample(f)
	if err != nil || !sent {
		return err
	}
	if err := t.local.WriteSample(s, &lksdk.SampleWriteOptions{AudioLevel: &t.level}); err != nil {
		return fmt.Errorf("write packet: %w", err)
	}
	return nil
}

// sample is the packet of one frame, and whether it is sent. The RTP time is
// counted from when packets are due, in whole packets, so it is continuous
// however late the packets are written. Under mu.
func (t *track) sample(f playout.Frame) (s pionmedia.Sample, sent bool, err error) {
	if t.first.IsZero() {
		t.first = f.At
	}
	opus, err := t.pack.Pack(f)
	if err != nil {
		return s, false, fmt.Errorf("pack frame: %w", err)
	}
	packets := (f.At.Sub(t.first) + media.PTime/2) / media.PTime
	t.level = f.Level
	lost, sent := t.loss.next()
	return pionmedia.Sample{
		Data: opus, Duration: media.PTime, PrevDroppedPackets: lost,
		// From 1, as 0 stands for no timestamp.
		PacketTimestamp: uint32(packets)*(clockRate/50) + 1,
	}, sent, nil
}

// TrackID is the SID of the participant's own track, or empty.
func (r *Room) TrackID() string {
	if r.track == nil {
		return ""
	}
	r.track.mu.Lock()
	defer r.track.mu.Unlock()
	return r.track.sid
}

// loss loses packets before they are sent, for measuring what a bad network
// does to a call. The zero value loses none; the same share loses the same ones.
type loss struct {
	share float64
	rng   *rand.Rand
	// lost counts the packets since the last that was not.
	lost uint16
}

func newLoss(share float64) loss {
	return loss{share: share, rng: rand.New(rand.NewPCG(5, 20))}
}

// next reports whether the next packet is sent, and how many were lost before
// it.
func (l *loss) next() (lost uint16, sent bool) {
	if l.share > 0 && l.rng.Float64() < l.share {
		l.lost++
		return 0, false
	}
	lost, l.lost = l.lost, 0
	return lost, true
}
