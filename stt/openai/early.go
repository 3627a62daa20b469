package openai

import (
	"strings"
	"time"

	"parley/media"
	"parley/stt"
)

var _ stt.Pauser = (*Stream)(nil)

// Lull implements stt.Pauser.
func (s *Stream) Lull() time.Duration { return stt.RequestLull }

// Pause implements stt.Pauser: it makes the request that End would.
func (s *Stream) Pause() {
	u := s.open
	if u == nil || u.early != nil || len(u.pcm) < media.Samples(minPart) || s.ctx.Err() != nil {
		return
	}
	p := s.newPart(u.pcm[:len(u.pcm):len(u.pcm)], media.Duration(u.at))
	u.early = p
	s.ask(p)
	parts := append(u.parts[:len(u.parts):len(u.parts)], p)
	s.work.Go(func() { s.tell(u.id, parts) })
}

// Resume implements stt.Pauser.
func (s *Stream) Resume() (wasted bool) { return s.open != nil && s.dropEarly(s.open) }

// dropEarly hangs up on the request that Pause made, and reports whether there
// was one.
func (s *Stream) dropEarly(u *utterance) bool {
	p := s.detach(u)
	if p == nil {
		return false
	}
	p.cancel()
	return true
}

// takeEarly makes the part that Pause asked for the utterance's last, and
// reports whether it did: a request that has failed by now is made again.
func (s *Stream) takeEarly(u *utterance) bool {
	p := s.detach(u)
	if p == nil {
		return false
	}
	select {
	case <-p.done:
		if p.err != nil {
			return false
		}
	default:
	}
	u.parts = append(u.parts, p)
	return true
}

// detach takes the early part away from u. It is not shown any more: the
// speaker goes on, or the final is next.
func (s *Stream) detach(u *utterance) *part {
	p := u.early
	if p == nil {
		return nil
	}
	u.early = nil
	s.mu.Lock()
	defer s.mu.Unlock()
	p.detached = true
	return p
}

// tell shows the text of parts, of which the last was asked for early, once all
// are there, unless that was detached. A request that failed has nothing to show.
func (s *Stream) tell(id uint64, parts []*part) {
	var texts []string
	for _, p := range parts {
		<-p.done // soon after the stream closes: p's request ends with it
		if p.err != nil {
			return
		}
		texts = append(texts, p.heard.text)
	}
	text := strings.TrimSpace(strings.Join(texts, " "))
	s.mu.Lock()
	defer s.mu.Unlock()
	if text == "" || parts[len(parts)-1].detached {
		return
	}
	select {
	case s.events <- stt.Event{Utterance: id, Text: text, Early: true}:
	default:
	}
}
