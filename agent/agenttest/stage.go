package agenttest

import (
	"context"
	"sync"
	"testing/synctest"
	"time"

	"parley"
	"parley/media"
)

// Shown is one thing the stage showed, and when.
type Shown struct {
	At   time.Duration
	What any // parley.State, Caption, Verdict, Reaction, Latency, Trouble or Ending
}

// Away is shown when the user is away, or back.
type Away bool

// stage remembers what it was given.
type stage struct {
	began time.Time

	mu    sync.Mutex
	shown []Shown
	// voiced are the times of voiced frames.
	voiced []time.Duration
}

func (s *stage) note(what any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = append(s.shown, Shown{time.Since(s.began), what})
}

func (s *stage) State(v parley.State)     { s.note(v) }
func (s *stage) Caption(v parley.Caption) { s.note(v) }
func (s *stage) Away(on bool)             { s.note(Away(on)) }
func (s *stage) Verdict(v parley.Verdict) { s.note(v) }
func (s *stage) React(v parley.Reaction)  { s.note(v) }
func (s *stage) Latency(v parley.Latency) { s.note(v) }
func (s *stage) Trouble(v parley.Trouble) { s.note(v) }
func (s *stage) WriteFrame(f media.Frame) error {
	if f.Voiced {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.voiced = append(s.voiced, time.Since(s.began))
	}
	return nil
}

func (s *stage) Ended(_ context.Context, v parley.Ending) error {
	s.note(v)
	return nil
}

// ShownOf are the things of type V the stage showed so far.
func ShownOf[V any](c *Call) []V {
	synctest.Wait()
	c.stage.mu.Lock()
	defer c.stage.mu.Unlock()
	var out []V
	for _, s := range c.stage.shown {
		if v, ok := s.What.(V); ok {
			out = append(out, v)
		}
	}
	return out
}

// Voiced reports whether the character was heard between two times, which run
// from the call's start.
func (c *Call) Voiced(from, to time.Duration) bool {
	synctest.Wait()
	c.stage.mu.Lock()
	defer c.stage.mu.Unlock()
	for _, at := range c.stage.voiced {
		if at >= from && at < to {
			return true
		}
	}
	return false
}

// LastVoiced is when the character was last heard.
func (c *Call) LastVoiced() time.Duration {
	synctest.Wait()
	c.stage.mu.Lock()
	defer c.stage.mu.Unlock()
	if len(c.stage.voiced) == 0 {
		return 0
	}
	return c.stage.voiced[len(c.stage.voiced)-1]
}
