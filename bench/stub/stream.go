package stub

import (
	"context"
	"io"
	"slices"
	"sync"
	"time"

	"parley/stt"
)

// streamingLull is stt.Pauser's Lull of a streaming engine: less is the gap
// between two of the frames.
const streamingLull = 30 * time.Millisecond

// nearly is how much of a word may be missing for it to be recognised all the
// same: what a recogniser gets has been denoised, which takes 20 ms.
const nearly = 60 * time.Millisecond

var _ stt.Pauser = (*stream)(nil)

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
	// early is when the transcript that Pause asked for is due, zero without one.
	early time.Time

	mu      sync.Mutex
	pending []timed // in the order they are due
}

type timed struct {
	due   time.Time
	event stt.Event
}

// Begin implements stt.Stream.
func (s *stream) Begin(id uint64) {
	s.id, s.open, s.sound, s.shown, s.early = id, true, sound{}, 0, time.Time{}
}

// Lull implements stt.Pauser: one that has listened all along has nothing to pay
// for.
func (s *stream) Lull() time.Duration {
	if s.streaming {
		return streamingLull
	}
	return stt.RequestLull
}

// Pause implements stt.Pauser. Of words whose ends are known it gives those that
// are over.
func (s *stream) Pause() {
	if !s.open || !s.early.IsZero() {
		return
	}
	s.early = time.Now().Add(s.final)
	if !s.sound.heard || len(s.said) == 0 {
		return
	}
	u := s.said[s.next%len(s.said)]
	text := u.Text
	if len(u.Ends) > 0 {
		heard := s.sound
		heard.at += nearly
		text = u.soFar(u.over(heard))
	}
	if text != "" {
		s.put(timed{s.early, stt.Event{Utterance: s.id, Text: text, Early: true}})
	}
}

// Resume implements stt.Pauser.
func (s *stream) Resume() (wasted bool) {
	if !s.open || s.early.IsZero() {
		return false
	}
	s.early = time.Time{}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = slices.DeleteFunc(s.pending, func(t timed) bool { return t.event.Early && t.event.Utterance == s.id })
	return !s.streaming
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
	if s.shown = u.over(s.sound); s.shown > before {
		s.put(timed{now.Add(s.lag), stt.Event{Utterance: s.id, Text: u.soFar(s.shown)}})
	}
}

// End implements stt.Stream.
func (s *stream) End() {
	if !s.open {
		return
	}
	s.open = false
	now := time.Now()
	due := now.Add(s.final)
	if !s.early.IsZero() {
		due = later(s.early, now)
	}
	e := stt.Event{Utterance: s.id, Final: true, Took: due.Sub(now)}
	if s.sound.heard && len(s.said) > 0 {
		u := s.said[s.next%len(s.said)]
		s.next++
		e.Text, e.Words, e.Confidence = u.Text, u.words(s.sound.onset), 1
	}
	s.put(timed{due, e})
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
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
