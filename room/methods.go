package room

import (
	"parley/rpc"
)

// methods are what the browser may call.
func (c *Call) methods() map[string]Method {
	h := c.handlers
	return map[string]Method{
		rpc.MethodStartTurn:  c.plain(h.StartTurn),
		rpc.MethodEndTurn:    c.plain(h.EndTurn),
		rpc.MethodCancelTurn: c.plain(h.CancelTurn),
		rpc.MethodEndCall:    c.plain(h.EndCall),
		rpc.MethodHint: take(c, func(rpc.Empty) (string, error) {
			if h.Hint == nil {
				return "", rpc.ErrNoHints
			}
			hint, err := h.Hint()
			if err != nil {
				return "", err
			}
			return rpc.Encode(rpc.HintFrom(hint))
		}),
		rpc.MethodSetPatience: take(c, func(p rpc.SetPatience) (string, error) {
			if h.Patience == nil {
				return rpc.OK, nil
			}
			return rpc.OK, h.Patience(p.Seconds)
		}),
	}
}

// plain is a method without payload or result.
func (c *Call) plain(f func()) Method {
	return take(c, func(rpc.Empty) (string, error) {
		call0(f)
		return rpc.OK, nil
	})
}

// take is a method that takes P from the call's user and from nobody else.
func take[P rpc.Payload](c *Call, f func(P) (string, error)) Method {
	return func(from, payload string) (string, error) {
		if !c.isUser(from) {
			return "", rpc.ErrNotYourCall
		}
		p, err := rpc.Decode[P](payload)
		if err != nil {
			return "", err
		}
		return f(p)
	}
}
