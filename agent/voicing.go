package agent

import (
	"context"

	"parley/media/playout"
)

// speakOf carries out what concerns the character's voice.
func (s *Session) speakOf(ctx context.Context, f effect) {
	switch f := f.(type) {
	case think:
		sp := &speech{id: f.reply, ended: f.ended}
		s.start(ctx, sp, f.held, s.answer(sp, messages(s.prompt, s.record.conversation(), f.text)))
	case recite:
		s.start(ctx, &speech{id: f.reply}, f.held, s.line(f.text))
	case excuse:
		s.start(ctx, &speech{id: f.reply, fixed: true}, false, s.line(s.excuses.next()))
	case prod:
		s.start(ctx, &speech{id: f.reply, fixed: true}, false, s.line(s.nudges.next()))
	case nod:
		if !s.nod(ctx, f.reply) {
			s.backlog = append(s.backlog, finished{reply: f.reply})
		}
	case fill:
		s.speech.fill(s.fillers.next(), s.now())
	case keep:
		s.playout.Pause(f.reply)
	case let:
		s.speech.ended = f.ended
		s.speech.release()
		s.playout.Resume(f.reply, playout.Onward)
	case duck:
		s.playout.Duck(f.reply, f.on)
	case pause:
		s.playout.Pause(f.reply)
	case resume:
		back := playout.ToWord
		if f.long {
			back = playout.ToClause
		}
		s.playout.Resume(f.reply, back)
	case cut:
		s.cut(f)
	}
}

// cut stops the reply. What was heard of it is known at once, or when the word
// being said is over.
func (s *Session) cut(f cut) {
	s.speech.cancel(errCut)
	if f.wordEnd {
		s.playout.CutAtWord(f.reply, s.state.timing.WordEnd)
		return
	}
	heard := s.playout.Clear(f.reply)
	s.backlog = append(s.backlog, finished{reply: f.reply, heard: heard.Text})
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
	id := s.state.speaking()
	return s.cfg.Echo != nil && id != 0 && echoes(text, s.playout.Heard(id).Text)
}
