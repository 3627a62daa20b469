package ladder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parley"
	"parley/fault"
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
	opening, cancel := context.WithTimeoutCause(l.ctx, s.list.budgets.Open, fault.ErrSlow)
	defer cancel()
	stream, err := s.h.engines[l.rung].Open(opening, s.options)
	if err != nil {
		if l.ctx.Err() == nil && opening.Err() != nil && !errors.Is(err, fault.ErrSlow) && !errors.Is(err, fault.ErrBusy) {
			err = fmt.Errorf("%w: %s did not open", fault.ErrSlow, s.list.rungs[l.rung].name())
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

// Recognisers queue as little as 8 s of audio and drop more (stt/sphinx); the
// slowest in use takes in seven times real time.
const (
	burst       = 6 * time.Second
	replayStep  = 500 * time.Millisecond
	replaySpeed = 4
)

// replay has l hear the rest of a long utterance.
func (s *stream) replay(l *leg) {
	pulse := time.NewTicker(replayStep / replaySpeed)
	defer pulse.Stop()
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-pulse.C:
		}
		s.mu.Lock()
		done := l.gone || s.feed(l, media.Samples(replayStep))
		s.mu.Unlock()
		if done {
			return
		}
	}
}

// feedLive has the legs that keep up hear what is new.
func (s *stream) feedLive() {
	for _, l := range s.legs {
		if l.live {
			s.feed(l, media.Samples(kept))
		}
	}
}

// feed has l hear up to limit samples, and reports whether that is all there is.
func (s *stream) feed(l *leg, limit int) bool {
	for {
		if l.u == nil && !s.enter(l) {
			break
		}
		u := l.u
		stop := u.end
		if u.final != nil { // another was faster
			stop = l.pos
		} else if u.end < 0 {
			stop = s.tape.end
		}
		l.pos = max(l.pos, s.tape.base)
		for l.pos < stop && limit > 0 {
			pcm := s.tape.view(l.pos, min(stop, l.pos+int64(limit)))
			l.stream.Write(pcm)
			l.pos += int64(len(pcm))
			limit -= len(pcm)
		}
		if l.pos < stop {
			return false
		}
		if u.end < 0 && u.final == nil {
			break
		}
		l.stream.End()
		s.leave(l)
	}
	if !l.live {
		l.live, l.caught = true, time.Now()
	}
	return true
}

// enter begins the next utterance that is l's, if there is one.
func (s *stream) enter(l *leg) bool {
	i := slices.IndexFunc(s.queue, func(u *utterance) bool {
		return u.final == nil && u.id >= l.from && u.id > l.heard && (l.to == 0 || u.id <= l.to)
	})
	if i < 0 {
		return false
	}
	l.u = s.queue[i]
	l.pos = max(l.u.start, s.tape.base)
	l.was = l.pos
	l.stream.Begin(l.u.id)
	return true
}

// leave notes what l has heard of its utterance.
func (s *stream) leave(l *leg) {
	u := parley.Usage{Requests: 1, Audio: media.Duration(int(l.pos - l.was))}
	if l.u.moved || l.u.by != l {
		u.Retries = 1
	}
	s.list.rungs[l.rung].asked(l.u.side == l)
	s.who.used(s.list, l.rung, u)
	l.heard, l.u = l.u.id, nil
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
