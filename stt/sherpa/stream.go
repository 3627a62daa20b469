package sherpa

import (
	"context"
	"time"

	"parley/stt"
)

// closeWait is how long Stream.Close waits for a decoding under way, which
// nothing can stop: most steps of streaming models end within it.
const closeWait = 40 * time.Millisecond

// Stream implements stt.Stream. Audio waits for the recogniser in a queue of
// 16 s; when it is full the oldest is dropped, see Dropped.
type Stream struct {
	in  *inbox
	out *outbox
	// hearing is what it shares with others; pauses is of the pause it is in.
	hearing *hearing
	pauses  *pauses
	stop    context.CancelFunc
	done    chan struct{}

	open      bool // an utterance is open; the writer's only
	utterance uint64
}

var _ stt.Stream = (*Stream)(nil)

// openStream starts a stream, which ends with ctx or its Close; gone is called
// when it has left the model.
func openStream(ctx context.Context, h *hearing, phrases []string, gone func()) *Stream {
	ctx, cancel := context.WithCancel(ctx)
	s := &Stream{in: newInbox(), out: newOutbox(), hearing: h, pauses: &pauses{}, stop: cancel, done: make(chan struct{})}
	go func() {
		defer gone()
		defer close(s.done)
		(&listener{hearing: h, ctx: ctx, phrases: phrases, out: s.out, pauses: s.pauses}).listen(s.in)
	}()
	return s
}

// Begin implements stt.Stream. It first ends an utterance that is still open.
func (s *Stream) Begin(id uint64) {
	s.End()
	s.open, s.utterance = true, id
	s.pauses.over()
	s.in.mark(id, true)
}

// Write implements stt.Stream.
func (s *Stream) Write(pcm []int16) {
	if s.open {
		s.in.write(pcm)
	}
}

// End implements stt.Stream. Without an open utterance it does nothing.
func (s *Stream) End() {
	if s.open {
		s.open = false
		s.in.put(mark{utterance: s.utterance, pause: s.pauses.over()})
	}
}

// Next implements stt.Stream. An interim that was not read in time gives way to
// the next event of its utterance.
func (s *Stream) Next(ctx context.Context) (stt.Event, error) { return s.out.next(ctx) }

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
	s.in.close()
	s.out.close()
}

// Dropped is how many samples were lost because the recogniser fell behind. It
// may be called from any goroutine.
func (s *Stream) Dropped() int64 { return s.in.lost() }
