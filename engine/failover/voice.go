package failover

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"parley"
	"parley/engine"
	"parley/tts"
)

// queued is how many chunks wait between a voice and who emits them; then the
// voice waits, which is how playout holds it back.
const queued = 4

// voice is one rung speaking, in a goroutine of its own.
type voice struct {
	first  tts.Chunk
	chunks chan tts.Chunk // closed at the end
	err    error          // of Speak; read it after chunks is closed
}

// part is the rest of a segment on its way from one rung to the caller.
type part struct {
	s    *Speaking
	ctx  context.Context //nolint:containedctx // the caller's
	who  *caller
	emit func(tts.Chunk) error

	spoken  spoken
	broken  []int // rungs that broke
	started time.Time
}

// speak has a rung speak what is left. broke is why it stopped in the middle,
// err why the segment is over.
func (p *part) speak() (broke, err error) {
	text, l := p.spoken.text[p.spoken.from:], p.s.list
	match := race[*voice]{
		list: l, who: p.who, ctx: p.ctx, skip: p.broken, lacks: p.lacks, retry: len(p.broken) > 0,
		ask:    func(a *attempt) (*voice, error) { return p.s.open(a, text, p.spoken.voice) },
		drop:   func(*voice) {}, // its context has ended
		charge: parley.Usage{Characters: utf8.RuneCountInString(text)},
	}
	won, err := match.run()
	if err != nil {
		if errors.Is(err, errNothing) && allMute(match.errs) {
			return nil, nil
		}
		return nil, err
	}
	defer won.cancel(nil)
	before := p.spoken.audio
	broke, err = p.pass(won)
	p.who.used(l, won.rung, parley.Usage{Audio: p.spoken.audio - before, Characters: utf8.RuneCountInString(text)})
	if broke != nil {
		p.broken = append(p.broken, won.rung)
		p.who.failed(won.rung, broke)
		l.fail(won.rung, broke)
	} else if err == nil {
		l.rungs[won.rung].pace.learn(text, p.spoken.audio-before, p.spoken.voice)
	}
	return broke, err
}

// lacks reports whether a rung does not know the language of the text.
func (p *part) lacks(rung int) bool { return !knows(p.s.engines[rung], p.spoken.voice.Language) }

// pass emits what a rung speaks.
func (p *part) pass(won result[*voice]) (broke, err error) {
	v := won.value
	if p.started.IsZero() {
		p.started = time.Now()
	}
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for c, open := v.first, true; ; {
		if !open {
			return p.end(v.err)
		}
		c = p.spoken.add(c)
		c.Engine = p.s.list.rungs[won.rung].name()
		if err := p.emit(c); err != nil {
			return nil, err
		}
		select {
		case c, open = <-v.chunks:
			continue
		default:
		}
		timer.Reset(p.patience())
		select {
		case c, open = <-v.chunks:
		case <-p.ctx.Done():
			return nil, p.ctx.Err()
		case <-timer.C:
			won.cancel(engine.ErrSlow)
			return fmt.Errorf("%w: %s paused in mid-speech", engine.ErrSlow, p.s.list.rungs[won.rung].name()), nil
		}
	}
}

// handover is how long another rung usually takes to go on.
const handover = 300 * time.Millisecond

// patience is how long the rung may pause: the budget, or longer if the audio
// emitted lasts until another could go on.
func (p *part) patience() time.Duration {
	return max(p.s.list.budgets.Gap, time.Until(p.started.Add(p.spoken.audio))-handover)
}

func (p *part) end(err error) (broke, over error) {
	if p.ctx.Err() != nil {
		return nil, p.ctx.Err()
	}
	if err != nil {
		return err, nil
	}
	if words := p.spoken.rest(); len(words) > 0 {
		return nil, p.emit(tts.Chunk{Words: words})
	}
	return nil, nil
}

// open has one rung speak and waits for its first audio.
func (s *Speaking) open(a *attempt, text string, how tts.Voice) (*voice, error) {
	v := &voice{chunks: make(chan tts.Chunk, queued)}
	if !s.list.start(func() {
		defer close(v.chunks)
		v.err = s.list.guard(a.rung, func() error {
			return s.engines[a.rung].Speak(a.ctx, text, how, func(c tts.Chunk) error {
				select {
				case v.chunks <- c:
					return nil
				case <-a.ctx.Done():
					return a.ctx.Err()
				}
			})
		})
	}) {
		return nil, ErrClosed
	}
	for c := range v.chunks {
		v.first.Words = append(v.first.Words, c.Words...)
		if len(c.PCM) > 0 {
			v.first.PCM = c.PCM
			return v, nil
		}
	}
	if v.err != nil {
		return nil, v.err
	}
	return nil, fmt.Errorf("%w: %s: %w", engine.ErrJunk, s.engines[a.rung].Name(), errNothing)
}

// allMute reports whether no rung failed but for having nothing to say, which
// is what they are for text that their language has no sounds for.
func allMute(errs []error) bool {
	for _, err := range errs {
		if err != nil && !errors.Is(err, errNothing) {
			return false
		}
	}
	return true
}
