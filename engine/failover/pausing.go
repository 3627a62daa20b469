package failover

import (
	"time"

	"parley"
	"parley/media"
	"parley/stt"
)

var _ stt.Pauser = (*stream)(nil)

// pauser is who hears the open utterance, if it has heard all there is and can
// transcribe it before it ends.
func (s *stream) pauser() (*leg, stt.Pauser) {
	u := s.openOne()
	if u == nil || !u.by.live || u.by.u != u {
		return nil, nil
	}
	p, ok := u.by.stream.(stt.Pauser)
	if !ok {
		return nil, nil
	}
	return u.by, p
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
	if l, p := s.pauser(); p != nil && l.u.earlyBy != l {
		l.u.early, l.u.earlyBy = time.Now(), l
		p.Pause()
	}
}

// Resume implements stt.Pauser. What was asked for nothing is a request all the
// same.
func (s *stream) Resume() (wasted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, p := s.pauser()
	if p == nil || l.u.earlyBy != l {
		return false
	}
	l.u.earlyBy = nil
	if wasted = p.Resume(); wasted {
		s.list.rungs[l.rung].asked(false)
		s.who.used(s.list, l.rung, parley.Usage{Requests: 1, Audio: media.Duration(int(l.pos - l.was))})
	}
	return wasted
}

// asked is when l was asked for the transcript of u, which is over.
func (u *utterance) asked(l *leg) time.Time {
	if u.earlyBy == l {
		return u.early
	}
	return later(u.ended, l.caught)
}
