package lk

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/rtp"
	"github.com/pion/webrtc/v4"

	"parley/media"
)

const (
	// fillAfter is the silence on the wire after which silence is filled in:
	// the jitter a receiver bears anyway, so that a packet that is merely late
	// is not preceded by made-up silence.
	fillAfter = 60 * time.Millisecond
	// MaxFill is how much silence is filled in while a sender pauses: longer
	// than any endpointing waits.
	MaxFill = 3 * time.Second
	// maxRTP is the most bytes of an RTP packet: an MTU.
	maxRTP = 1500
)

// subscribed starts listening to a microphone; what else is sent does not come.
func (r *Room) subscribed(t *webrtc.TrackRemote, pub *lksdk.RemoteTrackPublication, p *lksdk.RemoteParticipant) {
	if r.config.Events.Audio == nil || r.ctx.Err() != nil {
		return
	}
	source := pub.Source()
	microphone := source == livekit.TrackSource_MICROPHONE || source == livekit.TrackSource_UNKNOWN
	if !microphone || !strings.EqualFold(t.Codec().MimeType, webrtc.MimeTypeOpus) {
		r.unsubscribe(pub)
		return
	}
	receiver, err := media.NewReceiver()
	if err != nil {
		r.log.Error("listen to track", "track", pub.SID(), "err", err)
		return
	}
	identity := p.Identity()
	r.Go(func(ctx context.Context) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		h := &hearing{receiver: receiver, audio: r.microphone(identity, pub.SID(), func() {
			cancel()
			r.unsubscribe(pub)
		})}
		if h.before = r.preconnected(pub.TrackInfo(), identity); h.before != nil {
			h.audio = h.before.frame
		}
		stop := context.AfterFunc(ctx, func() { _ = t.SetReadDeadline(time.Now()) })
		defer stop()
		h.read(ctx, remote{t})
		s := receiver.Stats()
		r.log.Debug("a track was heard", "track", pub.SID(), "packets", s.Packets, "lost", s.Lost, "late", s.Late,
			"malformed", s.Malformed, "concealed", s.Concealed)
		r.silenced(identity, pub.SID())
	})
}

// unsubscribe has the server send no more of a track. It does not wait for that.
func (r *Room) unsubscribe(pub *lksdk.RemoteTrackPublication) {
	r.Go(func(context.Context) {
		if err := pub.SetSubscribed(false); err != nil {
			r.log.Info("a track that nobody listens to still comes", "track", pub.SID(), "err", err)
		}
	})
}

// hearing is the way of one track's packets to frames. Browsers send nothing,
// or a packet every 400 ms, while the speaker is silent (DTX), and nothing while
// muted. The receiver can fill such a gap only when the next packet comes; the
// end of a turn has to be noticed before, so silence is filled in as it passes,
// and what the receiver then fills in late is left out.
type hearing struct {
	receiver *media.Receiver
	audio    func(pcm []int16)
	before   *preconnect // what was said while connecting, nil if nothing was recorded
	silence  [media.FrameSamples]int16
	// ahead is how many frames were filled in that the sender's clock has not
	// passed yet; filled counts them since the last packet.
	ahead, filled int
}

// deadliner is a track as read needs it.
type deadliner interface {
	ReadRTPBytes(b []byte) (int, error)
	SetReadDeadline(t time.Time) error
}

// remote is a pion track as a deadliner.
type remote struct{ *webrtc.TrackRemote }

func (r remote) ReadRTPBytes(b []byte) (int, error) {
	n, _, err := r.Read(b)
	return n, err
}

// read listens until the track ends and nothing said before is behind, or ctx
// ends.
func (h *hearing) read(ctx context.Context, t deadliner) {
	defer h.before.catchUp(ctx)
	var pkt rtp.Packet
	buf := make([]byte, maxRTP)
	next := time.Time{} // when to fill in; zero is never
	if h.before.behind() {
		next = time.Now().Add(fillAfter)
	}
	for ctx.Err() == nil {
		if err := t.SetReadDeadline(next); err != nil {
			return
		}
		n, err := t.ReadRTPBytes(buf)
		now := time.Now()
		var timeout net.Error
		switch {
		case errors.As(err, &timeout) && timeout.Timeout():
			next = h.fill(next, now)
			continue
		case err != nil:
			return
		}
		if pkt.Unmarshal(buf[:n]) != nil {
			continue
		}
		h.filled = 0
		h.receiver.Push(pkt.SequenceNumber, pkt.Timestamp, pkt.Payload, h.emit)
		if len(pkt.Payload) > 0 {
			next = now.Add(fillAfter)
		}
	}
}

// fill emits the silence due since due and returns when more is.
func (h *hearing) fill(due, now time.Time) time.Time {
	for ; !due.After(now); due = due.Add(media.PTime) {
		if media.Duration(h.filled*media.FrameSamples) >= MaxFill && !h.before.behind() {
			return time.Time{}
		}
		h.filled++
		h.ahead++
		h.audio(h.silence[:])
	}
	return due
}

// emit passes on a frame, unless it is silence that was filled in already. Sound
// that was merely late is never left out.
func (h *hearing) emit(pcm []int16) {
	if h.ahead > 0 {
		if isSilence(pcm) {
			h.ahead--
			return
		}
		h.ahead = 0
	}
	h.audio(pcm)
}

func isSilence(pcm []int16) bool {
	for _, s := range pcm {
		if s != 0 {
			return false
		}
	}
	return true
}
