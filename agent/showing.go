package agent

import (
	"fmt"
	"parley/agent/turn"

	"parley"
)

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
	case turn.ShowVerdict:
		s.record.progress = f.Verdict.Progress
		s.record.note(f.Verdict)
		s.stage.Verdict(f.Verdict)
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
	s.unveil()
	l := s.speech.stamps.latency(len(s.record.turns)+1, s.speech.ended, a.At)
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

// unveil shows the emojis that waited for the reply to be heard.
func (s *Session) unveil() {
	for _, r := range s.speech.sound() {
		s.show(r)
	}
}

// show shows an emoji and keeps it.
func (s *Session) show(r parley.Reaction) {
	s.stage.React(r)
	s.record.note(r)
}
