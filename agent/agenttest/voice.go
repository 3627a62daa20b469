package agenttest

import (
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/playout"
)

// Loudness is how the character's voice is heard.
type Loudness string

// What the character's voice can be.
const (
	Silent Loudness = "silent"
	Ducked Loudness = "ducked"
	Full   Loudness = "full"
	// Double is more than one voice can be.
	Double Loudness = "two voices"
)

// Span is a stretch of the character's voice that sounds the same.
type Span struct {
	From, To time.Duration
	Loudness Loudness
	// Segment is the number of what is spoken among all segments the TTS spoke;
	// -1 in silence.
	Segment int
}

// WriteFrame implements media.Sink.
func (s *stage) WriteFrame(f playout.Frame) error {
	if s.air != nil {
		s.air.Played(time.Since(s.began), f)
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := Span{From: time.Since(s.began), Loudness: loudness(f.PCM), Segment: -1}
	now.To = now.From + media.PTime
	if now.Loudness != Silent {
		now.Segment = s.segment(pitch(f.PCM))
	}
	if n := len(s.spans); n > 0 {
		before := &s.spans[n-1]
		if before.Loudness == now.Loudness && before.Segment == now.Segment {
			before.To = now.To
			return nil
		}
		before.To = now.From
	}
	s.spans = append(s.spans, now)
	return nil
}

// segment is the number of the segment with that pitch: the one heard last, or
// the first after it; one before it if none was spoken since, as for a nod. A
// frame without a whole wave ends what was heard last.
func (s *stage) segment(pitch int) int {
	if pitch < 0 || s.last%pitches == pitch {
		return s.last
	}
	next := s.last + ((pitch-s.last)%pitches+pitches)%pitches
	if next >= s.tts.count() {
		return next - pitches
	}
	s.last = next
	return next
}

// loudness is that of the loudest sample: of a frame in which the voice fades
// or ends, what it was before.
func loudness(pcm []int16) Loudness {
	peak := 0
	for _, v := range pcm {
		peak = max(peak, int(v), -int(v))
	}
	switch {
	case peak > voicePeak:
		return Double
	case peak > voicePeak/2:
		return Full
	case peak > voicePeak/8:
		return Ducked
	}
	return Silent
}

// Spans are the character's voice and its silence from the start of the call.
func (c *Call) Spans() []Span {
	synctest.Wait()
	c.stage.mu.Lock()
	defer c.stage.mu.Unlock()
	return append([]Span(nil), c.stage.spans...)
}

// Voiced reports whether the character was heard between two times, which run
// from the call's start.
func (c *Call) Voiced(from, to time.Duration) bool {
	for _, s := range c.Spans() {
		if s.Loudness != Silent && s.From < to && s.To > from {
			return true
		}
	}
	return false
}

// LastVoiced is when the last voiced frame of the character's left.
func (c *Call) LastVoiced() time.Duration {
	spans := c.Spans()
	for i := len(spans) - 1; i >= 0; i-- {
		if spans[i].Loudness != Silent {
			return spans[i].To - media.PTime
		}
	}
	return 0
}
