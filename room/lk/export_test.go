package lk

import (
	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/media/playout"
)

// Publish publishes one more track, and returns where to write and its SID.
func (r *Room) Publish(source livekit.TrackSource) (to playout.Sink, sid string, err error) {
	t, err := newTrack(0)
	if err != nil {
		return nil, "", err
	}
	pub, err := r.sdk.LocalParticipant.PublishTrack(t.local, &lksdk.TrackPublicationOptions{Source: source})
	if err != nil {
		return nil, "", err
	}
	return second{t}, pub.SID(), nil
}

type second struct{ *track }

// WriteFrame implements playout.Sink.
func (s second) WriteFrame(f playout.Frame) error { return s.write(f) }

// PublishMicrophone does what Join does last, once the connection is being closed.
func (r *Room) PublishMicrophone() error {
	<-r.guard.left
	return r.publish()
}

// Unpublish ends a track.
func (r *Room) Unpublish(sid string) error { return r.sdk.LocalParticipant.UnpublishTrack(sid) }

// CloseChannel ends the channel that texts are sent on, as a server does that
// closes the room, some milliseconds before it tells.
func (r *Room) CloseChannel() error {
	return r.guard.engine.GetDataChannel(livekit.DataPacket_RELIABLE).Close()
}

// Queued is how many packets wait behind the one being sent.
func (r *Room) Queued() int { return len(r.wire.queue) }
