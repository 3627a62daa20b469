package agent

import (
	"context"
	"errors"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"parley/media"
	"parley/tts"
)

// errCut is the cause with which a reply's context ends when it is cut.
var errCut = errors.New("reply cut")

// speech is one reply in the making: a source writes segments, the TTS speaks
// them, the playout plays them.
type speech struct {
	id     uint64
	cancel context.CancelCauseFunc
	ended  endOfTurn
	stamps stamps

	mu sync.Mutex
	// full is the whole reply as far as it was made. mute is set when the TTS
	// failed before anything could be heard.
	full string
	mute bool
}

// source makes the text of a reply and passes it on segment by segment; say
// blocks while earlier segments wait and fails when the reply is cut.
type source func(ctx context.Context, say func(segment string) error) error

// queuedSegments is how far thinking may run ahead of speaking.
const queuedSegments = 8

// start begins a reply. It returns at once; the playout reports its end.
func (s *Session) start(ctx context.Context, sp *speech, from source) {
	ctx, cancel := context.WithCancelCause(ctx)
	sp.cancel = cancel
	s.speech = sp
	s.goroutines.Go(s.guarded(func() error {
		defer cancel(nil)
		return s.speak(ctx, sp, from)
	}))
}

// speak runs a reply's two stages: thinking and speaking. A fault of an engine
// ends the reply, not the call; only a panic is returned.
func (s *Session) speak(ctx context.Context, sp *speech, from source) error {
	segments := make(chan string, queuedSegments)
	var stages errgroup.Group
	stages.Go(s.guarded(func() error {
		defer close(segments)
		return from(ctx, func(segment string) error {
			sp.stamps.mark(&sp.stamps.clause, s.now())
			sp.add(segment)
			select {
			case segments <- segment:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		})
	}))
	stages.Go(s.guarded(func() error {
		index := 0
		for segment := range segments {
			s.voice(ctx, sp, media.Segment{Turn: sp.id, Index: index, Text: segment})
			index++
		}
		return nil
	}))
	err := stages.Wait()
	s.playout.Finish(sp.id)
	if errors.Is(err, errPanic) {
		return err
	}
	if err != nil && ctx.Err() == nil {
		s.log.Error("reply failed", "reply", sp.id, "err", err)
	}
	return nil
}

// voice speaks one segment into the playout.
func (s *Session) voice(ctx context.Context, sp *speech, segment media.Segment) {
	if ctx.Err() != nil {
		return
	}
	s.playout.Begin(segment)
	err := s.cfg.TTS.Speak(ctx, segment.Text, s.character, func(c tts.Chunk) error {
		sp.stamps.mark(&sp.stamps.speaking, s.now())
		return s.playout.Write(ctx, sp.id, c.PCM, c.Words)
	})
	if err == nil || ctx.Err() != nil || errors.Is(err, media.ErrCleared) {
		return
	}
	s.log.Warn("speech synthesis failed", "engine", s.cfg.TTS.Name(), "err", err)
	sp.silence()
	s.trouble("tts", err)
}

func (sp *speech) add(segment string) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.full = join(sp.full, segment)
}

func (sp *speech) silence() {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.mute = true
}

// text is the whole reply so far, and whether its voice failed.
func (sp *speech) text() (full string, mute bool) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	return strings.TrimSpace(sp.full), sp.mute
}
