package probe

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"parley"
	"parley/media"
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
	// Log takes what goes wrong below; nil means slog.Default.
	Log *slog.Logger
}

// ErrOver is returned when the call ended before what was waited for came.
var ErrOver = errors.New("the call is over")

// Caller is one call under way. Its methods are safe for concurrent use, but
// only one clip can be said at a time.
type Caller struct {
	// Began is when the caller began to join, the token in hand.
	Began time.Time

	log   *slog.Logger
	room  *lk.Room
	mouth *mouth
	stop  context.CancelFunc
	wg    sync.WaitGroup

	mu        sync.Mutex
	news      chan struct{} // closed, and made again, at everything new
	agent     string        // identity
	state     parley.State
	tape      Tape
	latencies []parley.Latency
	rulings   []Ruling
	troubles  []string
	over      error
}

// Join calls and returns when the caller is in the room; the agent comes in its
// own time. The call must be ended with Leave.
func Join(ctx context.Context, config Config) (*Caller, error) {
	if config.Log == nil {
		config.Log = slog.Default()
	}
	c := &Caller{Began: time.Now(), log: config.Log, news: make(chan struct{})}
	var err error
	c.room, err = lk.Join(ctx, lk.Config{
		URL: config.URL, Token: config.Token, Log: config.Log,
		Topics: []string{rpc.TopicLatency, rpc.TopicTrouble},
		Methods: map[string]lk.Method{
			rpc.MethodChecker: c.ruled, rpc.MethodEmojiReaction: accept, rpc.MethodCallEnded: c.ended,
		},
		Events: c.events(),
	})
	if err != nil {
		return nil, fmt.Errorf("call: %w", err)
	}
	c.mouth = &mouth{sink: c.room, phase: config.Phase}
	ctx, c.stop = context.WithCancel(context.WithoutCancel(ctx))
	c.wg.Go(func() {
		if err := c.mouth.run(ctx); err != nil {
			c.finish(err)
		}
	})
	return c, nil
}

// accept takes what the measurement has no use for.
func accept(string, string) (string, error) { return rpc.OK, nil }

// Leave hangs up and returns when nothing of the call is left.
func (c *Caller) Leave() {
	c.stop()
	c.wg.Wait()
	c.room.Leave()
}

// Say says clip and returns when its last frame was sent, ctx ends, or the call
// does.
func (c *Caller) Say(ctx context.Context, clip Clip) (Said, error) {
	done := c.mouth.say(clip)
	for {
		news, over := c.wait()
		select {
		case <-done:
			return c.mouth.last(), nil
		default:
		}
		if over != nil {
			return Said{}, over
		}
		select {
		case <-done:
		case <-news:
		case <-ctx.Done():
			return Said{}, context.Cause(ctx)
		}
	}
}

// Type sends a turn in writing and returns when it is on its way or ctx ends.
func (c *Caller) Type(ctx context.Context, text string) error {
	return c.room.SendText(ctx, rpc.TopicChat, text)
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
	return ok(View{Now: time.Now(), State: c.state, Tape: c.tape, Latencies: c.latencies, Rulings: c.rulings})
}

// wait is a channel that is closed at the next news, and why the call is over.
func (c *Caller) wait() (<-chan struct{}, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.news, c.over
}

// View is what a caller knows at one moment.
type View struct {
	Now   time.Time
	State parley.State
	Tape  Tape
	// Latencies are the agent's own account, in order.
	Latencies []parley.Latency
	// Rulings are what the checker found, in the order it came.
	Rulings []Ruling
}

// Ruling is a verdict as it came to the caller.
type Ruling struct {
	At time.Time
	rpc.Checker
}

// Quiet reports whether the character listens and nothing voiced has come for d.
func (v View) Quiet(d time.Duration) bool {
	return v.State == parley.Listening && v.Now.Sub(v.Tape.LastVoiced()) >= d
}

// Latencies are what the agent has told so far.
func (c *Caller) Latencies() []parley.Latency {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]parley.Latency(nil), c.latencies...)
}

// Rulings are the verdicts that have come so far.
func (c *Caller) Rulings() []Ruling {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Ruling(nil), c.rulings...)
}

// Troubles are the roles of the engines whose faults the agent told of.
func (c *Caller) Troubles() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.troubles...)
}

// heard takes a frame of the character's, whose sound may be quicker than its
// name.
func (c *Caller) heard(identity string, pcm []int16) {
	f := Frame{time.Now(), media.Level(pcm)}
	c.learn(func() {
		if c.agent == "" || identity == c.agent {
			c.tape = append(c.tape, f)
		}
	})
}

// finish notes why the call is over; the first reason counts.
func (c *Caller) finish(err error) {
	c.learn(func() {
		if c.over == nil {
			c.over = fmt.Errorf("%w: %w", ErrOver, err)
		}
	})
}

// learn changes what the caller knows and tells those who wait.
func (c *Caller) learn(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.news)
	c.news = make(chan struct{})
}
