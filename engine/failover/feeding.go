package failover

import (
	"slices"
	"time"

	"parley"
	"parley/media"
)

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
