package caller

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parley/media"
	"parley/media/playout"
	"parley/tts"
)

// speaker is the caller's mouth: it has lines synthesised and sent at the pace
// they are heard, and records what was sent.
type speaker struct {
	playout *playout.Playout
	speech  tts.Engine
	voice   tts.Voice
	ctx     context.Context //nolint:containedctx // the life of the call, as the goroutines of say have it
	wg      sync.WaitGroup
	// voiced and done are told of frames sent, on the wheel's goroutine;
	// failed of a line that could not be said.
	voiced, done func()
	failed       func(error)
	record       func(at time.Time, pcm []int16)

	mu   sync.Mutex
	turn uint64  // of the line begun last
	rest []int16 // of it, not sent yet
}

var _ mouth = (*speaker)(nil)

// say implements mouth.
func (s *speaker) say(l Line) {
	s.mu.Lock()
	s.turn++
	turn := s.turn
	s.rest = nil
	s.mu.Unlock()
	s.wg.Go(func() {
		if err := s.send(turn, l); err != nil && !errors.Is(err, playout.ErrCleared) && s.ctx.Err() == nil {
			s.failed(fmt.Errorf("say a line: %w", err))
		}
	})
}

// send synthesises the whole line before its first frame is sent, so that a slow
// engine makes no pause within it that would pass for the end of a turn.
func (s *speaker) send(turn uint64, l Line) error {
	pcm := l.PCM
	if pcm == nil {
		err := s.speech.Speak(s.ctx, l.Text, s.voice, func(c tts.Chunk) error {
			pcm = append(pcm, c.PCM...)
			return nil
		})
		if err != nil {
			return err
		}
	}
	s.mu.Lock()
	current := s.turn == turn
	if current {
		s.rest = pcm
	}
	s.mu.Unlock()
	if !current {
		return nil
	}
	s.playout.Begin(playout.Segment{Turn: turn, Text: l.Text})
	if err := s.playout.Write(s.ctx, turn, pcm, nil); err != nil {
		return err
	}
	s.playout.Finish(turn)
	return nil
}

// hush implements mouth.
func (s *speaker) hush() {
	s.mu.Lock()
	turn := s.turn
	s.mu.Unlock()
	s.playout.Clear(turn)
}

// played is the playout's report of one frame sent.
func (s *speaker) played(p playout.Played) {
	s.mu.Lock()
	if p.Turn != s.turn {
		s.mu.Unlock()
		return
	}
	frame := s.rest[:min(len(s.rest), media.FrameSamples)]
	s.rest = s.rest[len(frame):]
	s.mu.Unlock()
	if len(frame) > 0 {
		s.record(p.At, frame)
	}
	if p.Voiced {
		s.voiced()
	}
	if p.TurnEnd {
		s.done()
	}
}
