package room

import (
	"maps"
	"slices"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
)

// Interrupt breaks the call's connection in one of the ways the SDK can.
func (c *Call) Interrupt(how lksdk.SimulateScenario) { c.room.sdk.Simulate(how) }

// Microphone is the SID of identity's microphone track, as r knows it.
func (r *Room) Microphone(identity string) string { return r.guard.roster.microphone(identity) }

// AttributesOf are identity's attributes, as r knows them.
func (r *Room) AttributesOf(identity string) map[string]string {
	r.guard.roster.mu.Lock()
	defer r.guard.roster.mu.Unlock()
	return maps.Clone(r.guard.roster.present[identity].GetAttributes())
}

// Impatient makes w give a connection up after that much silence of the server.
// Before Serve only.
func (w *Worker) Impatient(silence time.Duration) { w.silence = silence }

// Knows reports whether the call's agent knows that identity is in the room.
func (c *Call) Knows(identity string) bool {
	return slices.Contains(c.room.guard.roster.others(""), identity)
}

// CloseChannel ends the channel that texts are sent on, as a server does that
// closes the room, some milliseconds before it tells.
func (r *Room) CloseChannel() error {
	return r.guard.engine.GetDataChannel(livekit.DataPacket_RELIABLE).Close()
}

// Queued is how many packets wait behind the one being sent.
func (r *Room) Queued() int { return len(r.wire.queue) }

// PostBytes sends a stream of bytes to everyone.
func (r *Room) PostBytes(topic string, data []byte) error { return r.postBytes(topic, data) }
