package oracle

import (
	"context"
	"io"
	"sync"
	"time"

	"parley/media"
	"parley/stt"
)

// Transport is how long after its sound a word is taken to be in the audio
// written: the way from the caller over WebRTC and the receiver's reordering.
const Transport = 40 * time.Millisecond

// stream implements stt.Stream. The audio itself is not looked at: the samples
// written and the time of the last Write say what stretch of the call it is.
type stream struct {
	engine *Engine
	wake   chan struct{} // room for one signal to Next
	done   chan struct{}

	mu      sync.Mutex
	closed  bool
	open    bool
	id      uint64
	samples int
	from    time.Time // of the first sample; zero before any
	to      time.Time
	shown   string // the last interim
	events  []stt.Event
	finals  map[uint64]*time.Timer
	early   *early // what Pause asked for; nil without
}

var _ stt.Stream = (*stream)(nil)

func newStream(e *Engine) *stream {
	return &stream{
		engine: e, wake: make(chan struct{}, 1), done: make(chan struct{}),
		finals: map[uint64]*time.Timer{},
	}
}

// Begin implements stt.Stream.
func (s *stream) Begin(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open, s.id, s.samples, s.shown, s.early = true, id, 0, "", nil
	s.from, s.to = time.Time{}, time.Time{}
}

// Write implements stt.Stream. Audio from before Begin comes faster than it was
// said, so what is written reaches back from now.
func (s *stream) Write(pcm []int16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return
	}
	s.samples += len(pcm)
	s.to = time.Now().Add(-Transport)
	if from := s.to.Add(-media.Duration(s.samples)); s.from.IsZero() || from.Before(s.from) {
		s.from = from
	}
	behind := s.engine.profile.Interim
	if behind == 0 {
		return
	}
	if text := s.engine.transcript(s.from, s.to.Add(-behind)); text != s.shown {
		s.shown = text
		s.emit(stt.Event{Utterance: s.id, Text: text})
	}
}

// End implements stt.Stream.
func (s *stream) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return
	}
	s.open = false
	id, delay := s.id, s.engine.profile.Final
	text := s.engine.transcript(s.from, s.to)
	if s.early != nil {
		s.early.timer.Stop()
		// One that streams goes on hearing: the "p" of "stop" comes 150 ms after its
		// voice.
		if s.engine.profile.Interim == 0 || len(s.early.text) >= len(text) {
			text, delay = s.early.text, max(time.Until(s.early.due), 0)
		}
	}
	s.finals[id] = time.AfterFunc(delay, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.finals, id)
		if !s.closed {
			s.emit(stt.Event{Utterance: id, Text: text, Final: true, Confidence: 1, Took: delay})
		}
	})
}

// emit queues an event. Under mu.
func (s *stream) emit(e stt.Event) {
	s.events = append(s.events, e)
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Next implements stt.Stream.
func (s *stream) Next(ctx context.Context) (stt.Event, error) {
	for {
		s.mu.Lock()
		if s.closed {
			s.mu.Unlock()
			return stt.Event{}, io.EOF
		}
		if len(s.events) > 0 {
			e := s.events[0]
			s.events = s.events[1:]
			s.mu.Unlock()
			return e, nil
		}
		s.mu.Unlock()
		select {
		case <-s.wake:
		case <-s.done:
		case <-ctx.Done():
			return stt.Event{}, ctx.Err()
		}
	}
}

// Close implements stt.Stream.
func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	close(s.done)
	if s.early != nil {
		s.early.timer.Stop()
	}
	for _, t := range s.finals {
		t.Stop()
	}
	return nil
}

const (
	// streamingLull is stt.Pauser's Lull of a streaming engine.
	streamingLull = 30 * time.Millisecond
	// nearly is how much of a word may be missing from the audio for it to be
	// recognised all the same: denoising alone takes 20 ms.
	nearly = 60 * time.Millisecond
)

// early is a transcript that Pause asked for.
type early struct {
	due   time.Time
	text  string
	timer *time.Timer
}

var _ stt.Pauser = (*stream)(nil)

// Lull implements stt.Pauser.
func (s *stream) Lull() time.Duration {
	if s.engine.profile.Interim > 0 {
		return streamingLull
	}
	return stt.RequestLull
}

// Pause implements stt.Pauser.
func (s *stream) Pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || s.early != nil || s.closed {
		return
	}
	delay := s.engine.profile.Final
	x := &early{due: time.Now().Add(delay), text: s.engine.transcript(s.from, s.to.Add(nearly))}
	event := stt.Event{Utterance: s.id, Text: x.text, Early: true}
	x.timer = time.AfterFunc(delay, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.early == x && s.open && !s.closed && x.text != "" {
			s.emit(event)
		}
	})
	s.early = x
}

// Resume implements stt.Pauser.
func (s *stream) Resume() (wasted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || s.early == nil {
		return false
	}
	s.early.timer.Stop()
	s.early = nil
	return s.engine.profile.Interim == 0
}
