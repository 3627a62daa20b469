package oracle

import (
	"sync"
	"time"

	"parley/bench/stub"
	"parley/media"
	"parley/stt"
)

// Transport is how long after its sound a word is taken to be in the audio
// written: the way from the caller over WebRTC and the receiver's reordering.
const Transport = 40 * time.Millisecond

// stream implements stt.Stream. The audio itself is not looked at: the samples
// written and the time of the last Write say what stretch of the call it is.
type stream struct {
	*stub.Events
	engine *Engine

	mu      sync.Mutex
	open    bool
	id      uint64
	samples int
	from    time.Time // of the first sample; zero before any
	to      time.Time
	shown   string // the last interim
	early   *early // what Pause asked for; nil without
}

var _ stt.Stream = (*stream)(nil)

func newStream(e *Engine) *stream {
	return &stream{Events: stub.NewEvents(), engine: e}
}

// Begin implements stt.Stream.
func (s *stream) Begin(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.DropEarly(s.id)
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
		s.Put(time.Now(), stt.Event{Utterance: s.id, Text: text})
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
		s.DropEarly(id)
		// One that streams goes on hearing: the "p" of "stop" comes 150 ms after its
		// voice.
		if s.engine.profile.Interim == 0 || len(s.early.text) >= len(text) {
			text, delay = s.early.text, max(time.Until(s.early.due), 0)
		}
	}
	s.Put(time.Now().Add(delay), stt.Event{Utterance: id, Text: text, Final: true, Confidence: 1, Took: delay})
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
	due  time.Time
	text string
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
	if !s.open || s.early != nil {
		return
	}
	s.early = &early{
		due:  time.Now().Add(s.engine.profile.Final),
		text: s.engine.transcript(s.from, s.to.Add(nearly)),
	}
	if s.early.text != "" {
		s.Put(s.early.due, stt.Event{Utterance: s.id, Text: s.early.text, Early: true})
	}
}

// Resume implements stt.Pauser.
func (s *stream) Resume() (wasted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || s.early == nil {
		return false
	}
	s.DropEarly(s.id)
	s.early = nil
	return s.engine.profile.Interim == 0
}
