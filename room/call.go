// Package room is the agent's side of one call over LiveKit, in the words of the
// root package: a Call joins a job's room, is linked to one user, plays the
// character's voice and shows what it says and does. Package lk joins rooms and
// package worker gets the jobs. What goes over the wire is written down in
// package rpc and docs/calling.md.
package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"parley"
	"parley/media/playout"
	"parley/room/lk"
	"parley/room/worker"
	"parley/rpc"
)

const (
	// leaveTimeout is how long the last captions may take to be sent on leaving.
	leaveTimeout = time.Second
	// mountTime is how long a front end may take from when it takes the agent's
	// voice until it shows captions: what came before is sent again then. Views are
	// mounted up to 1.2 s later (agent-starter-react: 0.5 s).
	mountTime = 2 * time.Second
	// noListener is when the same is done for a side that takes no voice.
	noListener = 3 * time.Second
	// settle is how long the server then gets to pass them on: it does not confirm
	// that, and drops them when it handles the leave first.
	settle = 50 * time.Millisecond
)

// CallConfig describes the agent's side of one call.
type CallConfig struct {
	// Job is the job to do; its URL and Token are used and, if it came from a
	// Worker, the room is left when its outcome has been reported.
	Job *worker.Job
	// ID, Scenario and Engines are told to the room as attributes.
	ID       parley.CallID
	Scenario string
	// AgentName is what rooms ask for to get this agent: of several of one name in a
	// room all but one give way (Yielded).
	AgentName string
	Engines   map[string]string
	// Waits is set if a user who leaves without goodbye, Handlers.EndCall, may come back.
	Waits    bool
	Handlers Handlers
	// Log takes what goes wrong; nil means slog.Default.
	Log *slog.Logger
}

// Handlers take what comes from the user the call is linked to, and from nobody
// else; nil fields are skipped. They may be called as soon as the user is
// there, which is before JoinCall returns. Hint to EndCall are called while the
// user waits and while nothing else is read from the room: they must answer at
// once. Their errors go to the user as rpc.AsError makes them.
type Handlers struct {
	// Audio takes a frame every 20 ms, of what was said while connecting two, on a
	// goroutine of its own and must not block it; pcm is valid during the call
	// only. AudioEnded follows the last one of a track; another may begin.
	Audio      func(pcm []int16)
	AudioEnded func()
	// Subscribed says that the agent's voice is taken: what is played from now on
	// is heard. It may come again.
	Subscribed func()
	// Text takes what the user typed, at most rpc.MaxChat bytes.
	Text func(text string)
	// Alone says that the connection is lost or the user has not come back to one
	// made anew, so that nobody hears the agent, and when that is over.
	Alone func(on bool)
	// Missing says that the user has left and may come back, which Alone tells the end of.
	// It follows Alone(true).
	Missing func()
	Hint    func() (parley.Hint, error)
	// StartTurn, EndTurn and CancelTurn are push-to-talk.
	StartTurn, EndTurn, CancelTurn func()
	// Patience takes rpc.MinPatienceS to rpc.MaxPatienceS seconds.
	Patience func(seconds int) error
	// StillHere says that the user is there, Pause that both clocks stop or go on.
	StillHere func()
	Pause     func(on bool)
	// MoreTime extends the time limit and returns by how much, NoLimit takes it away.
	MoreTime func() (time.Duration, error)
	NoLimit  func()
	EndCall  func()
	// Gone is called once when the user has left or the room is lost, and told which.
	Gone func(why parley.Phrase)
}

// Call is the agent's side of one call: linked to the first standard participant
// of its room, and to nobody else. All methods are safe for concurrent use,
// and none but Ended and Leave blocks.
type Call struct {
	room       *lk.Room
	log        *slog.Logger
	handlers   Handlers
	linked     chan struct{} // closed when user is set
	subscribed chan struct{} // gets one when the agent's voice is first taken
	lost       chan struct{} // closed when the room is gone for good
	endOnce    sync.Once
	gone       chan struct{} // closed when the user or the room is gone and Handlers.Gone has run

	agentName string
	rivals    map[string]claim // by identity; only for the goroutine of the room's events
	waits     bool
	hearers   hearers
	bye       atomic.Bool // the user has said goodbye, or the call is over
	forsaken  atomic.Bool // the user was missed until they had left, or has left and may come back
	yieldOnce sync.Once
	yielded   chan struct{} // closed when the call has given way to another agent

	mu   sync.Mutex
	user lk.Participant

	shown    *latest[shown]
	captions *captions
	rpcs     *rpcQueue
	given    given
}

var _ playout.Sink = (*Call)(nil)

// JoinCall joins the job's room as its agent, publishes the voice track and
// waits for the user, the participant of kind standard who came first. It
// returns worker.ErrNobody if the room ends before, or ctx's cause. The state shown is
// initializing until State says otherwise. The call must be left with Leave
// unless the job does so.
func JoinCall(ctx context.Context, c CallConfig) (*Call, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	engines, err := rpc.Encode(rpc.Engines(c.Engines))
	if err != nil {
		return nil, fmt.Errorf("tell engines: %w", err)
	}
	call := &Call{
		log: c.Log.With("call", string(c.ID)), handlers: c.Handlers, linked: make(chan struct{}), subscribed: make(chan struct{}, 1),
		lost: make(chan struct{}), gone: make(chan struct{}),
		agentName: c.AgentName, waits: c.Waits, rivals: map[string]claim{}, yielded: make(chan struct{}),
		shown: newLatest(shown{state: parley.Initializing}), rpcs: newRPCQueue(),
	}
	call.room, err = lk.New(lk.Config{
		URL: c.Job.URL, Token: c.Job.Token,
		Attributes: map[string]string{
			rpc.AttrState: string(parley.Initializing), rpc.AttrCall: string(c.ID),
			rpc.AttrScenario: c.Scenario, rpc.AttrEngines: engines,
		},
		Topics: []string{rpc.TopicChat}, Bytes: []string{lk.TopicPreConnect, topicDebug},
		Methods: call.methods(), Events: call.events(), Log: call.log,
	})
	if err != nil {
		return nil, err
	}
	call.captions = newCaptions(call.room, call.User)
	if err := call.join(ctx); err != nil {
		return nil, err
	}
	c.Job.AfterReport(call.Leave)
	call.room.Go(call.showState)
	call.room.Go(call.captions.run)
	call.room.Go(call.sendRPCs)
	call.room.Go(call.catchUp)
	select {
	case <-call.linked:
		return call, nil
	case <-call.lost:
		err = worker.ErrNobody
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	call.Leave() //nolint:contextcheck // what ended ctx must not cut the leaving short
	return nil, fmt.Errorf("wait for the user: %w", err)
}

// join joins the room; it returns at once if that is closed meanwhile, which the
// SDK takes 5 s to believe.
func (c *Call) join(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx) // what has joined lives as long as the caller's
	joined := make(chan struct{})
	defer close(joined)
	go func() {
		select {
		case <-c.lost:
			cancel(worker.ErrNobody)
		case <-joined:
		}
	}()
	err := c.room.Join(ctx)
	if errors.Is(err, lk.ErrLost) {
		return fmt.Errorf("%w: %w", worker.ErrNobody, err)
	}
	return err
}

// User is the participant the call is linked to.
func (c *Call) User() lk.Participant {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.user
	p.Attributes = maps.Clone(p.Attributes)
	return p
}

// Gone is closed when the user has left or the room is lost, after Handlers.Gone
// has returned.
func (c *Call) Gone() <-chan struct{} { return c.gone }

// Forsaken reports whether the user has not come back, to a connection made anew or to a
// call that waits for them, and nobody else is in the room but agents.
func (c *Call) Forsaken() bool { return c.forsaken.Load() && !c.isLost() && c.room.People() == 0 }

// isUser reports whether identity is the linked user.
func (c *Call) isUser(identity string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return identity != "" && c.user.Identity == identity
}

// WriteFrame implements playout.Sink.
func (c *Call) WriteFrame(f playout.Frame) error {
	if c.HasYielded() {
		return nil
	}
	return c.room.WriteFrame(f)
}

// isLost reports whether the room is gone for good.
func (c *Call) isLost() bool {
	select {
	case <-c.lost:
		return true
	default:
		return false
	}
}

// Leave leaves the room; the last captions are closed first. It must not be
// called from a handler. Later calls do nothing.
func (c *Call) Leave() {
	if c.captions.finish() && !c.isLost() {
		ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
		defer cancel()
		if err := c.room.Flush(ctx); err != nil && !errors.Is(err, lk.ErrLeft) {
			c.log.Warn("close captions", "err", err)
		}
		select {
		case <-time.After(settle):
		case <-ctx.Done():
		}
	}
	c.room.Leave()
}
