package room

import (
	"parley/rpc"
)

// events link the call to its user and pass on what the user does.
func (c *Call) events() Events {
	return Events{
		Joined:   c.joined,
		Rejoined: c.rejoined,
		Left: func(identity string) {
			if c.isUser(identity) {
				c.end("The user left.")
			}
		},
		Reconnected: c.repeat,
		Subscribed: func() {
			select {
			case c.heard <- struct{}{}:
			default:
			}
			call0(c.handlers.Subscribed)
		},
		Disconnected: func(reason string) {
			c.log.Info("room lost", "reason", reason)
			close(c.lost)
			c.end("The connection to the room was lost.")
		},
		Text: c.text, Bytes: c.debugged,
		Audio: func(from string, pcm []int16) {
			if c.handlers.Audio != nil && c.isUser(from) {
				c.handlers.Audio(pcm)
			}
		},
		AudioEnded: func(from string) {
			if c.isUser(from) {
				call0(c.handlers.AudioEnded)
			}
		},
	}
}

// joined links the first standard participant. Agents, recorders and later
// comers are not the user.
func (c *Call) joined(p Participant) {
	c.mu.Lock()
	first := c.user.Identity == "" && p.Standard
	if first {
		c.user = p
	}
	c.mu.Unlock()
	if first {
		c.log.Info("user linked", "identity", p.Identity)
		close(c.linked)
	}
}

// rejoined shows a user who came back, with the page loaded anew, where the
// call stands.
func (c *Call) rejoined(p Participant) {
	if c.isUser(p.Identity) {
		c.repeat()
	}
}

// end tells the agent once that the user is gone.
func (c *Call) end(reason string) {
	c.parting.Do(func() {
		defer close(c.gone)
		call1(c.handlers.Gone, reason)
	})
}

// text passes on what the user typed.
func (c *Call) text(t Text) {
	if !t.Closed || t.Topic != rpc.TopicChat || !c.isUser(t.From) || t.Text == "" {
		return
	}
	if len(t.Text) > rpc.MaxChat {
		c.log.Info("typed text dropped", "bytes", len(t.Text), "limit", rpc.MaxChat)
		c.sorry("What you typed is too long.")
		return
	}
	call1(c.handlers.Text, t.Text)
}
