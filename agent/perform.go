package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/agent/turn"
)

// reasons are why calls end, where nobody gave a better reason.
var reasons = map[parley.Outcome]parley.Phrase{
	parley.Won:     parley.EndedWon,
	parley.Lost:    parley.EndedLost,
	parley.Timeout: parley.EndedTime,
	parley.Left:    parley.EndedByUser,
	parley.Failed:  parley.EndedFailed,
}

// receive takes one item: an event to step on, or a notice.
func (s *Session) receive(ctx context.Context, i item) {
	switch i := i.(type) {
	case turn.Transcript:
		i.Echo = s.echoed(i.Text)
		s.apply(ctx, i)
	case turn.Event:
		s.noteChoice(i)
		s.apply(ctx, i)
		switch i := i.(type) {
		case turn.Audible:
			s.measure(i)
		case turn.Judged:
			s.bill(i.Verdict)
		}
	case progressed:
		if i.reply == s.state.Speaking() {
			s.captionCharacter(i.reply, false)
		}
	case playedOut:
		s.apply(ctx, turn.Finished{Reply: i.reply, Heard: s.heard(i.reply), Complete: i.complete})
	case reacted:
		s.show(i.reaction)
	case recognisedEarly:
		s.cfg.Meter.EarlyTranscript(i.kept)
	case noted:
		s.record.noted(i.body)
	case switched:
		s.notices.take(i)
	}
}

// apply steps on an event and on those that its effects bring about.
func (s *Session) apply(ctx context.Context, e turn.Event) {
	s.backlog = append(s.backlog, e)
	for len(s.backlog) > 0 {
		e, s.backlog = s.backlog[0], s.backlog[1:]
		var effects []turn.Effect
		s.state, effects = turn.Step(s.state, e, s.now())
		for _, f := range effects {
			s.perform(ctx, f)
		}
	}
}

// perform carries out one effect without blocking.
func (s *Session) perform(ctx context.Context, f turn.Effect) {
	switch f := f.(type) {
	case turn.Listen:
		s.tell(order{begin: true, utterance: f.Utterance, lead: f.Lead})
	case turn.Transcribe:
		s.tell(order{utterance: f.Utterance})
	case turn.RecordUser:
		s.record.user(f)
		s.userCaptions++
	case turn.AmendUser:
		s.record.amend(f.Turn, f.Text)
		s.stage.Caption(parley.Caption{Role: parley.User, Segment: s.segment("u", f.Turn-1), Text: f.Text, Final: true, Typed: f.Typed})
	case turn.RecordCharacter:
		s.showReactions()
		s.captionCharacter(f.Reply, true)
		full, _ := s.speech.text()
		s.record.character(f, full)
		s.characterCaptions++
	case turn.Review:
		s.submit(f.Exchange)
	case turn.Overlapped:
		s.cfg.Meter.Overlap(f.Outcome)
		s.record.note(f.Overlap)
	case turn.Preempted:
		s.speculation(f.Used)
	case turn.End:
		s.conclude(f)
	default:
		if !s.speakOf(ctx, f) && !s.showOf(f) {
			panic(fmt.Sprintf("nobody carries out %T", f))
		}
	}
}

// tell gives the ear an order. An utterance that is left out, as when somebody
// plays with the button, held no words.
func (s *Session) tell(o order) {
	if !s.ear.orders.put(o) {
		s.inbox.put(turn.Transcript{Utterance: o.utterance, Final: true})
	}
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

func (s *Session) conclude(e turn.End) {
	s.ending = s.endingOf(e.Outcome, cmp.Or(e.Reason, reasons[e.Outcome]))
}

func (s *Session) endingOf(o parley.Outcome, why parley.Phrase) parley.Ending {
	return parley.Ending{Outcome: o, Call: s.cfg.Call, Reason: why.Words(s.cfg.Scenario.Botname), Code: why.Name()}
}

// causeOf is why a context has ended, as the user is told: the phrase that the cause is
// or wraps, or else a sentence of its text.
func causeOf(ctx context.Context) parley.Phrase {
	cause := context.Cause(ctx)
	if why := parley.Phrase(""); errors.As(cause, &why) {
		return why
	}
	text := cause.Error()
	r, size := utf8.DecodeRuneInString(text)
	return parley.Phrase(string(unicode.ToUpper(r)) + text[size:] + ".")
}

// showOf carries out what the user sees, and reports whether f is of that kind.
func (s *Session) showOf(f turn.Effect) bool {
	switch f := f.(type) {
	case turn.Caption:
		s.stage.Caption(parley.Caption{
			Role: parley.User, Segment: s.segment("u", s.userCaptions), Text: f.Text, Final: f.Final, Typed: f.Typed, Spoken: f.Spoken,
		})
	case turn.CheckerBehind:
		s.trouble("checker", errUnscored)
	case turn.ShowState:
		s.stage.State(f.State)
	case turn.ShowAway:
		s.stage.Away(f.On)
	case turn.ShowRecess:
		s.showRecess(f)
	case turn.ShowLimit:
		s.showLimit(f)
	case turn.Present:
		s.record.note(parley.Presence{At: s.now(), What: f.What})
	case turn.ShowVerdict:
		s.record.verdict = f.Verdict
		s.hints.judged(f.Verdict)
		s.record.note(f.Verdict)
		s.stage.Verdict(f.Verdict)
		s.judgedBy(f.Verdict)
	default:
		return false
	}
	return true
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
func (s *Session) measure(a turn.Audible) {
	if !s.state.Answering(a.Reply) {
		return
	}
	s.showReactions()
	l := s.speech.stamps.latency(s.record.next(), s.speech.ended, a.At)
	l.Wasted, l.WastedTokens, l.WastedCharacters = s.wasted.Wasted, s.wasted.WastedTokens, s.wasted.WastedCharacters
	s.wasted = parley.Latency{}
	s.record.note(l)
	s.stage.Latency(l)
	s.cfg.Meter.Answered(l)
}

// tokenLength is how many characters of English one token is about.
const tokenLength = 4

// speculation counts the answer in progress, which was begun early: it is kept, or
// about to be dropped.
func (s *Session) speculation(kept bool) {
	if kept {
		s.cfg.Meter.Speculation(true, 0, 0)
		return
	}
	text, characters := s.speech.made()
	tokens := (text + tokenLength - 1) / tokenLength
	s.wasted.Wasted++
	s.wasted.WastedTokens += tokens
	s.wasted.WastedCharacters += characters
	s.cfg.Meter.Speculation(false, tokens, characters)
}

// showReactions shows the emojis that waited for the reply to be heard.
func (s *Session) showReactions() {
	for _, r := range s.speech.sound() {
		s.show(r)
	}
}

// show shows an emoji and keeps it.
func (s *Session) show(r parley.Reaction) {
	s.stage.React(r)
	s.record.note(r)
}
