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
	ready []kept
	used  int
	// spare is an excuse for when no voice works any more.
	spare kept
}

// kept is a line that was synthesised beforehand.
type kept struct {
	text string
	pcm  []int16
}

// rehearsal is when that is done: nothing of it is wanted before NodAfter.
const rehearsal = 2 * time.Second

// rehearse synthesises the scenario's nods and one of its excuses. Of nods that
// fail, the character listens in silence.
func (s *Session) rehearse(ctx context.Context) error {
	select { // the opening line comes first
	case <-time.After(rehearsal):
	case <-ctx.Done():
		return nil
	}
	for _, text := range s.cfg.Scenario.Nods {
		if n, ok := s.keep(ctx, text); ok {
			s.nods.mu.Lock()
			s.nods.ready = append(s.nods.ready, n)
			s.nods.mu.Unlock()
		}
	}
	if len(s.excuses.all) > 0 {
		if spare, ok := s.keep(ctx, s.excuses.all[0]); ok {
			s.nods.mu.Lock()
			s.nods.spare = spare
			s.nods.mu.Unlock()
		}
	}
	return nil
}

// keep synthesises a line, and reports false if it cannot or the call is over.
func (s *Session) keep(ctx context.Context, text string) (kept, bool) {
	k := kept{text: text}
	err := s.cfg.TTS.Speak(ctx, s.speller.Spell(text).Said, s.character, func(c tts.Chunk) error {
		k.pcm = append(k.pcm, c.PCM...)
		return nil
	})
	if ctx.Err() != nil {
		return kept{}, false
	}
	if err != nil || len(k.pcm) == 0 || media.Duration(len(k.pcm)) > media.MaxQueued/2 {
		s.log.Warn("line not rehearsed", "err", err)
		return kept{}, false
	}
	return k, true
}

// apologise says the excuse that was kept into a reply whose voice has failed.
// The reply goes on as text.
func (s *Session) apologise(ctx context.Context, id uint64, index int) {
	s.nods.mu.Lock()
	spare := s.nods.spare
	s.nods.mu.Unlock()
	if len(spare.pcm) == 0 {
		return
	}
	s.playout.Begin(media.Segment{Turn: id, Index: index, Text: spare.text})
	_ = s.playout.Write(ctx, id, spare.pcm, nil) // fails only if the reply was cut
}

// next gives the nods out in turn.
func (n *nods) next() (kept, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.ready) == 0 {
		return kept{}, false
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
