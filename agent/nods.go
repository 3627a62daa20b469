package agent

import (
	"context"
	"sync"
	"time"

	"parley/media"
	"parley/tts"
)

// nods are the character's "mm-hm": synthesised when the call begins, so that
// they come in the instant they are wanted, and no part of the history.
type nods struct {
	mu    sync.Mutex
	ready []spokenNod
	used  int
}

type spokenNod struct {
	text string
	pcm  []int16
}

// rehearsal is when nods are synthesised: none is wanted before NodAfter.
const rehearsal = 2 * time.Second

// rehearse synthesises the scenario's nods. Of those that fail, the character
// listens in silence.
func (s *Session) rehearse(ctx context.Context) error {
	if len(s.cfg.Scenario.Nods) == 0 {
		return nil
	}
	select { // the opening line comes first
	case <-time.After(rehearsal):
	case <-ctx.Done():
		return nil
	}
	for _, text := range s.cfg.Scenario.Nods {
		n := spokenNod{text: text}
		err := s.cfg.TTS.Speak(ctx, text, s.character, func(c tts.Chunk) error {
			n.pcm = append(n.pcm, c.PCM...)
			return nil
		})
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the call is over
		}
		if err != nil || len(n.pcm) == 0 || media.Duration(len(n.pcm)) > media.MaxQueued/2 {
			s.log.Warn("nod left out", "err", err)
			continue
		}
		s.nods.mu.Lock()
		s.nods.ready = append(s.nods.ready, n)
		s.nods.mu.Unlock()
	}
	return nil
}

// next gives the nods out in turn.
func (n *nods) next() (spokenNod, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.ready) == 0 {
		return spokenNod{}, false
	}
	n.used++
	return n.ready[(n.used-1)%len(n.ready)], true
}

// nod plays one as the turn id and reports whether there was one.
func (s *Session) nod(ctx context.Context, id uint64) bool {
	n, ok := s.nods.next()
	if !ok {
		return false
	}
	s.playout.Begin(media.Segment{Turn: id, Text: n.text})
	if err := s.playout.Write(ctx, id, n.pcm, nil); err != nil { // it has room: nothing else is queued
		return false
	}
	s.playout.Finish(id)
	return true
}
