package stub

import (
	"context"
	"io"
	"sync"
	"time"

	"parley/stt"
)

// stream transcribes one speaker.
type stream struct {
	said       []Utterance
	streaming  bool
	lag, final time.Duration
	wake       chan struct{} // an event was put first
	closed     chan struct{}
	once       sync.Once

	// Of the goroutine that writes.
	id    uint64
	open  bool
	sound sound
	next  int // of said
	shown int // words given as interims

	mu      sync.Mutex
	pending []timed // in the order they are due
}

type timed struct {
	due   time.Time
	event stt.Event
}

// Begin implements stt.Stream.
func (s *stream) Begin(id uint64) {
	s.id, s.open, s.sound, s.shown = id, true, sound{}, 0
}

// Write implements stt.Stream.
func (s *stream) Write(pcm []int16) {
	if !s.open {
		return
	}
	s.sound.write(pcm)
	if !s.streaming || !s.sound.heard || len(s.said) == 0 {
		return
	}
	u, now := s.said[s.next%len(s.said)], time.Now()
	before := s.shown
	for s.shown < len(u.Ends) && s.sound.onset+u.Ends[s.shown] <= s.sound.at {
		s.shown++
	}
	if s.shown > before {
		s.put(timed{now.Add(s.lag), stt.Event{Utterance: s.id, Text: u.soFar(s.shown)}})
	}
}

// End implements stt.Stream.
func (s *stream) End() {
	if !s.open {
		return
	}
	s.open = false
	e := stt.Event{Utterance: s.id, Final: true, Took: s.final}
	if s.sound.heard && len(s.said) > 0 {
		u := s.said[s.next%len(s.said)]
		s.next++
		e.Text, e.Words, e.Confidence = u.Text, u.words(s.sound.onset), 1
	}
	s.put(timed{time.Now().Add(s.final), e})
}

// put queues an event. A final one overtakes the interims due after it, which
// are then of no use.
func (s *stream) put(t timed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := len(s.pending)
	for kept > 0 && s.pending[kept-1].due.After(t.due) {
		kept--
	}
	s.pending = append(s.pending[:kept], t)
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Next implements stt.Stream.
func (s *stream) Next(ctx context.Context) (stt.Event, error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		e, wait, ready := s.take()
		if ready {
			return e, nil
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-s.wake:
		case <-s.closed:
			return stt.Event{}, io.EOF
		case <-ctx.Done():
			return stt.Event{}, context.Cause(ctx)
		}
	}
}

// idle is how long Next sleeps when nothing is due; put wakes it.
const idle = time.Hour

// take is the next event if it is due, else how long until one may be.
func (s *stream) take() (e stt.Event, wait time.Duration, ready bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) == 0 {
		return e, idle, false
	}
	if wait = time.Until(s.pending[0].due); wait > 0 {
		return e, wait, false
	}
	e = s.pending[0].event
	s.pending = s.pending[1:]
	return e, 0, true
}

// Close implements stt.Stream.
func (s *stream) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}
