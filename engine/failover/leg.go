package failover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parley/engine"
	"parley/media"
	"parley/stt"
)

// leg is one rung's stream within a stream. Its fields are under the stream's
// mu.
type leg struct {
	rung   int
	trial  bool
	ctx    context.Context //nolint:containedctx // its own life
	cancel context.CancelFunc
	stream stt.Stream // nil until it is open
	gone   bool       // nothing of it counts any more

	from, to uint64     // ids of the utterances it hears; to is 0 for all that come
	u        *utterance // begun and not ended with it
	pos, was int64      // on the tape: next to hear, first heard of u
	heard    uint64     // id of the last utterance it was given
	live     bool       // it has heard all there is
	caught   time.Time  // since when
}

// launch opens a leg on rung, for the utterances from that id on.
func (s *stream) launch(rung int, trial bool, from uint64) *leg {
	l := &leg{rung: rung, trial: trial, from: from}
	l.ctx, l.cancel = context.WithCancel(s.ctx)
	s.legs = append(s.legs, l)
	s.wg.Go(func() {
		err := s.list.guard(rung, func() error { return s.follow(l) })
		s.lost(l, err)
	})
	return l
}

// follow opens l and reads it to its end.
func (s *stream) follow(l *leg) error {
	opening, cancel := context.WithTimeoutCause(l.ctx, s.list.budgets.Open, engine.ErrSlow)
	defer cancel()
	stream, err := s.h.engines[l.rung].Open(opening, s.options)
	if err != nil {
		if l.ctx.Err() == nil && opening.Err() != nil && !errors.Is(err, engine.ErrSlow) && !errors.Is(err, engine.ErrCapacity) {
			err = fmt.Errorf("%w: %s did not open", engine.ErrSlow, s.list.rungs[l.rung].name())
		}
		return err
	}
	defer stream.Close()
	s.joined(l, stream)
	for {
		e, err := stream.Next(l.ctx)
		if err != nil {
			return err
		}
		s.take(l, e)
	}
}

// joined has an open leg hear what has been said so far.
func (s *stream) joined(l *leg, stream stt.Stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.gone {
		return
	}
	l.stream = stream
	if l.trial {
		s.list.rungs[l.rung].breaker.probed(nil, time.Now())
	}
	s.opened()
	if l != s.next && !s.feed(l, media.Samples(burst)) {
		s.wg.Go(func() { s.replay(l) })
	}
}

// drop lets l go; nothing of it counts from now on.
func (s *stream) drop(l *leg) {
	if l.gone {
		return
	}
	l.gone, l.live = true, false
	l.cancel()
	if l.u != nil {
		s.leave(l)
	}
	if i := slices.Index(s.legs, l); i >= 0 {
		s.legs = slices.Delete(s.legs, i, i+1)
	}
}
