package agent

import (
	"context"
	"fmt"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/media"
)

// reasons are the endings in words, where nobody gave better ones. %s is the
// character's name.
var reasons = map[parley.Outcome]string{
	parley.Won:     "%s agreed.",
	parley.Lost:    "%s ended the conversation.",
	parley.Timeout: "Time is up.",
	parley.Left:    "You ended the call.",
	parley.Failed:  "Something went wrong on our side.",
}

// receive takes one item: an event to step on, or a notice.
func (s *Session) receive(ctx context.Context, i item) {
	switch i := i.(type) {
	case transcript:
		i.echo = s.echoed(i.text)
		s.apply(ctx, i)
	case event:
		s.apply(ctx, i)
		if a, ok := i.(audible); ok {
			s.measure(a)
		}
	case progressed:
		if i.reply == s.state.reply.id && s.state.reply.audible {
			s.captionCharacter(i.reply, false)
		}
	case playedOut:
		s.apply(ctx, finished{reply: i.reply, heard: s.heard(i.reply), complete: i.complete})
	case noted:
		s.record.note(i.body)
	}
}

// apply steps on an event and on those that its effects bring about.
func (s *Session) apply(ctx context.Context, e event) {
	s.backlog = append(s.backlog, e)
	for len(s.backlog) > 0 {
		e, s.backlog = s.backlog[0], s.backlog[1:]
		var effects []effect
		s.state, effects = step(s.state, e, s.now())
		for _, f := range effects {
			s.perform(ctx, f)
		}
	}
}

// perform carries out one effect without blocking.
func (s *Session) perform(ctx context.Context, f effect) {
	switch f := f.(type) {
	case listen:
		s.tell(order{begin: true, utterance: f.utterance, roll: f.roll})
	case transcribe:
		s.tell(order{utterance: f.utterance})
	case recordUser:
		s.record.user(f)
		s.userCaptions++
	case amendUser:
		s.record.amend(f.turn, f.text)
		s.stage.Caption(parley.Caption{Role: parley.User, Segment: s.segment("u", f.turn-1), Text: f.text, Final: true})
	case recordCharacter:
		s.captionCharacter(f.reply, true)
		full, _ := s.speech.text()
		s.record.character(f, full)
		s.characterCaptions++
	case review:
		s.submit(f.exchange)
	case overlapped:
		s.cfg.Meter.Overlap(f.outcome)
	case speculated:
		s.cfg.Meter.Speculation(f.kept)
	case end:
		s.conclude(f)
	default:
		s.speakOf(ctx, f)
		s.showOf(f)
	}
}

// speakOf carries out what concerns the character's voice.
func (s *Session) speakOf(ctx context.Context, f effect) {
	switch f := f.(type) {
	case think:
		sp := &speech{id: f.reply, ended: f.ended}
		s.start(ctx, sp, f.held, s.answer(sp, messages(s.prompt, s.record.conversation(), f.text)))
	case recite:
		s.start(ctx, &speech{id: f.reply}, false, line(f.text))
	case prod:
		s.start(ctx, &speech{id: f.reply}, false, line(s.nudges.next()))
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
		s.playout.Resume(f.reply, media.Onward)
	case duck:
		s.playout.Duck(f.reply, f.on)
	case pause:
		s.playout.Pause(f.reply)
	case resume:
		s.playout.Resume(f.reply, media.ToClause)
	case cut:
		s.cut(f)
	}
}

// showOf carries out what the user sees.
func (s *Session) showOf(f effect) {
	switch f := f.(type) {
	case caption:
		s.stage.Caption(parley.Caption{Role: parley.User, Segment: s.segment("u", s.userCaptions), Text: f.text, Final: f.final})
	case unscored:
		s.trouble("checker", errUnscored)
	case show:
		s.stage.State(f.state)
	case away:
		s.stage.Away(f.on)
	case forward:
		s.record.progress = f.verdict.Progress
		s.record.note(f.verdict)
		s.stage.Verdict(f.verdict)
	}
}

// tell gives the ear an order. The ear is never 64 orders behind unless it is
// dead, and then the call is ending.
func (s *Session) tell(o order) {
	select {
	case s.ear.orders <- o:
	default:
		s.log.Error("the ear does not answer")
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

// heard is what the user got of a reply: by the ledger, or on the screen alone
// when the voice failed before a word was heard.
func (s *Session) heard(id uint64) string {
	heard := s.playout.Heard(id).Text
	if full, mute := s.speech.text(); mute && heard == "" {
		return full
	}
	return heard
}

// captionCharacter shows what was heard of a reply so far.
func (s *Session) captionCharacter(id uint64, final bool) {
	text := s.heard(id)
	if text == "" {
		return
	}
	if full, _ := s.speech.text(); final && len(text) < len(full) {
		text += "—"
	}
	s.stage.Caption(parley.Caption{Role: parley.Character, Segment: s.segment("c", s.characterCaptions), Text: text, Final: final})
}

// segment is the caption id of a side's number-th turn, unique in the room.
func (s *Session) segment(side string, number int) string {
	id := string(s.cfg.Call)
	return fmt.Sprintf("SG_%s%s%d", id[max(0, len(id)-8):], side, number)
}

// measure reports the latency of an answer once it is audible.
func (s *Session) measure(a audible) {
	if r := s.state.reply; r.id != a.reply || !r.answers {
		return
	}
	l := s.speech.stamps.latency(len(s.record.turns)+1, s.speech.ended, a.at)
	s.record.note(l)
	s.stage.Latency(l)
	s.cfg.Meter.Answered(l)
}

// echoed reports whether words are the character's own of the reply it is
// saying, come back through the user's microphone.
func (s *Session) echoed(text string) bool {
	r := s.state.reply
	return s.cfg.Echo != nil && r.audible && echoes(text, s.playout.Heard(r.id).Text)
}

// submit hands an exchange to the reviewer's goroutine. With eight waiting the
// checker is long out of order and the newest is dropped; the bar stands still.
func (s *Session) submit(number int) {
	select {
	case s.reviews <- s.record.exchange(number, s.cfg.Dispatch):
	default:
		s.log.Warn("checker too slow, exchange not judged", "exchange", number)
	}
}

func (s *Session) conclude(e end) {
	reason := e.reason
	if reason == "" {
		reason = reasons[e.outcome]
		if e.outcome == parley.Won || e.outcome == parley.Lost {
			reason = fmt.Sprintf(reason, s.cfg.Scenario.Botname)
		}
	}
	s.ending = parley.Ending{Outcome: e.outcome, Call: s.cfg.Call, Reason: reason}
}

// sentence makes a sentence of an error's text.
func sentence(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:] + "."
}
