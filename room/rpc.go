package room

import (
	"context"
	"errors"
	"fmt"
	"time"

	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/rpc"
)

const (
	// callTimeout is how long a call may take if its context sets no limit.
	callTimeout = 10 * time.Second
	// sdkMargin is what the SDK takes off the time given for the way there and
	// back; the rest is the handler's.
	sdkMargin = 7 * time.Second
)

// Method answers one RPC method. It runs on the goroutine that reads everything
// from the room, so it must answer at once, start longer work elsewhere, and
// never use Call. An error goes to the caller as rpc.AsError makes it; a panic
// as rpc.CodeApplication.
type Method func(from, payload string) (string, error)

// handle registers the methods. Before the join only.
func (r *Room) handle(methods map[string]Method) error {
	for name, method := range methods {
		err := r.sdk.RegisterRpcMethod(name, func(in lksdk.RpcInvocationData) (string, error) {
			reply, err := r.answer(name, method, in)
			if err == nil {
				return reply, nil
			}
			e := rpc.AsError(err)
			return "", lksdk.NewRpcError(lksdk.RpcErrorCode(e.Code), e.Message, nil)
		})
		if err != nil {
			return fmt.Errorf("register method %s: %w", name, err)
		}
	}
	return nil
}

func (r *Room) answer(name string, method Method, in lksdk.RpcInvocationData) (reply string, err error) {
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("panic in method", "method", name, "panic", p)
			err = &rpc.Error{Code: rpc.CodeApplication, Message: "the method failed"}
		}
	}()
	if len(in.Payload) > rpc.MaxPayload {
		return "", rpc.ErrTooLarge
	}
	reply, err = method(in.CallerIdentity, in.Payload)
	if err != nil {
		r.log.Debug("method refused", "method", name, "err", err)
	} else if len(reply) > rpc.MaxPayload {
		return "", &rpc.Error{Code: rpc.CodeResponseTooLarge, Message: "the reply is too large"}
	}
	return reply, err
}

// Call calls a method of the participant to and returns its reply. It returns
// when ctx ends, or after 10 s; the error is or wraps an *rpc.Error when the
// other side or LiveKit refused: CodeUnsupportedMethod from a client without a
// handler, CodeConnectionTimeout from one that does not answer.
func (r *Room) Call(ctx context.Context, to, method, payload string) (string, error) {
	if len(payload) > rpc.MaxPayload {
		return "", fmt.Errorf("call %s: %w", method, rpc.ErrTooLarge)
	}
	timeout := callTimeout
	if deadline, ok := ctx.Deadline(); ok {
		timeout = min(timeout, time.Until(deadline))
	}
	if timeout <= 0 {
		return "", fmt.Errorf("call %s: %w", method, context.DeadlineExceeded)
	}
	timeout = max(timeout, sdkMargin+time.Second) // ctx is what ends the wait
	type answer struct {
		reply *string
		err   error
	}
	done := make(chan answer, 1)
	go func() { // ends with the answer or after timeout: the SDK cannot be told to stop
		reply, err := r.sdk.LocalParticipant.PerformRpc(lksdk.PerformRpcParams{
			DestinationIdentity: to, Method: method, Payload: payload, ResponseTimeout: &timeout,
		})
		done <- answer{reply, err}
	}()
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("call %s: %w", method, context.Cause(ctx))
	case <-r.ctx.Done():
		return "", fmt.Errorf("call %s: %w", method, ErrLeft)
	case a := <-done:
		var refused *lksdk.RpcError
		if errors.As(a.err, &refused) {
			return "", fmt.Errorf("call %s: %w", method, &rpc.Error{Code: rpc.Code(refused.Code), Message: refused.Message})
		}
		if a.err != nil {
			return "", fmt.Errorf("call %s: %w", method, a.err)
		}
		return *a.reply, nil
	}
}

// ErrLeft is wrapped by the errors of a room that has been left.
var ErrLeft = errors.New("the room has been left")
