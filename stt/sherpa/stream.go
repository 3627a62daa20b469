package sherpa

import (
	"context"
	"sync/atomic"
	"time"

	"parley/media"
	"parley/stt"
)

// closeWait is how long Stream.Close waits for a decoding under way, which
// nothing can stop: most steps of streaming models end within it.
const closeWait = 40 * time.Millisecond

// queueLength is how much audio waits for the recogniser at most: 0.5 MiB. An
// answer to words that old would come too late for any conversation.
const queueLength = 16 * time.Second

// mark is where an utterance begins, pauses or ends in the audio. Its pause is the
// number of the pause the stream was in, 0 for none.
type mark struct {
	utterance uint64
	begin     bool
	pauses    bool
	pause     uint64
}

// Stream implements stt.Stream. Audio waits for the recogniser in a queue of
// 16 s; when it is full the oldest is dropped, see Dropped.
type Stream struct {
	in     *media.Queue[mark]
	out    *stt.Queue
	engine *recognition
	pauses *pauses
	stop   context.CancelFunc
	done   chan struct{}

	open      bool // an utterance is open; the writer's only
	utterance uint64
}

var (
	_ stt.Stream = (*Stream)(nil)
	_ stt.Pauser = (*Stream)(nil)
)

// openStream starts a stream, which ends with ctx or its Close; gone is called
// when it has left the model.
func openStream(ctx context.Context, engine *recognition, phrases []string, gone func()) *Stream {
	ctx, cancel := context.WithCancel(ctx)
	s := &Stream{
		in: media.NewQueue[mark](queueLength), out: stt.NewQueue(), engine: engine, pauses: &pauses{},
		stop: cancel, done: make(chan struct{}),
	}
	go func() {
		defer gone()
		defer close(s.done)
		(&recogniser{recognition: engine, ctx: ctx, phrases: phrases, out: s.out, pauses: s.pauses}).run(s.in)
	}()
	return s
}

// Begin implements stt.Stream. It first ends an utterance that is still open.
func (s *Stream) Begin(id uint64) {
	s.End()
	s.open, s.utterance = true, id
	s.pauses.over()
	s.in.Mark(mark{utterance: id, begin: true})
}

// Write implements stt.Stream.
func (s *Stream) Write(pcm []int16) {
	if s.open {
		s.in.Write(pcm)
	}
}

// End implements stt.Stream. Without an open utterance it does nothing.
func (s *Stream) End() {
	if s.open {
		s.open = false
		s.in.Mark(mark{utterance: s.utterance, pause: s.pauses.over()})
	}
}

// Next implements stt.Stream. An interim that was not read in time gives way to
// the next event of its utterance.
func (s *Stream) Next(ctx context.Context) (stt.Event, error) { return s.out.Next(ctx) }

// Close implements stt.Stream. It waits at most 40 ms for a decoding under way;
// a longer one ends in the background, and Engine.Close waits for it.
func (s *Stream) Close() error {
	s.leave()
	patience := time.NewTimer(closeWait)
	defer patience.Stop()
	select {
	case <-s.done:
	case <-patience.C:
	}
	return nil
}

// leave tells the stream's goroutine to end.
func (s *Stream) leave() {
	s.stop()
	s.in.Close()
	s.out.Close()
}

// Dropped is how many samples were lost because the recogniser fell behind. It
// may be called from any goroutine.
func (s *Stream) Dropped() int64 { return s.in.Dropped() }

// pauses numbers the pauses of a stream: now is that under way, 0 for none.
type pauses struct {
	count   uint64 // the writer's only
	current atomic.Uint64
}

func (p *pauses) now() uint64 { return p.current.Load() }

// begin begins a pause and returns its number, 0 if one is under way.
func (p *pauses) begin() uint64 {
	if p.now() != 0 {
		return 0
	}
	p.count++
	p.current.Store(p.count)
	return p.count
}

// over ends the pause under way and returns its number.
func (p *pauses) over() uint64 { return p.current.Swap(0) }

// Lull implements stt.Pauser. It is 0 for a model that streams, as it has its
// interims; one of whole utterances decodes all of it again in each pause, for
// which a worker must be idle.
func (s *Stream) Lull() time.Duration {
	if w := s.engine.workers; s.engine.costly && len(w) < cap(w) {
		return stt.RequestLull
	}
	return 0
}

// Pause implements stt.Pauser.
func (s *Stream) Pause() {
	if !s.open || !s.engine.costly {
		return
	}
	if n := s.pauses.begin(); n > 0 {
		s.in.Mark(mark{utterance: s.utterance, pauses: true, pause: n})
	}
}

// Resume implements stt.Pauser. A decoding under way goes on to its end, and its
// text is dropped.
func (s *Stream) Resume() (wasted bool) { return s.open && s.pauses.over() > 0 }
