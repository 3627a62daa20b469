// Package lk is one participant in one LiveKit room: audio in and out,
// attributes, text streams and RPC. It stands between LiveKit's Go SDK and the
// rest of Parley, and mends what the SDK gets wrong: guard.go lists it.
package lk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/media/playout"
)

// joinTimeout bounds each of the SDK's waits during a join.
const joinTimeout = 5 * time.Second

// Config says which room to join and what to do there. Everything is in place
// before the join, so nothing that happens early is missed.
type Config struct {
	// URL and Token are where and as whom to join.
	URL, Token string
	// Attributes are set from the first moment. They need a token that may
	// update its own metadata, as agents' may.
	Attributes map[string]string
	// Topics are the text streams taken, Bytes the streams of bytes; others are
	// ignored. With TopicPreConnect among Bytes, what someone said while connecting
	// comes before the live audio of their microphone.
	Topics, Bytes []string
	// Methods answer RPC by name.
	Methods map[string]Method
	// Listen-only participants set Silent: they publish no track.
	Silent bool
	// Loss is the share of the participant's own packets, 0-1, that are lost
	// before they are sent, to measure calls over a bad network.
	Loss   float64
	Events Events
	// Log takes what goes wrong; nil means slog.Default.
	Log *slog.Logger
}

// Room is one participant in one room. All methods are safe for concurrent use.
type Room struct {
	config Config
	log    *slog.Logger
	sdk    *lksdk.Room
	guard  *guard
	events *events
	track  *track
	own    signal // of the participant's own attributes
	again  signal // of the connection made anew
	wire   *wire

	joined atomic.Int64 // as Participant.Joined

	preconnects preconnects
	microphones microphones

	ctx    context.Context //nolint:containedctx // the life of the room, ended by Leave
	stop   context.CancelFunc
	leave  sync.Once
	closed chan struct{}

	mu   sync.Mutex // held while a goroutine is added
	over bool
	wg   sync.WaitGroup
}

var _ playout.Sink = (*Room)(nil)

// Join joins a room and publishes a microphone track, to which WriteFrame
// writes. It returns when both are done, or ctx's cause. Events may be called
// before Join returns. The room must be left with Leave.
func Join(ctx context.Context, c Config) (*Room, error) {
	r, err := New(c)
	if err != nil {
		return nil, err
	}
	if err := r.Join(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// New prepares everything that must be in place before the join and connects to
// nothing. Its Join is called once; the room must be left with Leave.
func New(c Config) (*Room, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	r := &Room{config: c, log: c.Log, events: newEvents(), closed: make(chan struct{})}
	r.microphones = microphones{of: map[string]*choice{}}
	r.preconnects = preconnects{tracks: map[string]*preconnect{}, early: map[string]*Bytes{}}
	r.sdk = lksdk.NewRoom(&lksdk.RoomCallback{
		OnReconnecting: func() { r.emit(func(e *Events) { call0(e.Reconnecting) }) },
		OnLocalTrackSubscribed: func(*lksdk.LocalTrackPublication, *lksdk.LocalParticipant) {
			r.emit(func(e *Events) { call0(e.Subscribed) })
		},
		ParticipantCallback: lksdk.ParticipantCallback{
			OnTrackSubscribed: r.subscribed,
			// Again after a connection made anew, with another SID.
			OnLocalTrackPublished: func(pub *lksdk.LocalTrackPublication, _ *lksdk.LocalParticipant) { r.track.named(pub.SID()) },
		},
	})
	r.guard = newGuard(r)
	if err := r.guard.install(); err != nil {
		return nil, fmt.Errorf("guard livekit sdk: %w", err)
	}
	r.wire = newWire(r.sdk, r.guard.engine, r.log)
	if !c.Silent {
		t, err := newTrack(c.Loss)
		if err != nil {
			return nil, fmt.Errorf("create track: %w", err)
		}
		r.track = t
	}
	r.ctx, r.stop = context.WithCancel(context.Background())
	r.Go(func(context.Context) { r.deliver() })
	go func() { // not by Go: Leave does not wait to the end for a packet under way
		defer r.recovered()
		r.wire.run(r.ctx)
	}()
	return r, nil
}

// Go runs f on a goroutine that Leave waits for, with a context that Leave ends;
// after Leave it does not. A panic of f ends f alone.
func (r *Room) Go(f func(ctx context.Context)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.wg.Go(func() {
		defer r.recovered()
		f(r.ctx)
	})
}

// Join connects and publishes, and leaves the room if it cannot. It returns when
// both are done, or ctx's cause; its error wraps ErrLost if the server ended the
// connection between the two. The SDK's join cannot be cut short once it waits for media:
// when ctx ends the room is left after it.
func (r *Room) Join(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- r.connect(ctx) }()
	select {
	case err := <-done:
		if err != nil {
			r.Leave()
		}
		return err
	case <-ctx.Done():
		go func() {
			<-done
			r.Leave()
		}()
		return fmt.Errorf("join room: %w", context.Cause(ctx))
	}
}

func (r *Room) connect(ctx context.Context) error {
	err := r.sdk.JoinWithContextAndToken(ctx, r.config.URL, r.config.Token,
		lksdk.WithConnectTimeout(joinTimeout), lksdk.WithLogger(Logger(r.log)),
		lksdk.WithExtraAttributes(r.config.Attributes))
	if err != nil {
		return fmt.Errorf("join room: %w", err)
	}
	return r.publish()
}

// ErrLost is wrapped by the error of a join whose connection the server ended meanwhile.
var ErrLost = errors.New("the room was lost")

func (r *Room) publish() error {
	if r.track == nil {
		return nil
	}
	err := r.track.publish(r.sdk.LocalParticipant)
	if err == nil {
		return nil
	}
	select { // the server's word that the connection is over may come after its end
	case <-r.guard.left:
		return fmt.Errorf("publish track: %w: %w", ErrLost, err)
	case <-time.After(leftTimeout):
		return fmt.Errorf("publish track: %w", err)
	}
}

// Identity is the participant's own identity.
func (r *Room) Identity() string { return r.sdk.LocalParticipant.Identity() }

// Joined is when the participant's present connection was made, as
// Participant.Joined.
func (r *Room) Joined() int64 { return r.joined.Load() }

// Leave leaves the room and returns when the server knows and no event and no
// audio will follow: a few milliseconds, at most 1 s when the server does not
// react. It must not be called from an event. Later calls do nothing.
func (r *Room) Leave() {
	r.leave.Do(func() {
		r.mu.Lock()
		r.over = true
		r.mu.Unlock()
		r.stop()
		select { // a packet being sent when the connection goes would wait for another
		case <-r.wire.done:
		case <-time.After(leftTimeout):
		}
		r.sdk.Disconnect()
		r.events.close()
		select {
		case <-r.guard.left:
		case <-time.After(2 * leftTimeout): // the SDK first ends a reconnect under way
		}
		r.wg.Wait()
		close(r.closed)
	})
	<-r.closed
}

// ErrNoTrack is returned by WriteFrame of a silent participant.
var ErrNoTrack = errors.New("the participant publishes no track")

// WriteFrame implements playout.Sink: it encodes f and sends it on the microphone
// track at once. Before anyone listens, and while the connection is being made
// again, frames are lost, as they should be.
func (r *Room) WriteFrame(f playout.Frame) error {
	if r.track == nil {
		return ErrNoTrack
	}
	return r.track.write(f)
}

// signal lets any number of goroutines wait for the next change of something.
type signal struct {
	mu sync.Mutex
	ch chan struct{}
}

// next is closed at the next change.
func (s *signal) next() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ch == nil {
		s.ch = make(chan struct{})
	}
	return s.ch
}

func (s *signal) changed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ch != nil {
		close(s.ch)
		s.ch = nil
	}
}

// SetAttributes sets attributes of the participant itself and returns when the
// server has confirmed them, or ctx's error, which is also what a token without
// the right to do so leads to. An empty value removes an attribute. What is lost
// with a connection is sent again on the next one.
func (r *Room) SetAttributes(ctx context.Context, attributes map[string]string) error {
	reconnected := r.again.next()
	r.sdk.LocalParticipant.SetAttributes(attributes)
	for {
		changed := r.own.next()
		if r.have(attributes) {
			return nil
		}
		select {
		case <-changed:
		case <-reconnected:
			reconnected = r.again.next()
			r.sdk.LocalParticipant.SetAttributes(attributes)
		case <-r.ctx.Done():
			return fmt.Errorf("set attributes: %w", ErrLeft)
		case <-ctx.Done():
			return fmt.Errorf("set attributes: %w", context.Cause(ctx))
		}
	}
}

func (r *Room) have(attributes map[string]string) bool {
	own := r.sdk.LocalParticipant.Attributes()
	for k, v := range attributes {
		if own[k] != v {
			return false
		}
	}
	return true
}
