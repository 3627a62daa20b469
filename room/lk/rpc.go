package lk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"

	"parley/rpc"
)

const (
	// callTimeout is how long a call may take if its context sets no limit.
	callTimeout = 10 * time.Second
	// ackTimeout is how long the other side may take to say that it has got the
	// request, as in all of LiveKit's SDKs.
	ackTimeout = 7 * time.Second
)

// ErrLeft is wrapped by the errors of a room that has been left.
var ErrLeft = errors.New("the room has been left")

// pendingRPCs are the calls that wait for an answer. The SDK's own caller has no
// context and registers a call after it is sent, so a quick answer is lost and
// the call waits for its timeout.
type pendingRPCs struct {
	mu      sync.Mutex
	waiting map[string]*pendingRPC
}

// pendingRPC is one call.
type pendingRPC struct {
	to     string
	acked  chan struct{}
	answer chan answer
	once   sync.Once
}

type answer struct {
	reply string
	err   *rpc.Error
}

func newPendingRPCs() *pendingRPCs { return &pendingRPCs{waiting: map[string]*pendingRPC{}} }

func (c *pendingRPCs) add(id, to string) *pendingRPC {
	w := &pendingRPC{to: to, acked: make(chan struct{}), answer: make(chan answer, 1)}
	c.mu.Lock()
	c.waiting[id] = w
	c.mu.Unlock()
	return w
}

// take removes a call from those that wait; nil if it does not wait any more.
func (c *pendingRPCs) take(id string) *pendingRPC {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.waiting[id]
	delete(c.waiting, id)
	return w
}

func (c *pendingRPCs) ack(id string) {
	c.mu.Lock()
	w := c.waiting[id]
	c.mu.Unlock()
	if w != nil {
		w.once.Do(func() { close(w.acked) })
	}
}

// finish gives a call its answer.
func (c *pendingRPCs) finish(id string, a answer) {
	if w := c.take(id); w != nil {
		w.answer <- a
	}
}

// left ends the calls to someone who left.
func (c *pendingRPCs) left(identity string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, w := range c.waiting {
		if w.to == identity {
			delete(c.waiting, id)
			w.answer <- answer{err: &rpc.Error{Code: rpc.CodeRecipientDisconnected, Message: "the recipient left"}}
		}
	}
}

// answered passes on an answer.
func (g *guard) answered(r *livekit.RpcResponse) {
	a := answer{reply: r.GetPayload()}
	if refused := r.GetError(); refused != nil {
		a = answer{err: &rpc.Error{Code: rpc.Code(refused.GetCode()), Message: refused.GetMessage()}}
	}
	g.pending.finish(r.GetRequestId(), a)
}

// PerformRPC calls a method of the participant to and returns its reply. The
// request follows the texts sent before it. PerformRPC blocks until the reply is
// here, ctx ends or 10 s have passed; a Method must not call it. The error wraps
// ErrLeft, or an *rpc.Error when the other side or LiveKit refused:
// CodeUnsupportedMethod from a client without a handler, CodeConnectionTimeout
// if nobody of that identity reacts, CodeRecipientDisconnected if it leaves.
func (r *Room) PerformRPC(ctx context.Context, to, method, payload string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	reply, err := r.call(ctx, to, method, payload)
	if err != nil {
		return "", fmt.Errorf("call %s: %w", method, err)
	}
	return reply, nil
}

func (r *Room) call(ctx context.Context, to, method, payload string) (string, error) {
	if len(payload) > rpc.MaxPayload {
		return "", rpc.ErrTooLarge
	}
	id := rand.Text()
	w := r.guard.pending.add(id, to)
	defer r.guard.pending.take(id)
	deadline, _ := ctx.Deadline()
	err := r.wire.post([]string{to}, &livekit.DataPacket{Value: &livekit.DataPacket_RpcRequest{RpcRequest: &livekit.RpcRequest{
		Id: id, Method: method, Payload: payload, Version: rpcVersion,
		ResponseTimeoutMs: uint32(max(time.Until(deadline), time.Second).Milliseconds()),
	}}})
	if err != nil {
		return "", err
	}
	noAck := time.NewTimer(ackTimeout)
	defer noAck.Stop()
	acked := w.acked
	for {
		select {
		case a := <-w.answer:
			if a.err != nil {
				return "", a.err
			}
			return a.reply, nil
		case <-acked:
			noAck.Stop()
			acked = nil
		case <-noAck.C:
			return "", &rpc.Error{Code: rpc.CodeConnectionTimeout, Message: "the recipient does not react"}
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-r.ctx.Done():
			return "", ErrLeft
		}
	}
}

// rpcVersion is that of RPC in packets of a data channel, as LiveKit's SDKs
// speak it (https://docs.livekit.io/home/client/data/rpc/).
const rpcVersion = 1

// Method answers one RPC method. It runs on the goroutine that reads everything
// from the room, so it must answer at once, start longer work elsewhere, and
// never use PerformRPC. An error goes to the caller as rpc.AsError makes it; a panic
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
