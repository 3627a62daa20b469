package agent

import (
	"context"
	"errors"
	"time"

	"parley/media"
	"parley/tts"
	"parley/tts/textnorm"
)

// segmenter is one for a reply in the voice of this call.
func (s *Session) segmenter() segmenter {
	return segmenter{rate: s.cfg.Pace.rate(s.cfg.TTS.Name())}
}

// voice speaks one segment into the playout. Once the voice has failed, the rest
// of the reply is text alone. The engine gets the text as it is
// said; the playout, and so captions and history, know it as it is written.
func (s *Session) voice(ctx context.Context, sp *speech, segment media.Segment) {
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
			s.inbox.put(firstAudio{sp.id, took})
		}
		t.chunk(s.now(), len(c.PCM))
		err := s.playout.Write(ctx, sp.id, c.PCM, asWritten(text, c.Words))
		t.waited(s.now())
		return err
	})
	if err == nil && !prepared {
		s.cfg.Pace.note(s.cfg.TTS.Name(), len(segment.Text), t.first, t.last, media.Duration(t.samples))
	}
	if err == nil || ctx.Err() != nil || errors.Is(err, media.ErrCleared) {
		return
	}
	s.log.Warn("speech synthesis failed", "engine", s.cfg.TTS.Name(), "err", err)
	s.playout.Break(sp.id)
	sp.silence()
	s.apologise(ctx, sp.id, segment.Index+1)
	s.trouble("tts", err)
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
