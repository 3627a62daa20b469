package probe

import (
	"errors"
	"time"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

// Why a call ends before its caller leaves.
var (
	errGone         = errors.New("the agent is gone")
	errDisconnected = errors.New("the room is gone")
)

// events are the room's, as the caller takes them.
func (c *Caller) events() lk.Events {
	return lk.Events{
		Joined: func(p lk.Participant) {
			if p.Standard {
				return
			}
			c.learn(func() {
				if c.agent == "" {
					c.agent = p.Identity
				}
			})
			c.attributes(p.Identity, p.Attributes)
		},
		Left: func(identity string) {
			if c.isAgent(identity) {
				c.finish(errGone)
			}
		},
		Attributes:   c.attributes,
		Text:         c.text,
		Disconnected: func(string) { c.finish(errDisconnected) },
		Audio:        c.heard,
	}
}

func (c *Caller) isAgent(identity string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return identity == c.agent
}

func (c *Caller) attributes(identity string, changed map[string]string) {
	state := changed[rpc.AttrState]
	if state == "" || !c.isAgent(identity) {
		return
	}
	c.learn(func() { c.state = parley.State(state) })
}

// text takes the agent's account of its latencies and troubles.
func (c *Caller) text(t lk.Text) {
	if !t.Closed || !c.isAgent(t.From) {
		return
	}
	var err error
	switch t.Topic {
	case rpc.TopicLatency:
		var l rpc.Latency
		if l, err = rpc.Decode[rpc.Latency](t.Text); err == nil {
			c.learn(func() { c.latencies = append(c.latencies, l.Parley()) })
		}
	case rpc.TopicTrouble:
		var p rpc.Trouble
		if p, err = rpc.Decode[rpc.Trouble](t.Text); err == nil {
			if !p.Over {
				c.learn(func() { c.troubles = append(c.troubles, p.Role) })
			}
		}
	}
	if err != nil {
		c.log.Warn("text not understood", "topic", t.Topic, "err", err)
	}
}

// ruled takes a verdict.
func (c *Caller) ruled(from, payload string) (string, error) {
	at := time.Now()
	if !c.isAgent(from) {
		return "", rpc.ErrNotYourCall
	}
	v, err := rpc.Decode[rpc.Checker](payload)
	if err != nil {
		return "", err
	}
	c.learn(func() { c.rulings = append(c.rulings, Ruling{at, v}) })
	return rpc.OK, nil
}

// ended takes the agent's goodbye.
func (c *Caller) ended(from, payload string) (string, error) {
	if !c.isAgent(from) {
		return "", rpc.ErrNotYourCall
	}
	e, err := rpc.Decode[rpc.CallEnded](payload)
	if err != nil {
		return "", err
	}
	c.finish(errors.New(string(e.Outcome)))
	return rpc.OK, nil
}
