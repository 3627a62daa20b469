package lk

import "github.com/livekit/protocol/livekit"

// CloseChannel ends the channel that texts are sent on, as a server does that
// closes the room, some milliseconds before it tells.
func (r *Room) CloseChannel() error {
	return r.guard.engine.GetDataChannel(livekit.DataPacket_RELIABLE).Close()
}

// Queued is how many packets wait behind the one being sent.
func (r *Room) Queued() int { return len(r.wire.queue) }
