package room

import (
	"fmt"

	"github.com/livekit/protocol/livekit"

	"parley/rpc"
)

// rpcVersion is that of RPC in packets (livekit.md section 2.7).
const rpcVersion = 1

// Method answers one RPC method. It runs on the goroutine that reads everything
// from the room, so it must answer at once, start longer work elsewhere, and
// never use Call. An error goes to the caller as rpc.AsError makes it; a panic
// as rpc.CodeApplication.
type Method func(from, payload string) (string, error)

// requested answers a request: that it has arrived, then the reply. When too
// much waits to be sent the caller hears nothing.
func (g *guard) requested(from string, r *livekit.RpcRequest) {
	id := r.GetId()
	ack := &livekit.DataPacket{Value: &livekit.DataPacket_RpcAck{RpcAck: &livekit.RpcAck{RequestId: id}}}
	response := &livekit.RpcResponse{RequestId: id}
	if reply, e := g.room.answer(from, r.GetMethod(), r.GetPayload(), r.GetVersion()); e != nil {
		response.Value = &livekit.RpcResponse_Error{Error: &livekit.RpcError{Code: uint32(e.Code), Message: e.Message}}
	} else {
		response.Value = &livekit.RpcResponse_Payload{Payload: reply}
	}
	err := g.room.wire.post([]string{from}, ack, &livekit.DataPacket{Value: &livekit.DataPacket_RpcResponse{RpcResponse: response}})
	if err != nil {
		g.room.log.Warn("rpc not answered", "method", r.GetMethod(), "err", err)
	}
}

// answer is the reply to a request, or why there is none.
func (r *Room) answer(from, name, payload string, version uint32) (reply string, refused *rpc.Error) {
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("panic in method", "method", name, "panic", fmt.Sprintf("%T", p))
			refused = &rpc.Error{Code: rpc.CodeApplication, Message: "the method failed"}
		}
	}()
	method := r.config.Methods[name]
	switch {
	case version != rpcVersion:
		return "", &rpc.Error{Code: rpc.CodeUnsupportedVersion, Message: "unsupported rpc version"}
	case method == nil:
		return "", &rpc.Error{Code: rpc.CodeUnsupportedMethod, Message: "unsupported method"}
	case len(payload) > rpc.MaxPayload:
		return "", rpc.ErrTooLarge
	}
	reply, err := method(from, payload)
	if err != nil {
		r.log.Debug("method refused", "method", name, "err", err)
		return "", rpc.AsError(err)
	}
	if len(reply) > rpc.MaxPayload {
		return "", &rpc.Error{Code: rpc.CodeResponseTooLarge, Message: "the reply is too large"}
	}
	return reply, nil
}
