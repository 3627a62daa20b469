package agent

import (
	"parley/agent/turn"
	"sync"
	"time"

	"parley"
)

// stamps are the moments of one reply in the making, from the session's start.
// The pipeline sets them, the owner reads them once the reply is audible.
type stamps struct {
	mu sync.Mutex
	// asked is when the model was, clause when it had given the first words to
	// say (or a filler was put in their place), speaking when their audio came.
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

// speaks notes that there is audio, and reports how long after the model was
// asked the first of it came.
func (s *stamps) speaks(now time.Duration) (took time.Duration, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.speaking != 0 {
		return 0, false
	}
	s.speaking = now
	return now - s.asked, s.asked > 0
}

// latency splits the time from the user's last voiced sample to the first
// voiced sample sent. It walks the way of the answer from milestone to
// milestone; what lies between one and the next is the share of whoever was
// waited for, so the stages add up exactly. Of an answer begun before the turn
// was over, work done during the endpointing delay shortens that delay's share.
func (s *stamps) latency(number int, e turn.EndOfTurn, audible time.Duration) parley.Latency {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := parley.Latency{Turn: number, Total: audible - e.Voiced, Speculated: e.Preemptive}
	at := e.Voiced
	until := func(milestone time.Duration, share *time.Duration) {
		if milestone = min(milestone, audible); milestone > at {
			*share += milestone - at
			at = milestone
		}
	}
	asked := s.asked
	until(min(e.Closed, asked), &l.Endpointing)
	until(min(e.Known, asked), &l.STT)
	if e.Preemptive { // the answer was begun when the end of the turn was near
		until(asked, &l.Endpointing)
	}
	until(min(e.Due, asked), &l.Endpointing)
	until(min(e.Decided, asked), &l.STT)
	until(asked, &l.Own)
	until(s.clause, &l.LLM)
	until(s.speaking, &l.TTS)
	until(e.Due, &l.Endpointing)
	until(e.Decided, &l.STT)
	until(audible, &l.Own)
	return l
}
