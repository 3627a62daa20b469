package agent

import (
	"context"
	"fmt"
	"parley/agent/turn"
	"unicode"
	"unicode/utf8"

	"parley"
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
	case turn.Transcript:
		i.Echo = s.echoed(i.Text)
		s.apply(ctx, i)
	case turn.Event:
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
		s.record.note(i.body)
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
		s.tell(order{begin: true, utterance: f.Utterance, roll: f.Lead})
	case turn.Transcribe:
		s.tell(order{utterance: f.Utterance})
	case turn.RecordUser:
		s.record.user(f)
		s.userCaptions++
	case turn.AmendUser:
		s.record.amend(f.Turn, f.Text)
		s.stage.Caption(parley.Caption{Role: parley.User, Segment: s.segment("u", f.Turn-1), Text: f.Text, Final: true, Typed: f.Typed})
	case turn.RecordCharacter:
		s.unveil()
		s.captionCharacter(f.Reply, true)
		full, _ := s.speech.text()
		s.record.character(f, full)
		s.characterCaptions++
	case turn.Review:
		s.submit(f.Exchange)
	case turn.Overlapped:
		s.cfg.Meter.Overlap(f.Outcome)
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
	reason := e.Reason
	if reason == "" {
		reason = reasons[e.Outcome]
		if e.Outcome == parley.Won || e.Outcome == parley.Lost {
			reason = fmt.Sprintf(reason, s.cfg.Scenario.Botname)
		}
	}
	s.ending = parley.Ending{Outcome: e.Outcome, Call: s.cfg.Call, Reason: reason}
}

// sentence makes a sentence of an error's text.
func sentence(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:] + "."
}
