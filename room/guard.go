package room

import (
	"errors"
	"fmt"
	"reflect"
	"time"
	"unsafe"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/webrtc/v4"
)

// guard stands between the SDK's engine and its room. It exists for four things
// the SDK (v2.17.0) gets wrong and offers no hook for (livekit.md section 2.8):
//
//   - A text stream's trailer with attributes, for a header without, writes to a
//     nil map on the data channel's goroutine: any peer can end the process, and
//     every call in it, with two packets. The guard takes text streams itself.
//   - Stream readers grow without bound. The guard's have limits.
//   - Participant callbacks are started as separate goroutines, so a join can be
//     seen after the leave. The guard sees the updates in their order.
//   - Leaving a room closes the connection before the server has read of it.
//
// It is put in place through reflection, as the engine's handler is unexported;
// TestGuardFits fails if a new version of the SDK no longer allows that.
type guard struct {
	*lksdk.Room
	engine *lksdk.RTCEngine
	room   *Room
	parted chan struct{} // closed when part has run
	roster *roster
	texts  *texts
}

func newGuard(r *Room) *guard {
	return &guard{Room: r.sdk, room: r, parted: make(chan struct{}), roster: newRoster(r.emit), texts: newTexts(r.config.Topics, r.text)}
}

// install makes g the handler of its room's engine. Before the join only.
func (g *guard) install() error {
	engine := reflect.ValueOf(g.Room).Elem().FieldByName("engine")
	if engine.Kind() != reflect.Pointer || engine.IsNil() {
		return errors.New("the sdk's room has no engine")
	}
	handler := engine.Elem().FieldByName("engineHandler")
	switch {
	case handler.Kind() != reflect.Interface:
		return errors.New("the sdk's engine has no handler")
	case !reflect.TypeOf(g).Implements(handler.Type()):
		return fmt.Errorf("the guard is no %v", handler.Type())
	}
	reflect.NewAt(handler.Type(), unsafe.Pointer(handler.UnsafeAddr())).Elem().Set(reflect.ValueOf(g))
	g.engine = (*lksdk.RTCEngine)(engine.UnsafePointer())
	g.engine.OnClose(g.part)
	return nil
}

const (
	// partTimeout is how long the server may take to act on a leave; 2 to 10 ms
	// measured.
	partTimeout = 300 * time.Millisecond
	partPoll    = 2 * time.Millisecond
)

// part runs between the SDK's sending that it leaves and its closing of the
// connections, and waits until the server has closed them on its side. Without
// that the close may overtake the message (TCP resets what is unread), and the
// server believes for 15 s more that the participant is there.
func (g *guard) part() {
	defer close(g.parted)
	pc := g.LocalParticipant.GetPublisherPeerConnection()
	if pc == nil || pc.ConnectionState() < webrtc.PeerConnectionStateConnected {
		return
	}
	tick := time.NewTicker(partPoll)
	defer tick.Stop()
	timeout := time.After(partTimeout)
	for pc.ConnectionState() == webrtc.PeerConnectionStateConnected {
		select {
		case <-tick.C:
		case <-timeout:
			return
		}
	}
}

// OnRoomJoined sees who is in the room already.
func (g *guard) OnRoomJoined(room *livekit.Room, own *livekit.ParticipantInfo, others []*livekit.ParticipantInfo,
	server *livekit.ServerInfo, sifTrailer []byte) {
	g.Room.OnRoomJoined(room, own, others, server, sifTrailer)
	g.roster.replace(others)
	g.room.own.changed()
}

// OnRestarted sees who is in the room after a connection made anew.
func (g *guard) OnRestarted(room *livekit.Room, own *livekit.ParticipantInfo, others []*livekit.ParticipantInfo) {
	g.Room.OnRestarted(room, own, others)
	g.texts.clear()
	g.roster.replace(others)
}

// OnParticipantUpdate sees participants come, change and go.
func (g *guard) OnParticipantUpdate(infos []*livekit.ParticipantInfo) {
	g.Room.OnParticipantUpdate(infos)
	own := g.LocalParticipant.Identity()
	for _, info := range infos {
		if info.GetIdentity() == own {
			g.room.own.changed()
			continue
		}
		if info.GetState() == livekit.ParticipantInfo_DISCONNECTED {
			g.texts.forget(info.GetIdentity())
		}
		g.roster.update(info)
	}
}

// OnDisconnected is the end of the room.
func (g *guard) OnDisconnected(reason livekit.DisconnectReason) {
	g.Room.OnDisconnected(reason)
	g.room.emit(func(e *Events) { call1(e.Disconnected, reason.String()) })
}

// OnStreamHeader begins a text stream; streams of bytes are not taken.
func (g *guard) OnStreamHeader(h *livekit.DataStream_Header, identity string) {
	g.texts.begin(h, identity)
}

// OnStreamChunk adds to a text stream.
func (g *guard) OnStreamChunk(c *livekit.DataStream_Chunk) { g.texts.add(c) }

// OnStreamTrailer ends a text stream.
func (g *guard) OnStreamTrailer(t *livekit.DataStream_Trailer) { g.texts.end(t) }
