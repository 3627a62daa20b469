package failover

import (
	"context"

	"parley/engine"
	"parley/tts"
)

// Speaking is a tts.Engine of several. It is safe for concurrent use and shared
// by all calls.
type Speaking struct {
	list    *list
	engines []tts.Engine
}

var _ tts.Engine = (*Speaking)(nil)

// NewSpeaking makes one engine of the rungs, the preferred first. It panics
// without any. Close it after use; the rungs remain the caller's.
func NewSpeaking(o Options, rungs ...tts.Engine) *Speaking {
	s := &Speaking{engines: rungs}
	names := make([]func() string, len(rungs))
	for i, e := range rungs {
		names[i] = e.Name
	}
	s.list = newList("tts", o, speakingBudgets, HedgeSame, names)
	if s.list.probe == nil {
		s.list.probe = s.probe
	}
	return s
}

// Name is that of the engine that would be asked now.
func (s *Speaking) Name() string { return s.list.rungs[s.list.best()].name() }

// Speak implements tts.Engine. Until there is audio a failure moves on to the
// next rung. When a rung breaks later, or pauses for longer than the budget and
// its audio last, another speaks the rest of the text from the last word that
// was surely said: a word may be repeated, but none is lost. Words come with the
// audio in which they begin. Rungs that do not know the voice's language are
// left out.
func (s *Speaking) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	return s.speak(ctx, text, v, emit, nil)
}

// For is the engine for one call, whose switches and usage go to o; o may be
// nil. It needs no closing.
func (s *Speaking) For(o Observer) tts.Engine { return speakingCall{s, newCaller(o)} }

// Knows reports whether one of the rungs speaks language, a BCP 47 tag.
func (s *Speaking) Knows(language string) bool { return anyKnows(s.engines, language) }

// Warm connects every rung that can be, and returns what failed. Nothing
// follows from failures.
func (s *Speaking) Warm(ctx context.Context) error { return warm(ctx, s.list, s.engines) }

// Stats tells how the rungs are, in their order.
func (s *Speaking) Stats() []RungStats { return s.list.stats() }

// Close ends the probes and waits for requests to end, whose contexts the
// callers end. It may be called twice.
func (s *Speaking) Close() { s.list.close() }

type speakingCall struct {
	*Speaking
	who *caller
}

func (c speakingCall) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	return c.speak(ctx, text, v, emit, c.who)
}

// probe has the rung say one word to its end.
func (s *Speaking) probe(ctx context.Context, rung int) error {
	heard := false
	err := s.engines[rung].Speak(ctx, "ok", tts.Voice{}, func(c tts.Chunk) error {
		heard = heard || len(c.PCM) > 0
		return nil
	})
	if err == nil && !heard {
		return errNothing
	}
	return err
}

// speak has one rung after another speak the segment until it is whole.
func (s *Speaking) speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error, who *caller) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !speakable(text) {
		return nil
	}
	if !s.Knows(v.Language) {
		return s.list.refusal(engine.ErrLanguage)
	}
	p := part{s: s, ctx: ctx, who: who, emit: emit, spoken: spoken{text: text, voice: v}}
	for {
		broke, err := p.speak() //nolint:contextcheck // probes outlive the request
		if broke == nil || err != nil {
			return err
		}
		if len(p.broken) > len(s.engines) {
			return s.list.refusal(broke)
		}
		from := p.spoken.left(&s.list.rungs[p.broken[len(p.broken)-1]].pace)
		if !speakable(text[from:]) {
			return nil // it broke behind the last word
		}
		p.spoken.begin(from)
	}
}
