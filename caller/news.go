package caller

import (
	"errors"
	"time"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

// Why a call cannot go on.
var (
	errAgentGone = errors.New("the agent is gone")
	errRoomGone  = errors.New("the room is gone")
)

// room is the room as the caller takes part in it.
func (c *Caller) room() lk.Config {
	return lk.Config{
		URL: c.config.URL, Token: c.config.Token, Loss: c.config.Loss, Log: c.config.Log,
		Topics: []string{rpc.TopicTranscription, rpc.TopicLatency, rpc.TopicTrouble, rpc.TopicUsage},
		Methods: map[string]lk.Method{
			rpc.MethodChecker: answer(c, func(v rpc.Checker, now time.Time) Body {
				c.known.Verdicts = append(c.known.Verdicts, VerdictAt{now, v})
				return Verdict(v)
			}),
			rpc.MethodEmojiReaction: answer(c, func(r rpc.EmojiReaction, _ time.Time) Body {
				c.known.Reactions = append(c.known.Reactions, r)
				return Reaction(r)
			}),
			rpc.MethodCallEnded: answer(c, c.ended),
		},
		Events: lk.Events{
			Joined: c.joined,
			Left: func(identity string) {
				if identity == c.agent() {
					c.gone(errAgentGone)
				}
			},
			Attributes:   c.attributes,
			Text:         c.text,
			Reconnecting: c.lost,
			Reconnected:  c.back,
			Disconnected: func(string) { c.gone(errRoomGone) },
			Audio:        c.heard,
		},
	}
}

// joined takes another participant; the first that is no plain client is the
// agent.
func (c *Caller) joined(p lk.Participant) {
	if p.Standard || c.agent() != "" {
		return
	}
	c.learn(func(time.Time) Body {
		c.known.Agent = p.Identity
		return AgentCame{p.Identity}
	})
	c.attributes(p.Identity, p.Attributes)
}

func (c *Caller) attributes(identity string, changed map[string]string) {
	s := parley.State(changed[rpc.AttrState])
	if s == "" || identity != c.agent() {
		return
	}
	c.learn(func(now time.Time) Body {
		c.known.States = append(c.known.States, StateAt{now, s})
		return StateChanged{s}
	})
}

// lost is the loss of the connection, which the SDK now makes again.
func (c *Caller) lost() {
	c.learn(func(now time.Time) Body {
		if !c.known.Lost.IsZero() {
			return nil
		}
		c.known.Lost = now
		return ConnectionLost{}
	})
}

// back is the connection made again.
func (c *Caller) back() {
	c.learn(func(time.Time) Body {
		c.known.Lost = time.Time{}
		return ConnectionBack{}
	})
}

// gone notes why the call cannot go on; the first reason counts.
func (c *Caller) gone(err error) {
	c.learn(func(time.Time) Body {
		if c.known.Gone == nil {
			c.known.Gone = err
		}
		return nil
	})
}

// ended takes the agent's goodbye; the first counts.
func (c *Caller) ended(e rpc.CallEnded, _ time.Time) Body {
	if c.known.Ended != nil {
		return nil
	}
	c.known.Ended = &e
	return Ended(e)
}

// answer answers a method of the agent's and learns what its payload says.
func answer[T rpc.Payload](c *Caller, f func(v T, now time.Time) Body) lk.Method {
	return func(from, payload string) (string, error) {
		if agent := c.agent(); agent == "" || agent != from {
			return "", rpc.ErrNotYourCall
		}
		v, err := rpc.Decode[T](payload)
		if err != nil {
			return "", err
		}
		c.learn(func(now time.Time) Body { return f(v, now) })
		return rpc.OK, nil
	}
}

// text takes one step of a text stream.
func (c *Caller) text(t lk.Text) {
	switch t.Topic {
	case rpc.TopicTranscription:
		c.learn(func(now time.Time) Body { return c.caption(t, now) })
	case rpc.TopicLatency:
		take(c, t, func(l rpc.Latency) Body {
			c.known.Latencies = append(c.known.Latencies, l)
			return Latency(l)
		})
	case rpc.TopicTrouble:
		take(c, t, func(p rpc.Trouble) Body {
			if !p.Over {
				c.known.Troubles = append(c.known.Troubles, p)
			}
			return Trouble(p)
		})
	case rpc.TopicUsage:
		take(c, t, func(u rpc.Usage) Body {
			c.known.Usage = u.Engines
			return Usage(u)
		})
	}
}

// take learns from a text of the agent's that is one JSON object.
func take[T rpc.Payload](c *Caller, t lk.Text, f func(T) Body) {
	if !t.Closed || t.From != c.agent() {
		return
	}
	v, err := rpc.Decode[T](t.Text)
	if err != nil {
		c.config.Log.Warn("text not understood", "topic", t.Topic, "err", err)
		return
	}
	c.learn(func(time.Time) Body { return f(v) })
}

// caption takes one step of a caption. It runs under mu.
func (c *Caller) caption(t lk.Text, now time.Time) Body {
	step := Caption{
		Role: parley.Character, Segment: t.Attributes[rpc.AttrSegment], Text: t.Text,
		Final: t.Closed && t.Attributes[rpc.AttrFinal] == "true",
	}
	switch t.From {
	case "":
		return nil
	case c.known.Agent:
	case c.own:
		step.Role = parley.User
	default:
		return nil
	}
	if step.Text == "" {
		return nil
	}
	all := c.known.Captions
	at := len(all)
	for i := range all {
		if all[i].Segment == step.Segment {
			at = i
		}
	}
	if at == len(all) {
		all = append(all, Captioned{Shown: now, Segment: step.Segment, Role: step.Role})
	}
	all[at].Text, all[at].Final, all[at].Grew = step.Text, step.Final, now
	c.known.Captions = all
	return step
}
