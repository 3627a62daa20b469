package agent

import (
	"context"
	"errors"
	"time"

	"parley/agent/reply"
	"parley/agent/turn"
	"parley/media"
	"parley/media/playout"
	"parley/tts"
	"parley/tts/textnorm"
)

// segmenter is one for a reply in the voice of this call.
func (s *Session) segmenter() reply.Segmenter {
	return reply.Segmenter{Rate: s.cfg.Pace.Rate(s.voiceName())}
}

// voiceName is the name of the voice's engine, "" without a voice.
func (s *Session) voiceName() string {
	if s.cfg.TTS == nil {
		return ""
	}
	return s.cfg.TTS.Name()
}

// write shows a segment of a reply that is read and not heard, once it may be.
func (s *Session) write(ctx context.Context, sp *speech, index int) {
	select {
	case <-sp.released:
	case <-ctx.Done():
		return
	}
	sp.silence()
	if index == 0 {
		s.inbox.put(turn.Audible{Reply: sp.id, At: s.now()})
	}
	s.inbox.put(progressed{sp.id})
}

// voice speaks one segment into the playout. Once the voice has failed, the rest
// of the reply is text alone. The engine gets the text as it is
// said; the playout, and so captions and history, know it as it is written.
func (s *Session) voice(ctx context.Context, sp *speech, segment playout.Segment) {
	if s.cfg.TTS == nil {
		s.write(ctx, sp, segment.Index)
		return
	}
	if _, mute := sp.text(); mute || ctx.Err() != nil {
		return
	}
	text := s.norm.Normalise(segment.Text)
	if text.Said == "" {
		return
	}
	sp.speaks(text.Said)
	s.playout.Begin(segment)
	t := take{begun: s.now()}
	synthesise := s.synthesise
	if sp.repeats(segment) {
		synthesise = s.repeat
	}
	prepared, err := synthesise(ctx, text.Said, func(c tts.Chunk) error {
		if took, first := sp.stamps.speaks(s.now()); first {
			s.inbox.put(turn.FirstAudio{Reply: sp.id, Took: took})
		}
		t.chunk(s.now(), len(c.PCM))
		err := s.playout.Write(ctx, sp.id, c.PCM, asWritten(text, c.Words))
		t.waited(s.now())
		return err
	})
	if err == nil && !prepared {
		s.cfg.Pace.Note(s.cfg.TTS.Name(), len(segment.Text), t.first, t.last, media.Duration(t.samples))
	}
	if err == nil || ctx.Err() != nil || errors.Is(err, playout.ErrCleared) {
		return
	}
	s.loseVoice(ctx, sp, segment.Index+1, err)
}

// loseVoice has the reply go on as text, after an excuse as its next segment.
func (s *Session) loseVoice(ctx context.Context, sp *speech, next int, err error) {
	s.log.Warn("speech synthesis failed", "engine", s.cfg.TTS.Name(), "err", err)
	s.playout.Break(sp.id)
	sp.silence()
	s.sayExcuse(ctx, sp.id, next)
	s.trouble("tts", err)
}

// voiced looks, at the end of a reply of so many segments, whether the voice had a
// sound for any: one that does not know the script of a text says nothing of it.
func (s *Session) voiced(ctx context.Context, sp *speech, segments int) {
	text, mute := sp.text()
	if s.cfg.TTS == nil || text == "" || mute || sp.stamps.spoke() {
		return
	}
	select {
	case <-sp.released:
	case <-ctx.Done():
	}
	if ctx.Err() == nil { // one that was cut before its first sound is no fault
		s.loseVoice(ctx, sp, segments, errMute)
	}
}

// repeat speaks a line that calls have in common.
func (s *Session) repeat(ctx context.Context, text string, emit func(tts.Chunk) error) (kept bool, err error) {
	return s.cfg.Lines.speak(ctx, s.cfg.TTS, s.character, text, emit)
}

// asWritten has words of what is said end where they do in the text as written.
// Those that are a part of one written word are left out: it is over with its
// last.
func asWritten(text textnorm.Text, words []media.Word) []media.Word {
	out := make([]media.Word, 0, len(words))
	end := 0
	for _, w := range words {
		if w.TextEnd = text.End(w.TextEnd); w.TextEnd > end {
			out = append(out, w)
			end = w.TextEnd
		}
	}
	return out
}

// take measures one synthesis without the time that the playout held it back.
type take struct {
	begun, since time.Duration
	held         time.Duration
	first, last  time.Duration
	samples      int
}

// chunk counts audio that came now.
func (t *take) chunk(now time.Duration, samples int) {
	t.since, t.last = now, now-t.begun-t.held
	if t.samples == 0 {
		t.first = t.last
	}
	t.samples += samples
}

// waited says that the playout took the newest chunk now.
func (t *take) waited(now time.Duration) { t.held += now - t.since }

// speakOf carries out what concerns the character's voice, and reports whether f
// does.
func (s *Session) speakOf(ctx context.Context, f turn.Effect) bool {
	switch f := f.(type) {
	case turn.Answer:
		sp := &speech{id: f.Reply, ended: f.Ended}
		s.start(ctx, sp, f.HeldBack, s.answer(sp, Turn{
			Conversation: s.record.conversation(), Text: f.Text,
			Exchange: s.state.Exchanges + 1, Verdict: s.record.verdict,
		}))
	case turn.SayLine:
		s.start(ctx, &speech{id: f.Reply}, f.HeldBack, s.line(f.Text))
	case turn.Excuse:
		s.start(ctx, &speech{id: f.Reply, fixed: true}, false, s.line(s.excuses.next()))
	case turn.Nudge:
		s.start(ctx, &speech{id: f.Reply, fixed: true}, false, s.line(s.nudges.next()))
	case turn.Nod, turn.Bridge:
		s.sayBetween(ctx, f)
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

// mouth is the stage as the playout speaks on it: what leaves it is what may
// come back as echo.
type mouth struct {
	playout.Sink
	echo Echo
}

// WriteFrame implements media.Sink.
func (m mouth) WriteFrame(f playout.Frame) error {
	if m.echo != nil {
		m.echo.Played(f.PCM)
	}
	return m.Sink.WriteFrame(f)
}
