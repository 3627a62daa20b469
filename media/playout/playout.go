// Package playout sends the agent's speech, one frame of 20 ms at a time, and
// keeps the ledger of what was sent: which turn, which segment, up to which word.
// What the user heard, captions and latency derive from it.
package playout

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"parley/media"
)

const (
	// MaxQueued is how much audio a Playout holds before Write blocks.
	MaxQueued = 10 * time.Second
	// maxLate is how late a tick may be and still be made up for. A listener's
	// jitter buffer absorbs less than a burst of more than three packets.
	maxLate = 3 * media.PTime
)

// ErrCleared is returned by Write when Clear has ended the turn.
var ErrCleared = errors.New("turn cleared")

// ErrNoSegment is returned by Write when the turn has no open segment: Begin
// was not called, or the turn is finished, or a later turn has begun.
var ErrNoSegment = errors.New("turn has no open segment")

// ErrStopped is returned by Write after Run has returned.
var ErrStopped = errors.New("playout stopped")

// Sink takes the frames of a Playout to the wire.
type Sink interface {
	// WriteFrame is called every PTime, by one goroutine at a time. It may block
	// for a few milliseconds; longer delays this playout's speech. An error ends
	// Run.
	WriteFrame(f Frame) error
}

// Frame is 20 ms of what a playout sends.
type Frame struct {
	// PCM is FrameSamples samples, valid only during the call.
	PCM []int16
	// Level is the loudness (see the function Level) and Voiced whether it is
	// more than the noise of a pause.
	Level  uint8
	Voiced bool
	// At is when the frame is due. Successive frames are PTime apart, more after
	// a stall or where silence makes room for the ticks to be moved (see Run), so
	// At minus the first At is the RTP time.
	At time.Time
}

// Segment is a piece of a reply that is synthesised in one go.
type Segment struct {
	// Turn names the reply; turns rise.
	Turn uint64
	// Index counts the segments of the turn.
	Index int
	// Text is what the audio says.
	Text string
}

// Played says what one frame carried once it has been sent.
type Played struct {
	// At is when the frame was handed to the sink.
	At      time.Time
	Turn    uint64
	Segment int
	// TextEnd is how many bytes of the segment's text have been said.
	TextEnd int
	// Voiced is set when the frame is more than the noise of a pause.
	Voiced bool
	// TurnStart is set on the first voiced frame of the turn.
	TurnStart bool
	// SegmentEnd and TurnEnd are set on the last frame of the segment, of the
	// turn. An end learnt only after that frame was sent, or of something
	// without audio, is reported at the next tick.
	SegmentEnd, TurnEnd bool
	// Starved is set, in a report of its own, when the turn falls silent because
	// the segment's audio has not come.
	Starved bool
	// Cut is set when CutAtWord has ended the turn.
	Cut bool
}

// Heard is what of a turn has been sent.
type Heard struct {
	Turn uint64
	// Text is the text said so far in whole words, segments joined by a space.
	Text string
	// Played is the duration of the audio sent; what was said again after a pause
	// counts once.
	Played time.Duration
	// Complete is set when the turn was played to its end.
	Complete bool
}

// Stats count what a Playout met since Run began.
type Stats struct {
	// Skipped frames were not sent because the process was stalled.
	Skipped uint64
	// Underruns are the times a segment ran out of audio before its end.
	Underruns uint64
}

// Playout sends speech at the pace it is heard and keeps the ledger of what was
// sent. Turns are queued as segments: Begin, Write…, Begin, Write…, Finish, in
// order and from one goroutine per turn. Everything else may be called from any
// goroutine, also from the report callback.
type Playout struct {
	wheel   *Wheel
	sink    Sink
	report  func(Played)
	stopped chan struct{}

	mu    sync.Mutex
	queue queue
	turns []*turn // the latest maxTurns, in the order begun
	align align
	stats Stats

	// Below is the frame being made, touched by the wheel's goroutine under mu.
	frame   [media.FrameSamples]int16
	reports []Played
	loud    gain
	owed    []Played // to be reported at the next tick
	// speaking is the turn the last frame was cut from mid-speech, else nil.
	speaking *turn
	// fade is the end of a turn that stops, to be sent next when fading is set.
	fade   [media.FrameSamples]int16
	fading bool
}

// New returns a playout that sends to sink at the pace of w. Report is
// called by the wheel for every frame that carries a turn, in order, and must
// not block. A report already under way when Clear is called may still arrive.
func New(w *Wheel, sink Sink, report func(Played)) *Playout {
	return &Playout{
		wheel:   w,
		sink:    sink,
		report:  report,
		stopped: make(chan struct{}),
		queue:   newQueue(media.Samples(MaxQueued), media.Samples(maxRewind)),
		reports: make([]Played, 0, 16),
	}
}

// Run joins the wheel: a frame is sent every PTime, silence when nothing is
// queued, until ctx ends or the sink fails. It returns ctx's cause, the sink's
// error, or a *PanicError; the sink is then no longer in use. Deadlines are
// absolute; a tick more than 60 ms late skips the missed frames and never sends
// a burst. Speech is then late, not lost. In silence the ticks may be moved, at
// most three times and by less than PTime, to where turns have been ready to
// begin. Run once.
func (p *Playout) Run(ctx context.Context) error {
	defer close(p.stopped)
	s := p.wheel.join(p)
	select {
	case <-ctx.Done():
		p.wheel.leave(s)
		return context.Cause(ctx)
	case err := <-s.over:
		return fmt.Errorf("run playout: %w", err)
	}
}

func (p *Playout) skip(frames uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stats.Skipped += frames
}

// Stats are the counts so far.
func (p *Playout) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}

// PanicError is how Run ends when the sink or the report of a playout panicked;
// other playouts of its wheel go on. Its text holds the stack but of the value
// only what cannot be speech: its type, or the runtime's own message.
type PanicError struct {
	Value any
	Stack []byte
}

func newPanicError(value any) *PanicError { return &PanicError{Value: value, Stack: debug.Stack()} }

func (e *PanicError) Error() string {
	what := fmt.Sprintf("%T", e.Value)
	if err, ok := e.Value.(runtime.Error); ok {
		what = err.Error()
	}
	return fmt.Sprintf("panic while sending a frame: %s\n%s", what, e.Stack)
}
