package failover

import (
	"context"
	"time"

	"parley/media"
	"parley/stt"
)

// upstream is the stream of the provider that hears now. All but the first fields
// is under the stream's mu.
type upstream struct {
	provider int
	stream   stt.Stream
	ctx      context.Context //nolint:containedctx // its own life
	cancel   context.CancelFunc

	u         *utterance // begun and not ended with it
	from, fed int        // samples of u: first heard, next to hear
	heard     uint64     // id of the last utterance it was given whole
	live      bool       // it has heard all there is
	caught    time.Time  // since when
	paused    time.Time  // when it was asked to transcribe u before its end
}

// run reads one provider after another until the stream is closed or nobody is left.
func (s *stream) run(up *upstream) {
	for up != nil {
		err := s.list.guard(up.provider, func() error { return s.follow(up) })
		_ = up.stream.Close() // it is given up
		up = s.replace(up, err)
	}
}

// follow reads up to its end.
func (s *stream) follow(up *upstream) error {
	for {
		e, err := up.stream.Next(up.ctx)
		if err != nil {
			return err
		}
		s.take(up, e)
	}
}

// replace opens another provider in the place of up, the same if there is no other.
// err is why up broke, unless it was left.
func (s *stream) replace(up *upstream, err error) *upstream {
	s.mu.Lock()
	if s.up == up {
		s.blame(up.provider, err)
		s.leave(up)
	}
	s.broken++
	hopeless := s.broken > 2*len(s.errs)
	s.mu.Unlock()

	r := s.hearing.opening(s.ctx, s.options)
	r.last = up.provider
	var next *upstream
	if !hopeless {
		next = s.hearing.open(r, s.options)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, err := range r.errs {
		if err != nil {
			s.errs[i] = err
		}
	}
	switch {
	case s.closed || s.err != nil:
		if next != nil {
			_ = next.stream.Close() // nobody wants it
		}
		return nil
	case next == nil:
		s.fail(s.list.refusal(s.worst()))
		return nil
	}
	s.attach(next)
	return next
}

// attach has next hear what there is, and what comes.
func (s *stream) attach(next *upstream) {
	next.ctx, next.cancel = context.WithCancel(s.ctx)
	s.up = next
	if !s.feed(next, media.Samples(burst)) {
		s.wg.Go(func() { s.catchUp(next) })
	}
}

// leave lets up go; nothing of it counts from now on, and run opens another.
func (s *stream) leave(up *upstream) {
	s.up = nil
	up.cancel()
	if up.u != nil {
		s.used(up, up.u.hears > 1)
	}
}

// Recognisers queue as little as 8 s of audio and drop more (stt/sphinx); the
// slowest in use takes in seven times real time.
const (
	burst     = 6 * time.Second
	feedStep  = 500 * time.Millisecond
	feedPause = feedStep / 4
)

// catchUp has up hear the rest of a long utterance, at four times real time.
func (s *stream) catchUp(up *upstream) {
	pulse := time.NewTicker(feedPause)
	defer pulse.Stop()
	for {
		select {
		case <-up.ctx.Done():
			return
		case <-pulse.C:
		}
		s.mu.Lock()
		done := s.up != up || s.feed(up, media.Samples(feedStep))
		s.mu.Unlock()
		if done {
			return
		}
	}
}

// feedLive has a provider that keeps up hear what is new.
func (s *stream) feedLive() {
	if s.up != nil && s.up.live {
		s.feed(s.up, media.Samples(kept+slack))
	}
}

// feed has up hear up to limit samples, and reports whether that is all there is.
func (s *stream) feed(up *upstream, limit int) bool {
	if up.u != nil && up.u.final != nil { // nobody waits for it any more
		s.finish(up)
	}
	for _, u := range s.queue {
		if u.final != nil || u.id <= up.heard {
			continue
		}
		if up.u != u {
			up.stream.Begin(u.id)
			u.hears++
			up.u, up.from, up.fed, up.paused = u, u.cut, u.cut, time.Time{}
		}
		up.fed = max(up.fed, u.cut)
		pcm := u.pcm[up.fed-u.cut:]
		whole := len(pcm) <= limit
		if !whole {
			pcm = pcm[:limit]
		}
		if len(pcm) > 0 {
			up.stream.Write(pcm)
		}
		up.fed += len(pcm)
		limit -= len(pcm)
		if !whole {
			return false
		}
		if !u.ended.IsZero() {
			s.finish(up)
		}
	}
	if !up.live {
		up.live, up.caught = true, time.Now()
	}
	return true
}

// finish ends up's utterance.
func (s *stream) finish(up *upstream) {
	up.stream.End()
	s.used(up, up.u.hears > 1)
	up.heard, up.u = up.u.id, nil
}

var _ stt.Pauser = (*stream)(nil)

// pauser is who hears the open utterance, if it has heard all there is and can
// transcribe it before it ends.
func (s *stream) pauser() (*upstream, stt.Pauser) {
	u := s.open()
	if u == nil || s.up == nil || !s.up.live || s.up.u != u || s.loads() {
		return nil, nil
	}
	p, ok := s.up.stream.(stt.Pauser)
	if !ok {
		return nil, nil
	}
	return s.up, p
}

// Lull implements stt.Pauser.
func (s *stream) Lull() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, p := s.pauser(); p != nil {
		return p.Lull()
	}
	return 0
}

// Pause implements stt.Pauser.
func (s *stream) Pause() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if up, p := s.pauser(); p != nil && up.paused.IsZero() {
		up.paused = time.Now()
		p.Pause()
	}
}

// Resume implements stt.Pauser. What was asked for nothing is a request all the
// same.
func (s *stream) Resume() (wasted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	up, p := s.pauser()
	if p == nil || up.paused.IsZero() {
		return false
	}
	up.paused = time.Time{}
	if wasted = p.Resume(); wasted {
		s.used(up, false)
	}
	return wasted
}
