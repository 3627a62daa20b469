package caller

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/media"
	"parley/media/playout"
	"parley/room/lk"
	"parley/rpc"
)

// Config says where to call.
type Config struct {
	// URL and Token are where and as whom to join; the token's room
	// configuration brings the agent in.
	URL, Token string
	// Phase delays the first frame sent. Both sides count their 20 ms from the
	// join, so callers of one Phase all meet the agent's at the same point.
	Phase time.Duration
	// Noise is what the microphone hears besides, 16 kHz mono, again and again;
	// nil for silence.
	Noise []int16
	// Loss is the share of the caller's packets, 0-1, that are lost.
	Loss float64
	// Sent and Heard, if set, take every frame of the caller's and of the
	// character's when it is sent and when it came; pcm is valid during the call
	// only. Each is called on one goroutine and must not block it.
	Sent, Heard func(at time.Time, pcm []int16)
	// Log takes what goes wrong below; nil means slog.Default.
	Log *slog.Logger
}

// ErrOver is wrapped by errors of a call that ended before what was waited for
// came.
var ErrOver = errors.New("the call is over")

// Caller is one call under way. Its methods are safe for concurrent use, but
// only one thing can be said at a time.
type Caller struct {
	// Began is when the caller began to join, the token in hand.
	Began time.Time

	config Config
	link   link
	mic    *mic
	stop   context.CancelFunc
	wg     sync.WaitGroup

	mu     sync.Mutex
	own    string        // identity, empty until the join is done
	news   chan struct{} // closed, and made again, at everything new
	known  View          // but for Now
	events []Event
}

// link is the room that the caller is in.
type link interface {
	playout.Sink
	Identity() string
	SendText(ctx context.Context, topic, text string, to ...string) error
	PerformRPC(ctx context.Context, to, method, payload string) (string, error)
	Leave()
}

// Join calls and returns when the caller is in the room; the agent comes in its
// own time. The call must be ended with Leave.
func Join(ctx context.Context, config Config) (*Caller, error) {
	c, err := join(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("call: %w", err)
	}
	return c, nil
}

func join(ctx context.Context, config Config) (*Caller, error) {
	c := newCaller(config)
	r, err := lk.Join(ctx, c.room())
	if err != nil {
		return nil, err
	}
	c.start(ctx, r)
	return c, nil
}

func newCaller(config Config) *Caller {
	if config.Log == nil {
		config.Log = slog.Default()
	}
	return &Caller{Began: time.Now(), config: config, news: make(chan struct{})}
}

// start opens the microphone.
func (c *Caller) start(ctx context.Context, l link) {
	c.learn(func(time.Time) Body {
		c.own, c.link = l.Identity(), l
		return nil
	})
	c.mic = &mic{sink: l, phase: c.config.Phase, noise: c.config.Noise, sent: c.config.Sent}
	ctx, c.stop = context.WithCancel(context.WithoutCancel(ctx))
	c.wg.Go(func() {
		if err := c.mic.run(ctx); err != nil {
			c.gone(err)
		}
	})
}

// Leave leaves the room, without a word to the agent, and returns when nothing of
// the call is left.
func (c *Caller) Leave() {
	c.stop()
	c.wg.Wait()
	c.link.Leave()
}

// Say says pcm and returns when its last frame was sent. When ctx or the call
// ends before, the rest is left unsaid. began, if not nil, is told when the first
// frame is about to be sent, on the microphone's goroutine.
func (c *Caller) Say(ctx context.Context, pcm []int16, began func(at time.Time)) (Sent, error) {
	done := c.mic.say(pcm, began)
	for {
		news, over := c.wait()
		select {
		case <-done:
			return c.mic.last(), nil
		default:
		}
		if over != nil {
			c.mic.stop()
			return c.mic.last(), over
		}
		select {
		case <-done:
		case <-news:
		case <-ctx.Done():
			c.mic.stop()
			return c.mic.last(), context.Cause(ctx)
		}
	}
}

// Type sends a turn in writing and returns when it is on its way or ctx ends.
func (c *Caller) Type(ctx context.Context, text string) error {
	return c.link.SendText(ctx, rpc.TopicChat, text)
}

// HangUp asks the agent to end the call and returns when it has agreed.
func (c *Caller) HangUp(ctx context.Context) error {
	_, err := c.Ask(ctx, rpc.MethodEndCall, "{}")
	return err
}

// Ask calls a method of the agent's and returns its reply.
func (c *Caller) Ask(ctx context.Context, method, payload string) (string, error) {
	return c.link.PerformRPC(ctx, c.View().Agent, method, payload)
}

// SetPatience asks the agent to wait for the user so many seconds.
func (c *Caller) SetPatience(ctx context.Context, seconds int) error {
	payload, err := rpc.Encode(rpc.SetPatience{Seconds: seconds})
	if err == nil {
		_, err = c.Ask(ctx, rpc.MethodSetPatience, payload)
	}
	return err
}

// Until waits until ok is true of what the caller knows; ok is asked again at
// every frame and piece of news, and must not keep what it is given. It returns
// early when ctx ends or the call does.
func (c *Caller) Until(ctx context.Context, ok func(View) bool) error {
	for {
		news, over := c.wait()
		if c.is(ok) {
			return nil
		}
		if over != nil {
			return over
		}
		select {
		case <-news:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (c *Caller) is(ok func(View) bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.known
	v.Now = time.Now()
	return ok(v)
}

// wait is a channel that is closed at the next news, and why the call is over.
func (c *Caller) wait() (<-chan struct{}, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.news, c.known.over()
}

// View is what a caller knows at one moment.
type View struct {
	Now time.Time
	// Agent is the agent's identity, empty before it came.
	Agent string
	// States are what the character said it was doing, in order.
	States []StateAt
	// Frames is what came of the character's voice.
	Frames Frames
	// Captions are the segments of both sides in the order they were first shown.
	Captions []Captioned
	// Verdicts and Latencies are what the agent told, in order.
	Verdicts  []VerdictAt
	Latencies []rpc.Latency
	Reactions []rpc.EmojiReaction
	// Troubles are the faults told of; that one is over is none.
	Troubles []rpc.Trouble
	// Usage is the agent's last account of what each engine did.
	Usage []rpc.EngineUsage
	// Ended is the agent's goodbye, nil before it.
	Ended *rpc.CallEnded
	// Lost is since when the connection is being made again, zero while there is
	// one.
	Lost time.Time
	// Gone is why the call cannot go on: the agent or the room went away.
	Gone error
}

// StateAt is a state of the character's and when it was told.
type StateAt struct {
	At    time.Time
	State parley.State
}

// VerdictAt is a verdict and when it came.
type VerdictAt struct {
	At time.Time
	rpc.Checker
}

// Captioned is one caption segment so far.
type Captioned struct {
	// Shown is when its first step came, Grew when its newest did.
	Shown, Grew time.Time
	Segment     string
	Role        parley.Role
	Text        string
	Final       bool
}

// State is what the character is doing and since when.
func (v View) State() StateAt {
	if len(v.States) == 0 {
		return StateAt{}
	}
	return v.States[len(v.States)-1]
}

// Quiet reports whether the character listens and nothing voiced has come for d.
func (v View) Quiet(d time.Duration) bool {
	return v.State().State == parley.Listening && v.Now.Sub(v.Frames.LastVoiced()) >= d
}

// SpokeSince reports whether the character was speaking at t or has been since.
func (v View) SpokeSince(t time.Time) bool {
	for _, s := range slices.Backward(v.States) {
		if s.State == parley.Speaking {
			return true
		}
		if !s.At.After(t) {
			return false
		}
	}
	return false
}

// heardSince reports whether words of the user's have come since t.
func (v View) heardSince(t time.Time) bool {
	return slices.ContainsFunc(v.Captions, func(c Captioned) bool { return c.Role == parley.User && c.Grew.After(t) })
}

// over is why the call is over, nil if it is not.
func (v View) over() error {
	switch {
	case v.Ended != nil:
		return fmt.Errorf("%w: %s", ErrOver, v.Ended.Outcome)
	case v.Gone != nil:
		return fmt.Errorf("%w: %w", ErrOver, v.Gone)
	}
	return nil
}

// View is what the caller knows now.
func (c *Caller) View() View {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.known // only captions change afterwards
	v.Now, v.Captions = time.Now(), slices.Clone(v.Captions)
	return v
}

// since are the events from the n-th on.
func (c *Caller) since(n int) []Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.events[n:]
}

// learn changes what the caller knows, keeps what f returns as an event unless it
// is nil, and tells those who wait.
func (c *Caller) learn(f func(now time.Time) Body) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if body := f(now); body != nil {
		c.events = append(c.events, Event{now.Sub(c.Began), body})
	}
	close(c.news)
	c.news = make(chan struct{})
}

// heard takes a frame of the character's, whose sound may be quicker than its
// name.
func (c *Caller) heard(identity string, pcm []int16) {
	f := Frame{time.Now(), media.Level(pcm)}
	if agent := c.agent(); agent != "" && agent != identity {
		return
	}
	if c.config.Heard != nil {
		c.config.Heard(f.At, pcm)
	}
	c.learn(func(time.Time) Body {
		c.known.Frames = append(c.known.Frames, f)
		return nil
	})
}

func (c *Caller) agent() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known.Agent
}
