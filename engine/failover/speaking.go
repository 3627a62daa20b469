package failover

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/engine"
	"parley/media"
	"parley/tts"
)

// Speaking is a tts.Engine of several. It is safe for concurrent use and shared
// by all calls.
type Speaking struct {
	*list
	engines []tts.Engine
}

var _ tts.Engine = (*Speaking)(nil)

// NewSpeaking makes one engine of the providers, the preferred first. It panics
// without any. Close it after use; the providers remain the caller's.
func NewSpeaking(o Options, providers ...tts.Engine) *Speaking {
	s := &Speaking{engines: providers}
	s.list = newList(o, Options{Role: "tts", Budgets: speakingBudgets, Probe: s.probe}, providers)
	return s
}

// Speak implements tts.Engine. Until there is audio a failure moves on to the
// next provider. When a provider breaks later, or pauses for longer than the
// budget and its audio last, the next speaks the rest of the text from the last
// word that was surely said: a word may be repeated, but none is lost. Words come
// with the audio in which they begin. Providers that do not know the voice's
// language are left out.
func (s *Speaking) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	return s.ForCall(nil).Speak(ctx, text, v, emit)
}

// ForCall is the engine for one call, whose switches and usage go to o; o may be
// nil. It needs no closing.
func (s *Speaking) ForCall(o Observer) tts.Engine { return speakingCall{s, newCall(o)} }

type speakingCall struct {
	*Speaking
	call *call
}

func (c speakingCall) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !speakable(text) {
		return nil
	}
	if !c.Knows(v.Language) {
		return c.list.refusal(engine.ErrLanguage)
	}
	r := c.list.request(ctx, c.call, c.lacks(v.Language))
	s := &segment{text: text, voice: v}
	for try := r.next(); try != nil; try = r.next() {
		stop, err := c.say(r, try, s, emit)
		if stop {
			try.cancel(nil)
			return err
		}
		r.fail(try, err)
		if s.resume(); !speakable(s.rest()) {
			return nil // it broke behind the last word
		}
		if try.begun {
			r.deadline = time.Now().Add(c.list.budgets.Total)
		}
	}
	if ctx.Err() == nil && errors.Is(r.err, errNothing) && allMute(r.errs) {
		return nil
	}
	return r.refusal()
}

// handover is how long the next provider usually takes to go on.
const handover = 300 * time.Millisecond

// say has one provider speak what is left of s. stop is set when the segment is
// over, with err; else err is why another has to go on.
func (c speakingCall) say(r *request, try *attempt, s *segment, emit func(tts.Chunk) error) (stop bool, err error) {
	text, before := s.rest(), s.audio
	var refused error // emit's
	err = c.list.guard(try.provider, func() error {
		return c.engines[try.provider].Speak(try.ctx, text, s.voice, func(chunk tts.Chunk) error {
			s.learn(chunk.Words)
			if len(chunk.PCM) == 0 {
				return nil
			}
			if try.begun {
				try.timer.Stop()
			} else if !r.began(try) {
				return engine.ErrSlow
			}
			chunk.Words, chunk.Engine = s.add(chunk.PCM), c.list.providers[try.provider].name()
			if refused = emit(chunk); refused != nil {
				return refused
			}
			// It may pause for longer if what is emitted lasts until another could go on.
			try.timer.Reset(max(c.list.budgets.Gap, time.Until(s.started.Add(s.audio))-handover))
			return nil
		})
	})
	try.timer.Stop()
	if try.given() {
		c.call.used(c.list, try.provider, parley.Usage{Audio: s.audio - before, Characters: utf8.RuneCountInString(text)})
	}
	switch {
	case refused != nil:
		return true, refused
	case r.ctx.Err() != nil:
		return true, r.ctx.Err()
	case err != nil:
		return false, err
	case !try.begun:
		return false, r.nothing(try)
	}
	if words := s.due(len(s.words)); len(words) > 0 {
		err = emit(tts.Chunk{Words: words})
	}
	return true, err
}

// probe has the provider say one word to its end.
func (s *Speaking) probe(ctx context.Context, provider int) error {
	heard := false
	err := s.engines[provider].Speak(ctx, "ok", tts.Voice{}, func(c tts.Chunk) error {
		heard = heard || len(c.PCM) > 0
		return nil
	})
	if err == nil && !heard {
		return errNothing
	}
	return err
}

// allMute reports whether no provider failed but for having nothing to say, which
// is what they are for text that their language has no sounds for.
func allMute(errs []error) bool {
	for _, err := range errs {
		if err != nil && !errors.Is(err, errNothing) {
			return false
		}
	}
	return true
}

// segment follows what has been emitted of one segment of speech, by whichever
// provider.
type segment struct {
	text    string
	voice   tts.Voice
	started time.Time     // the first audio
	audio   time.Duration // emitted

	// from is where in text the provider that speaks began, base the audio
	// emitted before.
	from int
	base time.Duration
	// words are those it has told, in terms of the whole segment; the first
	// passed of them have been emitted.
	words  []media.Word
	passed int
	// reached is the end of the last word emitted of any provider, told whether
	// any was.
	reached time.Duration
	told    bool
}

// rest is the text that the provider that speaks was given.
func (s *segment) rest() string { return s.text[s.from:] }

// learn takes words as the provider tells them.
func (s *segment) learn(words []media.Word) {
	if len(words) > 0 && len(s.words) == 0 && !s.told && s.base > 0 {
		// What the provider before said without telling its words counts as one.
		s.words = append(s.words, media.Word{TextEnd: s.from, End: s.base})
	}
	for _, w := range words {
		s.words = append(s.words, media.Word{TextEnd: w.TextEnd + s.from, End: max(w.End+s.base, s.reached)})
	}
}

// add counts audio that is to be emitted, and returns the words that go with it.
// Words are held back until they have begun, so that none is told that a provider
// that breaks does not say.
func (s *segment) add(pcm []int16) []media.Word {
	if s.started.IsZero() {
		s.started = time.Now()
	}
	s.audio += media.Duration(len(pcm))
	n := s.passed
	for n < len(s.words) && s.reached < s.audio {
		s.reached = s.words[n].End
		n++
	}
	return s.due(n)
}

// due are the words up to number n that have not been emitted.
func (s *segment) due(n int) []media.Word {
	words := s.words[s.passed:n:n]
	s.passed, s.told = n, s.told || n > 0
	return words
}

// slowest is the letters a second of a slow voice at rate 1: where a provider that
// breaks has told no words, that much counts as said. Brisk English has 12; a word
// repeated is better than one lost.
const slowest = 10

// resume starts on the rest of the text with another provider: after the last
// word that was said to its end or, if no words were told, at the word that a slow
// voice would have come to.
func (s *segment) resume() {
	from := s.from
	switch {
	case s.audio == s.base:
	case len(s.words) == 0:
		rate := s.voice.Rate
		if rate == 0 {
			rate = 1
		}
		from += wordStart(s.rest(), int(slowest*rate*(s.audio-s.base).Seconds()))
	default:
		for _, w := range s.words {
			if w.End <= s.audio {
				from = max(from, min(w.TextEnd, len(s.text)))
			}
		}
		from = len(s.text) - len(strings.TrimLeft(s.text[from:], " \t\n,.;:!?…)”’"))
	}
	s.from, s.base, s.words, s.passed = from, s.audio, nil, 0
}

// wordStart is the start of the word that character n of text is in, or of the
// last word if text has fewer.
func wordStart(text string, n int) int {
	start, inWord := 0, false
	for i, r := range text {
		if n < 0 {
			break
		}
		n--
		if unicode.IsSpace(r) {
			inWord = false
		} else if !inWord {
			start, inWord = i, true
		}
	}
	return start
}

// speakable reports whether text has anything that a voice says.
func speakable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
