package lk

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Participant is someone else in the room.
type Participant struct {
	Identity string
	// Standard marks a person or a plain client: no agent, recorder or such.
	Standard bool
	// Agent marks an agent; only the server's operator can let one in.
	Agent bool
	// Joined is when the participant's present connection was made, by the server's
	// clock in milliseconds.
	Joined     int64
	Attributes map[string]string
}

// Events are called when things happen in the room; nil fields are skipped. All
// but Audio and AudioEnded run on one goroutine in the order things happened.
// If it falls behind by MaxEvents, texts and bytes are dropped, never the other events.
type Events struct {
	// Joined is called for everyone in the room, also those who came earlier,
	// and again with Rejoined when an identity came back without having left. Who is
	// missing after a connection made anew has left when ReturnGrace is over.
	Joined   func(p Participant)
	Rejoined func(p Participant)
	Left     func(identity string)
	// Missing comes before the Rejoined or Left of such a one.
	Missing func(identity string)
	// Attributes carries the changed ones; removed ones are empty.
	Attributes func(identity string, changed map[string]string)
	// Text is called for each step of a text stream.
	Text func(t Text)
	// Bytes is called for each whole stream of bytes.
	Bytes func(b Bytes)
	// Reconnecting tells that the connection was lost and is being made again,
	// which takes up to a minute. Reconnected or Disconnected follows; what was
	// sent meanwhile may be lost.
	Reconnecting, Reconnected func()
	// Subscribed follows the first subscription to the participant's own track
	// that audio can flow to; again after a connection made anew. LiveKit does
	// not say whose it is.
	Subscribed func()
	// Disconnected is the last event: the room is gone for good, for the reason
	// given in LiveKit's words. It does not follow Leave.
	Disconnected func(reason string)

	// Audio takes the microphone of identity, a frame of media.FrameSamples samples
	// every 20 ms; of several tracks one is heard at a time (microphones.go). When the
	// sender pauses (muted, or silent with DTX) silence fills in, for at most MaxFill.
	// What was said while connecting comes at twice that pace, and so does what another
	// track has carried since the one before fell silent. It is called on a goroutine of
	// the track's own and must not block it; pcm is valid during the call only.
	Audio func(identity string, pcm []int16)
	// AudioEnded follows the last frame of the last track, on the same goroutine.
	AudioEnded func(identity string)
}

// MaxEvents is how many events may wait; texts beyond it are dropped.
const MaxEvents = 1024

// events is the ordered queue between the SDK's goroutines and the one that
// calls the room's owner.
type events struct {
	mu     sync.Mutex
	queue  []func(*Events)
	closed bool
	wake   chan struct{}
}

func newEvents() *events { return &events{wake: make(chan struct{}, 1)} }

// push queues f and never blocks. It reports false if it dropped f, which it
// does after close and, if droppable, when the queue is full.
func (e *events) push(f func(*Events), droppable bool) bool {
	e.mu.Lock()
	if e.closed || droppable && len(e.queue) >= MaxEvents {
		e.mu.Unlock()
		return false
	}
	e.queue = append(e.queue, f)
	e.mu.Unlock()
	e.poke()
	return true
}

func (e *events) poke() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// close ends deliver and drops what waits.
func (e *events) close() {
	e.mu.Lock()
	e.closed, e.queue = true, nil
	e.mu.Unlock()
	e.poke()
}

// take is what waits, and whether the queue is closed.
func (e *events) take() ([]func(*Events), bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	queue := e.queue
	e.queue = nil
	return queue, e.closed
}

// emit queues an event that is never dropped.
func (r *Room) emit(f func(*Events)) { r.events.push(f, false) }

// Follow has f called behind the events of what has come so far, on their goroutine. It
// does not wait for that, and once the room is left f is not called.
func (r *Room) Follow(f func()) { r.emit(func(*Events) { f() }) }

// deliver calls the events in order until the room is left.
func (r *Room) deliver() {
	for range r.events.wake {
		queue, closed := r.events.take()
		if closed {
			return
		}
		for _, f := range queue {
			r.deliverOne(f)
		}
	}
}

func (r *Room) deliverOne(f func(*Events)) {
	defer r.recovered()
	if r.ctx.Err() == nil {
		f(&r.config.Events)
	}
}

// recovered keeps a panic at the root of one of the room's goroutines from
// ending the other calls of the process. Its text may hold speech; its type and
// the stack do not.
func (r *Room) recovered() {
	if p := recover(); p != nil {
		r.log.Error("panic in room", "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
	}
}

func call0(f func()) {
	if f != nil {
		f()
	}
}

func call1[T any](f func(T), v T) {
	if f != nil {
		f(v)
	}
}
