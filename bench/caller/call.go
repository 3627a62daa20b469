package caller

import (
	"context"
	"errors"
	"time"

	"parley"
	"parley/rpc"
)

// Times of a call's beginning and end.
const (
	// agentWait is how long LiveKit's own front ends wait for an agent
	// (livekit.md section 2.1).
	agentWait = 20 * time.Second
	// linger is how long the caller waits, its lines said, for the verdict on
	// the last, and then for the ending that a deciding one leads to.
	linger = 15 * time.Second
	// goodbye bounds the wait for the agent's call_ended after hanging up.
	goodbye = 3 * time.Second
	// tail is how long the caller stays after call_ended, so that the last of
	// the character's audio is heard.
	tail = time.Second
	// reconnectWait is how long a lost connection may take to come back. The SDK
	// goes on for 61 s, which is longer than anybody waits in silence; a LiveKit
	// that restarts is back within seconds.
	reconnectWait = 10 * time.Second
	// maxRepeats is how often in a row one line is said again.
	maxRepeats = 2
)

// Errors Run returns; all others are of joining or of speaking.
var (
	// ErrNoAgent means that no agent came within 20 s.
	ErrNoAgent = errors.New("no agent came to the room")
	// ErrNoAnswer means that the character did not answer a line said three
	// times.
	ErrNoAnswer = errors.New("the character does not answer")
	// ErrTimeout means that Config.Timeout passed.
	ErrTimeout = errors.New("the call took too long")
	// ErrLost means that the agent or the room went away without call_ended, or
	// that the connection was lost for 10 s.
	ErrLost = errors.New("the call was cut off")
)

// mouth says lines; see speaker.
type mouth interface {
	// say begins to say l and returns at once; the end is told by Call.lineDone.
	say(l Line)
	// hush stops at once.
	hush()
}

// call is one call under way. All of it belongs to the goroutine of run; others
// reach it through post.
type call struct {
	config  Config
	started time.Time
	inbox   chan func(now time.Time)
	mouth   mouth
	// hangUp asks the agent to end the call and returns at once.
	hangUp func(agent string)

	floor   floor
	own     string // identity
	agent   string // identity, once it came
	begun   int    // lines
	repeats int    // of the line begun last
	leaving bool   // no more lines are said
	clock   answerClock
	texts   map[string]int // segment: index in report.Conversation

	// lostUntil is when the call ends unless the connection is back by then; it
	// is zero while there is one.
	lostUntil time.Time

	// then is done at due, unless something else is planned before.
	due  time.Time
	then func(now time.Time)

	over   bool
	err    error
	report Report
}

// inboxSize is far above what comes in while an observer writes a line.
const inboxSize = 1024

func newCall(c Config, started time.Time) *call {
	return &call{
		config: c, started: started, inbox: make(chan func(time.Time), inboxSize),
		floor: floor{settle: c.Settle, patience: c.Patience}, texts: map[string]int{},
	}
}

// run holds the call until it is over. When ctx ends it hangs up, waits for the
// agent's goodbye and returns ctx's cause.
func (c *call) run(ctx context.Context) error {
	c.plan(time.Now(), agentWait, func(time.Time) { c.finish(ErrNoAgent) })
	timer := time.NewTimer(0)
	defer timer.Stop()
	cancelled := ctx.Done()
	for {
		again := c.act(time.Now())
		if c.over {
			return c.err
		}
		timer.Reset(time.Until(again))
		select {
		case m := <-c.inbox:
			m(time.Now())
		case <-timer.C:
		case <-cancelled:
			cancelled = nil
			c.bye(time.Now(), context.Cause(ctx))
		}
	}
}

// act does what is due now and returns when something else may be.
func (c *call) act(now time.Time) time.Time {
	if !now.Before(c.due) {
		c.then(now)
	}
	if !c.over && !c.lostUntil.IsZero() {
		return c.wait(now)
	}
	if c.over || c.leaving {
		return c.due
	}
	allowed, again := c.floor.next(now)
	switch {
	case allowed == hold:
		if again.IsZero() || c.due.Before(again) {
			return c.due
		}
		return again
	case allowed == speak || c.begun == 0:
		c.sayNext(now)
	case c.repeats < maxRepeats:
		c.repeats++
		c.say()
	default:
		c.bye(now, ErrNoAnswer)
	}
	return c.due
}

// wait is act without a connection.
func (c *call) wait(now time.Time) time.Time {
	if !now.Before(c.lostUntil) {
		c.gone()
	}
	if c.lostUntil.Before(c.due) {
		return c.lostUntil
	}
	return c.due
}

func (c *call) sayNext(now time.Time) {
	if c.begun == len(c.config.Lines) {
		c.leaving = true
		c.plan(now, linger, func(now time.Time) { c.bye(now, nil) })
		c.judged(now)
		return
	}
	c.begun++
	c.repeats = 0
	c.say()
}

func (c *call) say() {
	line := c.config.Lines[c.begun-1]
	c.observe(LineBegun{c.begun, line.Text, c.repeats > 0})
	c.clock.settle(&c.report)
	c.floor.begin()
	c.mouth.say(line)
}

// lineDone is the end of a line: its last frame was sent.
func (c *call) lineDone(now time.Time) {
	c.floor.end(now)
	c.answered(false)
	c.observe(LineDone{c.begun})
}

// setState takes the character's state.
func (c *call) setState(s parley.State, now time.Time) {
	before := c.floor.answered
	c.floor.setState(s, now)
	c.answered(before)
	c.observe(StateChanged{s})
}

// answered counts the exchange that the floor has just seen answered.
func (c *call) answered(before bool) {
	if c.begun > 0 && !before && c.floor.answered {
		c.report.Exchanges++
	}
}

// judged hangs up when the last line has been judged, unless the verdict decides
// the call: the agent then ends it.
func (c *call) judged(now time.Time) {
	v := c.report.Verdicts
	if !c.leaving || len(v) < c.report.Exchanges || len(v) > 0 && decides(v[len(v)-1]) {
		return
	}
	c.bye(now, nil)
}

func decides(v rpc.Checker) bool { return v.IsGoalComplete || v.IsBadEndingTriggered }

// bye hangs up for the reason err, nil for a call that went as planned.
func (c *call) bye(now time.Time, err error) {
	c.leaving = true
	if c.report.Outcome != "" {
		return // the agent was first
	}
	c.err = err
	c.mouth.hush()
	if c.agent != "" {
		c.hangUp(c.agent)
	}
	c.plan(now, goodbye, func(time.Time) { c.finish(errors.Join(c.err, ErrLost)) })
}

// finish ends run.
func (c *call) finish(err error) {
	c.over, c.err = true, err
	c.clock.settle(&c.report)
}

// plan has f done after d; what was planned before is not done.
func (c *call) plan(now time.Time, d time.Duration, f func(now time.Time)) {
	c.due, c.then = now.Add(d), f
}

func (c *call) observe(b Body) { c.config.Observe(Event{time.Since(c.started), b}) }
