package agent

import (
	"context"

	"parley/agent/turn"
	"parley/media/playout"
)

// speakOf carries out what concerns the character's voice, and reports whether f
// does.
func (s *Session) speakOf(ctx context.Context, f turn.Effect) bool {
	switch f := f.(type) {
	case turn.Answer:
		sp := &speech{id: f.Reply, ended: f.Ended}
		s.start(ctx, sp, f.HeldBack, s.answer(sp, Turn{Conversation: s.record.conversation(), Text: f.Text}))
	case turn.SayLine:
		s.start(ctx, &speech{id: f.Reply}, f.HeldBack, s.line(f.Text))
	case turn.Excuse:
		s.start(ctx, &speech{id: f.Reply, fixed: true}, false, s.line(s.excuses.next()))
	case turn.Nudge:
		s.start(ctx, &speech{id: f.Reply, fixed: true}, false, s.line(s.nudges.next()))
	case turn.Nod:
		if !s.nod(ctx, f.Reply) {
			s.backlog = append(s.backlog, turn.Finished{Reply: f.Reply})
		}
	case turn.Fill:
		s.speech.fill(s.fillers.next(), s.now())
	case turn.HoldBack:
		s.playout.Pause(f.Reply)
	case turn.Release:
		s.speech.ended = f.Ended
		s.speech.release()
		s.playout.Resume(f.Reply, playout.Onward)
	case turn.Duck:
		s.playout.Duck(f.Reply, f.On)
	case turn.Pause:
		s.playout.Pause(f.Reply)
	case turn.Resume:
		back := playout.ToWord
		if f.Long {
			back = playout.ToClause
		}
		s.playout.Resume(f.Reply, back)
	case turn.Cut:
		s.cut(f)
	default:
		return false
	}
	return true
}

// cut stops the reply. What was heard of it is known at once, or when the word
// being said is over.
func (s *Session) cut(f turn.Cut) {
	s.speech.cancel(errCut)
	if full, _ := s.speech.text(); s.cfg.TTS == nil {
		if !f.WordEnd {
			full = "" // it was not shown yet
		}
		s.backlog = append(s.backlog, turn.Finished{Reply: f.Reply, Heard: full})
		return
	}
	if f.WordEnd {
		s.playout.CutAtWord(f.Reply, s.state.Timing.WordEnd)
		return
	}
	heard := s.playout.Clear(f.Reply)
	s.backlog = append(s.backlog, turn.Finished{Reply: f.Reply, Heard: heard.Text})
}

// heard is what the user got of a reply: by the ledger, or, when the voice failed
// in it, all of its text on the screen.
func (s *Session) heard(id uint64) string {
	if full, mute := s.speech.text(); mute {
		return full
	}
	return s.playout.Heard(id).Text
}

// echoed reports whether words are the character's own of the reply it is
// saying, come back through the user's microphone.
func (s *Session) echoed(text string) bool {
	id := s.state.Speaking()
	return s.cfg.Echo != nil && id != 0 && turn.Echoes(text, s.playout.Heard(id).Text)
}
