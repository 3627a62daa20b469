package agenttest

import (
	"context"
	"sync"
	"testing/synctest"
	"time"

	"parley"
	"parley/media/playout"
)

// Shown is one thing the stage showed, and when.
type Shown struct {
	At   time.Duration
	What any // parley.State, Caption, Verdict, Reaction, Latency, Trouble, Ending or []parley.Usage; one of the types below
}

// Away is shown when the user is away, or back, Paused when both clocks stand still, or
// no longer.
type (
	Away   bool
	Paused bool
)

// Limit is when the time limit ends the call, 0 for never, or what is left of it.
type Limit struct{ Ends, Left time.Duration }

// Overlap is how speech over the character was taken, Early whether an answer
// begun before the turn was over was kept.
// EarlyTranscript is whether one was the final.
type (
	Overlap         string
	Early           bool
	EarlyTranscript bool
)

// stage remembers what it was given.
type stage struct {
	began time.Time
	tts   *TTS
	air   Air // nil for painted sounds

	mu    sync.Mutex
	shown []Shown
	spans []Span
	last  int // segment heard last
}

func (s *stage) note(what any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = append(s.shown, Shown{time.Since(s.began), what})
}

func (s *stage) State(v parley.State)               { s.note(v) }
func (s *stage) Caption(v parley.Caption)           { s.note(v) }
func (s *stage) Away(on bool)                       { s.note(Away(on)) }
func (s *stage) Paused(on bool)                     { s.note(Paused(on)) }
func (s *stage) Verdict(v parley.Verdict)           { s.note(v) }
func (s *stage) React(v parley.Reaction)            { s.note(v) }
func (s *stage) Latency(v parley.Latency)           { s.note(v) }
func (s *stage) Trouble(v parley.Trouble)           { s.note(v) }
func (s *stage) Usage(v []parley.Usage)             { s.note(v) }
func (s *stage) Card(v parley.Card) error           { s.note(v); return nil }
func (s *stage) SetState(v parley.StateValue) error { s.note(v); return nil }
func (s *stage) Answered(parley.Latency)            {}
func (s *stage) Overlap(outcome string)             { s.note(Overlap(outcome)) }
func (s *stage) Speculation(kept bool, _, _ int)    { s.note(Early(kept)) }
func (s *stage) EarlyTranscript(kept bool)          { s.note(EarlyTranscript(kept)) }
func (s *stage) TimeLimit(ends time.Time, left time.Duration) {
	l := Limit{Left: left}
	if !ends.IsZero() {
		l.Ends = ends.Sub(s.began)
	}
	s.note(l)
}
func (s *stage) Ended(_ context.Context, v parley.Ending) error {
	s.note(v)
	return nil
}

// ShownOf are the things of type V the stage showed so far.
func ShownOf[V any](c *Call) []V {
	var out []V
	for _, s := range c.Shown() {
		if v, ok := s.What.(V); ok {
			out = append(out, v)
		}
	}
	return out
}

// Shown is all the stage showed so far.
func (c *Call) Shown() []Shown {
	synctest.Wait()
	c.stage.mu.Lock()
	defer c.stage.mu.Unlock()
	return append([]Shown(nil), c.stage.shown...)
}

// Air is the room around a user whose sounds are real: what the character says
// fills it, and the microphone picks up what is in it. Its methods are called from
// different goroutines.
type Air interface {
	// Played takes the frame that leaves at a time of the call.
	Played(at time.Duration, f playout.Frame)
	// Mic fills frame with what the microphone picks up until at.
	Mic(at time.Duration, frame []int16)
}
