package lk

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"
	"unsafe"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/livekit/server-sdk-go/v2/signalling"
	"github.com/pion/webrtc/v4"
	"google.golang.org/protobuf/proto"
)

// guard stands between the SDK's engine and its room. It exists for what
// the SDK (server-sdk-go v2.17.0) gets wrong and offers no hook for:
//
//   - A text stream's trailer with attributes, for a header without, writes to a
//     nil map on the data channel's goroutine (room.go, OnStreamTrailer): any peer
//     can end the process, and every call in it, with two packets. The guard takes
//     text streams itself.
//   - Stream readers grow without bound. The guard's have limits.
//   - Participant callbacks are started as separate goroutines, so a join can be
//     seen after the leave. The guard sees the updates in their order.
//   - An answer to an RPC call that comes at once is lost, and an answer given
//     while the connection is lost holds up everything for seconds (see
//     pendingRPCs and answer).
//   - Leaving a room closes the connection before the server has read that it leaves: see
//     awaitLeft.
//   - Chunks and trailers come without their sender, so anybody in the room who
//     has seen a stream's id could add to it. The guard reads the packets itself.
//   - A connection made anew joins with the attributes of the first: see carry.
//
// It is put in place through reflection, as the engine's handler is unexported;
// TestGuardFits fails if a new version of the SDK no longer allows that.
type guard struct {
	*lksdk.Room
	engine  *lksdk.RTCEngine
	room    *Room
	left    chan struct{} // closed when awaitLeft has run
	roster  *roster
	params  **signalling.ConnectParams // the engine's
	streams *streams
	pending *pendingRPCs
}

func newGuard(r *Room) *guard {
	return &guard{
		Room: r.sdk, room: r, left: make(chan struct{}),
		roster: newRoster(r.emit), pending: newPendingRPCs(),
		streams: newStreams(r.config.Topics, r.text, r.config.Bytes, r.bytes),
	}
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
	params := engine.Elem().FieldByName("connParams")
	if !params.IsValid() || params.Type() != reflect.TypeFor[*signalling.ConnectParams]() {
		return errors.New("the sdk's engine has no parameters of the connection")
	}
	g.params = (**signalling.ConnectParams)(unsafe.Pointer(params.UnsafeAddr()))
	g.engine = (*lksdk.RTCEngine)(engine.UnsafePointer())
	g.engine.OnClose(g.awaitLeft)
	return nil
}

const (
	// leftTimeout is how long the server may take to act on a leave; 10 to 40 ms
	// measured under the race detector.
	leftTimeout = 300 * time.Millisecond
	leftPoll    = 2 * time.Millisecond
)

// awaitLeft runs between the SDK's sending that it leaves and its closing of the
// connections, and waits until the server has closed them on its side. Without
// that the close may overtake the message (TCP resets what is unread), and the
// server believes for 15 s more that the participant is there.
func (g *guard) awaitLeft() {
	defer close(g.left)
	var pcs []*webrtc.PeerConnection
	for _, pc := range []*webrtc.PeerConnection{
		g.LocalParticipant.GetPublisherPeerConnection(), g.LocalParticipant.GetSubscriberPeerConnection(),
	} {
		if alive(pc) {
			pcs = append(pcs, pc)
		}
	}
	tick := time.NewTicker(leftPoll)
	defer tick.Stop()
	timeout := time.After(leftTimeout)
	for len(pcs) > 0 && !slices.ContainsFunc(pcs, func(pc *webrtc.PeerConnection) bool { return !alive(pc) }) {
		select {
		case <-tick.C:
		case <-timeout:
			return
		}
	}
}

// alive reports whether pc is connected as far as it knows. It does not ask the
// transports below, whose locks a close holds for 400 ms.
func alive(pc *webrtc.PeerConnection) bool {
	return pc != nil && pc.ConnectionState() == webrtc.PeerConnectionStateConnected
}

// OnRoomJoined sees who is in the room already.
func (g *guard) OnRoomJoined(room *livekit.Room, own *livekit.ParticipantInfo, others []*livekit.ParticipantInfo,
	server *livekit.ServerInfo, sifTrailer []byte) {
	g.Room.OnRoomJoined(room, own, others, server, sifTrailer)
	g.streams.clear()
	if subscriber, ok := g.engine.Subscriber(); ok { // made for this connection, and not yet offered to
		subscriber.PeerConnection().OnDataChannel(func(c *webrtc.DataChannel) { c.OnMessage(g.packet) })
	}
	g.room.joined.Store(joinedMs(own))
	g.roster.replace(others)
	g.room.own.changed()
}

// OnRestarting sees that the connection is lost and has to be made anew.
func (g *guard) OnRestarting() {
	g.carry()
	g.roster.lost()
	g.Room.OnRestarting()
}

// OnResuming sees that the connection is lost and may go on.
func (g *guard) OnResuming() {
	g.carry()
	g.roster.lost()
	g.Room.OnResuming()
}

// carry has the next join carry the attributes as they are now, so that others see at
// once who has come back. The engine calls from the goroutine that joins.
func (g *guard) carry() {
	if p := *g.params; p != nil {
		p.Attributes = g.LocalParticipant.Attributes()
	}
}

// OnResumed sees the connection go on.
func (g *guard) OnResumed() {
	g.Room.OnResumed()
	g.roster.found()
	g.reconnected()
}

// reconnected tells of the connection once it is known who is there.
func (g *guard) reconnected() {
	g.room.again.changed()
	g.room.emit(func(e *Events) { call0(e.Reconnected) })
}

// OnRestarted sees a connection made anew, after OnRoomJoined and with the same lists: who
// has come or gone since is known already.
func (g *guard) OnRestarted(room *livekit.Room, own *livekit.ParticipantInfo, others []*livekit.ParticipantInfo) {
	g.Room.OnRestarted(room, own, others)
	g.room.own.changed()
	g.reconnected()
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
			g.streams.forget(info.GetIdentity())
			g.pending.left(info.GetIdentity())
		}
		g.roster.update(info)
	}
}

// OnDisconnected is the end of the room.
func (g *guard) OnDisconnected(reason livekit.DisconnectReason) {
	g.Room.OnDisconnected(reason)
	g.room.emit(func(e *Events) { call1(e.Disconnected, reason.String()) })
}

// packet takes a packet of a data channel: those of streams and RPC; it ignores
// the rest. The server has put its sender into it.
func (g *guard) packet(m webrtc.DataChannelMessage) {
	var p livekit.DataPacket
	if m.IsString || proto.Unmarshal(m.Data, &p) != nil {
		return
	}
	from := p.GetParticipantIdentity()
	switch v := p.GetValue().(type) {
	case *livekit.DataPacket_StreamHeader:
		g.streams.begin(v.StreamHeader, from)
	case *livekit.DataPacket_StreamChunk:
		g.streams.add(v.StreamChunk, g.sender(from))
	case *livekit.DataPacket_StreamTrailer:
		g.streams.end(v.StreamTrailer, g.sender(from))
	case *livekit.DataPacket_RpcRequest:
		g.requested(from, v.RpcRequest)
	case *livekit.DataPacket_RpcAck:
		g.pending.ack(v.RpcAck.GetRequestId())
	case *livekit.DataPacket_RpcResponse:
		g.answered(v.RpcResponse)
	}
}

// sender is who sent a chunk or trailer.
func (g *guard) sender(identity string) sender { return sender{identity, g.roster.agent(identity)} }
