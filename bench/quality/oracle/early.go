package oracle

import (
	"time"

	"parley/stt"
)

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
