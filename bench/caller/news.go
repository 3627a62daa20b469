package caller

import (
	"time"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

// The methods here take what comes over the wire, on run's goroutine.

// joined takes another participant; the first that is no plain client is the
// agent.
func (c *call) joined(p lk.Participant, now time.Time) {
	if p.Standard || c.agent != "" {
		return
	}
	c.agent = p.Identity
	c.observe(AgentCame{p.Identity})
	if !c.leaving {
		c.plan(now, c.config.Timeout-now.Sub(c.started), func(now time.Time) { c.bye(now, ErrTimeout) })
	}
	if s := p.Attributes[rpc.AttrState]; s != "" {
		c.setState(parley.State(s), now)
	}
}

func (c *call) attributes(identity string, changed map[string]string, now time.Time) {
	if s := changed[rpc.AttrState]; s != "" && identity == c.agent {
		c.setState(parley.State(s), now)
	}
}

// left takes a participant's leave. Without the agent the call is over.
func (c *call) left(identity string) {
	if identity == c.agent && c.agent != "" {
		c.gone()
	}
}

// lost is the loss of the connection, which the SDK now makes again. Until it is
// back no line is said.
func (c *call) lost(now time.Time) {
	if c.lostUntil.IsZero() {
		c.lostUntil = now.Add(reconnectWait)
		c.observe(ConnectionLost{})
	}
}

// back is the connection made again.
func (c *call) back() {
	c.lostUntil = time.Time{}
	c.observe(ConnectionBack{})
}

// gone is the end of the agent or of the room.
func (c *call) gone() {
	err := c.err
	if c.report.Outcome == "" && err == nil {
		err = ErrLost
	}
	c.mouth.hush()
	c.finish(err)
}

// text takes one step of a text stream.
func (c *call) text(t lk.Text) {
	switch t.Topic {
	case rpc.TopicTranscription:
		c.caption(t)
	case rpc.TopicLatency:
		take(c, t, func(l rpc.Latency) {
			c.report.Latencies = append(c.report.Latencies, l)
			c.observe(Latency(l))
		})
	case rpc.TopicTrouble:
		take(c, t, func(p rpc.Trouble) {
			if !p.Over {
				c.report.Troubles = append(c.report.Troubles, p)
			}
			c.observe(Trouble(p))
		})
	case rpc.TopicUsage:
		take(c, t, func(u rpc.Usage) {
			c.report.Usage = u.Engines
			c.observe(Usage(u))
		})
	}
}

// take decodes a text of the agent's that is one JSON object.
func take[T rpc.Payload](c *call, t lk.Text, f func(T)) {
	if !t.Closed || t.From != c.agent {
		return
	}
	v, err := rpc.Decode[T](t.Text)
	if err != nil {
		c.config.Log.Warn("text not understood", "topic", t.Topic, "err", err)
		return
	}
	f(v)
}

func (c *call) caption(t lk.Text) {
	caption := Caption{
		Role: parley.Character, Segment: t.Attributes[rpc.AttrSegment], Text: t.Text,
		Final: t.Closed && t.Attributes[rpc.AttrFinal] == "true",
	}
	switch t.From {
	case c.agent:
	case c.own:
		caption.Role = parley.User
	default:
		return
	}
	if caption.Text == "" {
		return
	}
	i, known := c.texts[caption.Segment]
	if !known {
		i = len(c.report.Conversation)
		c.texts[caption.Segment] = i
		c.report.Conversation = append(c.report.Conversation, Said{Role: caption.Role})
	}
	c.report.Conversation[i].Text = caption.Text
	c.observe(caption)
}

func (c *call) verdict(v rpc.Checker, now time.Time) {
	c.report.Verdicts = append(c.report.Verdicts, v)
	c.observe(Verdict(v))
	c.judged(now)
}

func (c *call) reaction(r rpc.EmojiReaction) {
	c.report.Reactions = append(c.report.Reactions, r)
	c.observe(Reaction(r))
}

func (c *call) ended(e rpc.CallEnded, now time.Time) {
	if c.report.Outcome != "" {
		return
	}
	c.report.Outcome, c.report.Call, c.report.Reason = e.Outcome, e.CallID, e.Reason
	c.leaving = true
	c.mouth.hush()
	c.observe(Ended(e))
	c.plan(now, tail, func(time.Time) { c.finish(c.err) })
}

// heard takes an audible frame of the character's.
func (c *call) heard(now time.Time) {
	if c.report.Opening == 0 {
		c.report.Opening = now.Sub(c.started) - c.report.Join
	}
	c.floor.hear(now)
	c.clock.heard(now)
}
