package agent

import (
	"sync"
	"time"

	"parley"
)

// stamps are the moments of one reply in the making, from the session's start.
// The pipeline sets them, the owner reads them once the reply is audible.
type stamps struct {
	mu                      sync.Mutex
	asked, clause, speaking time.Duration
}

// mark sets one stamp unless it is set already.
func (s *stamps) mark(which *time.Duration, now time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if *which == 0 {
		*which = now
	}
}

// latency splits the time from the user's last voiced sample to the first
// voiced sample sent. The stages follow one another, so they add up exactly;
// Own is what is left: deciding, handing over, waiting for the frame clock.
func (s *stamps) latency(turn int, e endOfTurn, audible time.Duration) parley.Latency {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := parley.Latency{
		Turn:        turn,
		Total:       audible - e.voiced,
		Endpointing: max(0, min(e.due, e.decided)-e.voiced),
		STT:         max(0, e.decided-e.due),
		LLM:         max(0, s.clause-s.asked),
		TTS:         max(0, s.speaking-s.clause),
	}
	l.Own = l.Total - l.Endpointing - l.STT - l.LLM - l.TTS
	return l
}
