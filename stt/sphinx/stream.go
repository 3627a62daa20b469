package sphinx

import (
	"context"
	"fmt"
	"sync"

	"parley/media"
	"parley/stt"
)

// interimStep is the audio between two looks at the interim text: at most ten
// interims a second.
const interimStep = media.SampleRate / 10

// Stream implements stt.Stream. Audio waits for the decoder in a queue of
// queueLength; if that is full the oldest is dropped, see Dropped.
type Stream struct {
	audio  *audio
	events *events
	done   chan struct{}
	close  func()

	open      bool // an utterance is open; the writer's only
	utterance uint64
}

var _ stt.Stream = (*Stream)(nil)

func startStream(p *pool, d *decoder) *Stream {
	s := &Stream{audio: newAudio(), events: newEvents(), done: make(chan struct{})}
	s.close = sync.OnceFunc(func() {
		s.audio.close()
		s.events.close()
		<-s.done
	})
	go func() {
		defer close(s.done)
		if err := run(d, s.audio, s.events); err != nil {
			s.events.fail(fmt.Errorf("recognise speech: %w", err))
			p.discard(d)
			return
		}
		p.release(d)
	}()
	return s
}

// Begin implements stt.Stream. It first ends an utterance that is still open.
func (s *Stream) Begin(id uint64) {
	s.End()
	s.open, s.utterance = true, id
	s.audio.mark(id, true)
}

// Write implements stt.Stream.
func (s *Stream) Write(pcm []int16) {
	if s.open {
		s.audio.write(pcm)
	}
}

// End implements stt.Stream. Without an open utterance it does nothing.
func (s *Stream) End() {
	if s.open {
		s.open = false
		s.audio.mark(s.utterance, false)
	}
}

// Next implements stt.Stream. An interim that was not read in time gives way to
// the next event of its utterance.
func (s *Stream) Next(ctx context.Context) (stt.Event, error) { return s.events.next(ctx) }

// Close implements stt.Stream. It gives the decoder back and waits for the
// goroutine that used it, at most the time of one block of audio.
func (s *Stream) Close() error {
	s.close()
	return nil
}

// Dropped is how many samples were lost because the decoder fell behind. It may
// be called from any goroutine.
func (s *Stream) Dropped() int64 { return s.audio.lost() }
