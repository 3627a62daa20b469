package sherpa

import (
	"strings"
	"sync/atomic"
	"time"

	"parley/stt"
)

var _ stt.Pauser = (*Stream)(nil)

// pauses numbers the pauses of a stream: now is that under way, 0 for none.
type pauses struct {
	count   uint64 // the writer's only
	current atomic.Uint64
}

func (p *pauses) now() uint64 { return p.current.Load() }

// begin begins a pause and returns its number, 0 if one is under way.
func (p *pauses) begin() uint64 {
	if p.now() != 0 {
		return 0
	}
	p.count++
	p.current.Store(p.count)
	return p.count
}

// over ends the pause under way and returns its number.
func (p *pauses) over() uint64 { return p.current.Swap(0) }

// Lull implements stt.Pauser. A model that streams has its interims; one that hears
// whole utterances hears them once more for each pause, for which it must be idle.
func (s *Stream) Lull() time.Duration {
	if w := s.hearing.workers; s.hearing.costly && len(w) < cap(w) {
		return stt.RequestLull
	}
	return 0
}

// Pause implements stt.Pauser.
func (s *Stream) Pause() {
	if !s.open || !s.hearing.costly {
		return
	}
	if n := s.pauses.begin(); n > 0 {
		s.in.put(mark{utterance: s.utterance, pauses: true, pause: n})
	}
}

// Resume implements stt.Pauser. A decoding under way goes on, and its text is not
// told.
func (s *Stream) Resume() (wasted bool) { return s.open && s.pauses.over() > 0 }

// early is what a listener heard up to a pause.
type early struct {
	pause uint64 // 0: nothing
	heard outcome
}

// pause hears what there is of the utterance, and tells it unless the speaker has
// gone on meanwhile.
func (l *listener) pause(m mark) {
	if !l.open || l.err != nil || l.piece == nil || l.pauses.now() != m.pause {
		return
	}
	text := ""
	l.safely(func() error {
		l.early = early{m.pause, l.piece.end()}
		if text = l.join(l.early.heard.text); text != "" && l.points != nil {
			text = l.points.punctuate(text)
		}
		return nil
	})
	if text = strings.TrimSpace(text); text != "" && l.err == nil && l.pauses.now() == m.pause {
		l.out.put(stt.Event{Utterance: m.utterance, Text: text, Early: true})
	}
}

// last is what is heard in the open piece in the end: what was heard in the pause
// that lasted until then, or else all of it.
func (l *listener) last(m mark) outcome {
	if m.pause > 0 && m.pause == l.early.pause {
		return l.early.heard
	}
	return l.piece.end()
}
