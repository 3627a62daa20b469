package room

import (
	"time"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

// events link the call to its user and pass on what the user does.
func (c *Call) events() lk.Events {
	return lk.Events{
		Joined:     c.joined,
		Rejoined:   c.rejoined,
		Attributes: c.met,
		Left: func(identity string) {
			delete(c.rivals, identity)
			if c.isUser(identity) {
				c.left()
			}
		},
		Missing: func(identity string) {
			if c.isUser(identity) {
				c.hears(func(h *hearers) { h.missing = true })
			}
		},
		Reconnecting: func() { c.hears(func(h *hearers) { h.down = true }) },
		Reconnected: func() {
			c.repeat()
			c.hears(func(h *hearers) { h.down = false })
		},
		Subscribed: func() {
			select {
			case c.subscribed <- struct{}{}:
			default:
			}
			if c.handlers.Subscribed != nil {
				c.handlers.Subscribed()
			}
		},
		Disconnected: func(reason string) {
			c.log.Info("room lost", "reason", reason)
			close(c.lost)
			c.end(parley.EndedConnection)
		},
		Text: c.text, Bytes: c.debugged,
		Audio: func(from string, pcm []int16) {
			if c.handlers.Audio != nil && c.isUser(from) {
				c.handlers.Audio(pcm)
			}
		},
		AudioEnded: func(from string) {
			if c.handlers.AudioEnded != nil && c.isUser(from) {
				c.handlers.AudioEnded()
			}
		},
	}
}

// joined links the first standard participant. Agents, recorders and later
// comers are not the user.
func (c *Call) joined(p lk.Participant) {
	c.meet(p)
	c.mu.Lock()
	first := c.user.Identity == "" && p.Standard
	if first {
		c.user = p
	}
	c.mu.Unlock()
	if first {
		c.log.Info("user linked", "identity", p.Identity)
		close(c.linked)
	} else if c.isUser(p.Identity) {
		c.returned()
	}
}

// rejoined shows a user who came back, with the page loaded anew, where the
// call stands.
func (c *Call) rejoined(p lk.Participant) {
	c.meet(p)
	if c.isUser(p.Identity) {
		c.repeat()
		c.hears(func(h *hearers) { h.missing = false })
	}
}

// end tells the agent once that the user is gone.
func (c *Call) end(why parley.Phrase) {
	c.endOnce.Do(func() {
		defer close(c.gone)
		if c.handlers.Gone != nil {
			c.handlers.Gone(why)
		}
	})
}

// text passes on what the user typed.
func (c *Call) text(t lk.Text) {
	if !t.Closed || t.Topic != rpc.TopicChat || !c.isUser(t.From) || t.Text == "" {
		return
	}
	if len(t.Text) > rpc.MaxChat {
		c.log.Info("typed text dropped", "bytes", len(t.Text), "limit", rpc.MaxChat)
		c.sorry(parley.FaultTooLong)
		return
	}
	if c.handlers.Text != nil {
		c.handlers.Text(t.Text)
	}
}

// methods are what the browser may call.
func (c *Call) methods() map[string]lk.Method {
	h := c.handlers
	return map[string]lk.Method{
		rpc.MethodStartTurn:  c.plain(h.StartTurn),
		rpc.MethodEndTurn:    c.plain(h.EndTurn),
		rpc.MethodCancelTurn: c.plain(h.CancelTurn),
		rpc.MethodEndCall:    c.plain(c.goodbye),
		rpc.MethodCatchUp:    take(c, func(rpc.Empty) (string, error) { return rpc.OK, c.catchUpNow() }),
		rpc.MethodStillHere:  c.plain(h.StillHere),
		rpc.MethodNoLimit:    c.plain(h.NoLimit),
		rpc.MethodPause: take(c, func(p rpc.Pause) (string, error) {
			if h.Pause != nil {
				h.Pause(p.On)
			}
			return rpc.OK, nil
		}),
		rpc.MethodMoreTime: take(c, func(rpc.Empty) (string, error) {
			if h.MoreTime == nil {
				return "", rpc.ErrNoTime
			}
			more, err := h.MoreTime()
			if err != nil {
				return "", err
			}
			return rpc.Encode(rpc.MoreTime{Seconds: int(more / time.Second)})
		}),
		rpc.MethodHint: take(c, func(rpc.Empty) (string, error) {
			if h.Hint == nil {
				return "", rpc.ErrNoHints
			}
			hint, err := h.Hint()
			if err != nil {
				return "", err
			}
			c.given.add(rpc.HintFrom(hint))
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
func (c *Call) plain(f func()) lk.Method {
	return take(c, func(rpc.Empty) (string, error) {
		if f != nil {
			f()
		}
		return rpc.OK, nil
	})
}

// take is a method that takes P from the call's user and from nobody else.
func take[P rpc.Payload](c *Call, f func(P) (string, error)) lk.Method {
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
