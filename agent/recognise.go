package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley"
	"parley/agent/turn"
	"parley/engine"
	"parley/stt"
)

// Waits before a broken recogniser is opened again: the first failure is often
// a hiccup, a lasting one should not be hammered.
//
// openWait is how long the user may go unheard before being told: an engine
// whose decoders are all taken waits for one.
const (
	openWait    = 3 * time.Second
	firstReopen = 500 * time.Millisecond
	lastReopen  = 8 * time.Second
)

// recognise keeps a recogniser open and passes its transcripts on until ctx
// ends. While it is broken the call goes on by text. An engine that does not know
// the language is not asked again; one without a place free is asked twice a
// second, as that costs it nothing, and the user is told of it once.
func (s *Session) recognise(ctx context.Context) error {
	wait, queued := firstReopen, false
	for {
		heard, err := s.recogniseOnce(ctx, queued)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the call is over, and so is hearing
		}
		full := errors.Is(err, engine.ErrCapacity)
		if !full || !queued {
			s.log.Warn("speech recognition broke", "engine", s.cfg.STT.Name(), "err", err)
			s.trouble("stt", err)
			s.inbox.put(turn.RecogniserLost{})
		}
		queued = full
		if errors.Is(err, engine.ErrLanguage) {
			return nil
		}
		if heard || full {
			wait = firstReopen
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		wait = min(2*wait, lastReopen)
	}
}

// recogniseOnce runs one stream to its end and reports whether it ever gave a
// transcript. queued says that the user was told there was no place free.
func (s *Session) recogniseOnce(ctx context.Context, queued bool) (heard bool, err error) {
	opening, cancel := context.WithTimeout(ctx, openWait)
	defer cancel()
	stream, err := s.cfg.STT.Open(opening, stt.Options{
		Language: s.cfg.Scenario.Language, Phrases: s.cfg.Scenario.Names(), Domain: s.cfg.Scenario.Domain(),
	})
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: %w", engine.ErrSlow, err)
	}
	if err != nil {
		return false, err
	}
	defer stream.Close()
	if queued {
		back := isBack("stt", s.cfg.STT.Name())
		s.stage.Trouble(back)
		s.inbox.put(noted{parley.Body(back)})
	}
	s.ear.stream.Store(&stream)
	defer s.ear.stream.Store(nil)
	for {
		e, err := stream.Next(ctx)
		if err != nil {
			return heard, err
		}
		heard = true
		if e.Err != nil {
			s.log.Warn("an utterance was not recognised", "engine", s.cfg.STT.Name(), "err", e.Err)
			s.trouble("stt", e.Err)
		}
		s.inbox.put(turn.Transcript{
			Utterance: e.Utterance, Text: e.Text, Final: e.Final, Early: e.Early, Confidence: e.Confidence, Failed: e.Err != nil,
			Ends: e.Ends,
		})
	}
}
