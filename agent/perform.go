package agent

import (
	"context"
	"fmt"
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
	case transcript:
		i.echo = s.echoed(i.text)
		s.apply(ctx, i)
	case event:
		s.apply(ctx, i)
		switch i := i.(type) {
		case audible:
			s.measure(i)
		case ruling:
			s.bill(i.verdict)
		}
	case progressed:
		if i.reply == s.state.speaking() {
			s.captionCharacter(i.reply, false)
		}
	case playedOut:
		s.apply(ctx, finished{reply: i.reply, heard: s.heard(i.reply), complete: i.complete})
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
		s.stage.Caption(parley.Caption{Role: parley.User, Segment: s.segment("u", f.turn-1), Text: f.text, Final: true, Typed: f.typed})
	case recordCharacter:
		s.unveil()
		s.captionCharacter(f.reply, true)
		full, _ := s.speech.text()
		s.record.character(f, full)
		s.characterCaptions++
	case review:
		s.submit(f.exchange)
	case overlapped:
		s.cfg.Meter.Overlap(f.outcome)
	case speculated:
		s.speculation(f.kept)
	case end:
		s.conclude(f)
	default:
		s.speakOf(ctx, f)
		s.showOf(f)
	}
}

// tell gives the ear an order. An utterance that is left out, as when somebody
// plays with the button, held no words.
func (s *Session) tell(o order) {
	if !s.ear.orders.put(o) {
		s.inbox.put(transcript{utterance: o.utterance, final: true})
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
