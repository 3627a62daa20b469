package mediatest

import (
	"slices"
	"sync"
	"time"

	"parley/media/playout"
)

var _ playout.Sink = (*Sink)(nil)

// Sink remembers every frame of a Playout. The zero value is ready; it is safe
// for concurrent use.
type Sink struct {
	// Err, if set before use, is what WriteFrame returns.
	Err error
	// Delay, if set, is called in WriteFrame with the number of frames before.
	Delay func(n int)

	mu     sync.Mutex
	frames []Sent
}

// Sent is one frame; PCM is the Sink's own copy.
type Sent struct {
	playout.Frame
	// Now is when it came.
	Now time.Time
}

// WriteFrame implements media.Sink.
func (s *Sink) WriteFrame(f playout.Frame) error {
	if s.Err != nil {
		return s.Err
	}
	s.mu.Lock()
	n := len(s.frames)
	f.PCM = slices.Clone(f.PCM)
	s.frames = append(s.frames, Sent{Frame: f, Now: time.Now()})
	s.mu.Unlock()
	if s.Delay != nil {
		s.Delay(n)
	}
	return nil
}

// Frames returns the frames so far.
func (s *Sink) Frames() []Sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.frames)
}

// Voiced returns the frames so far that were voiced.
func (s *Sink) Voiced() []Sent {
	return slices.DeleteFunc(s.Frames(), func(f Sent) bool { return !f.Voiced })
}

// PCM is the audio of all frames so far.
func (s *Sink) PCM() []int16 {
	var out []int16
	for _, f := range s.Frames() {
		out = append(out, f.PCM...)
	}
	return out
}
