package agent

import (
	"context"
	"sync"
	"time"

	"parley/media/playout"
	"parley/tts"
)

// opening is the first segment of the opening line, synthesised while the room
// is still being joined: what is left of the wait for the first sound is the
// user's own connection.
type opening struct {
	said   string
	cancel context.CancelFunc
	chunks chan tts.Chunk
	err    error // once chunks is closed
}

// openingChunks bounds what is kept of it before somebody listens; then the
// engine waits.
const openingChunks = 256

// Prepare begins to synthesise the opening line and returns at once. Call it
// once, before Run, as soon as it is known that there will be a call; without it
// the line is synthesised in Run. It ends with ctx, of which Run is independent.
func (s *Session) Prepare(ctx context.Context) {
	if s.cfg.TTS == nil {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	cut := s.segmenter()
	segments := append(cut.Write(s.cfg.Scenario.Opening), cut.Flush())
	o := &opening{
		said: s.norm.Normalise(segments[0]).Said, cancel: cancel, chunks: make(chan tts.Chunk, openingChunks),
	}
	if o.said == "" {
		cancel()
		return
	}
	s.opening.Store(o)
	go func() {
		defer cancel()
		defer close(o.chunks)
		o.err = s.guarded(func() error {
			return s.cfg.TTS.Speak(ctx, o.said, s.character, func(c tts.Chunk) error {
				select {
				case o.chunks <- c:
					return nil
				case <-ctx.Done():
					return context.Cause(ctx)
				}
			})
		})()
	}()
}

// synthesise speaks text, from what was prepared if that is it: then the time it
// took says nothing of the engine.
func (s *Session) synthesise(ctx context.Context, text string, emit func(tts.Chunk) error) (prepared bool, err error) {
	o := s.opening.Swap(nil)
	if o == nil || o.said != text {
		return false, s.cfg.TTS.Speak(ctx, text, s.character, emit)
	}
	defer func() { // as with an engine that is asked directly, nothing goes on after
		o.cancel()
		for range o.chunks { //nolint:revive // waits for the close
		}
	}()
	for {
		select {
		case c, more := <-o.chunks:
			if !more {
				return true, o.err
			}
			if err := emit(c); err != nil {
				return true, err
			}
		case <-ctx.Done():
			return true, context.Cause(ctx)
		}
	}
}

// nods are the character's "mm-hm": there when the call begins to need them, so
// that they come in the instant they are wanted, and no part of the history.
type nods struct {
	mu    sync.Mutex
	ready []preparedLine
	used  int
	// spare is an excuse for when no voice works any more.
	spare preparedLine
}

// preparedLine is a line that was synthesised beforehand; engine is whose voice it has.
type preparedLine struct {
	text, engine string
	pcm          []int16
}

// prepareAfter is when that is done: nothing of it is wanted before NodAfter.
const prepareAfter = 2 * time.Second

// prepareLines gets the scenario's nods and one of its excuses ready, which the first
// call in their voice has synthesised. Of nods that fail, the character listens in
// silence.
func (s *Session) prepareLines(ctx context.Context) error {
	if s.cfg.TTS == nil {
		return nil
	}
	select { // the opening line comes first
	case <-time.After(prepareAfter):
	case <-ctx.Done():
		return nil
	}
	for _, text := range s.cfg.Scenario.Nods {
		if n, ok := s.prepareLine(ctx, text); ok {
			s.nods.mu.Lock()
			s.nods.ready = append(s.nods.ready, n)
			s.nods.mu.Unlock()
		}
	}
	if len(s.excuses.all) > 0 {
		if spare, ok := s.prepareLine(ctx, s.excuses.all[0]); ok {
			s.nods.mu.Lock()
			s.nods.spare = spare
			s.nods.mu.Unlock()
		}
	}
	return nil
}

// prepareLine gets a line ready, and reports false if it cannot or the call is over.
func (s *Session) prepareLine(ctx context.Context, text string) (preparedLine, bool) {
	said := s.norm.Normalise(text).Said
	if said == "" {
		return preparedLine{}, false
	}
	c, err := s.cfg.Lines.line(ctx, s.cfg.TTS, s.character, said)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Warn("line not prepared", "err", err)
		}
		return preparedLine{}, false
	}
	return preparedLine{text, c.Engine, c.PCM}, true
}

// sayExcuse says the excuse that was kept into a reply whose voice has failed.
// The reply goes on as text.
func (s *Session) sayExcuse(ctx context.Context, id uint64, index int) {
	s.nods.mu.Lock()
	spare := s.nods.spare
	s.nods.mu.Unlock()
	if len(spare.pcm) == 0 {
		return
	}
	s.playout.Begin(playout.Segment{Turn: id, Index: index, Text: spare.text})
	_ = s.playout.Write(ctx, id, spare.pcm, nil) // fails only if the reply was cut
}

// next gives the nods out in turn, of those in the voice of engine: a listener
// has the voice of who speaks.
func (n *nods) next(engine string) (preparedLine, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for range n.ready {
		n.used++
		if k := n.ready[(n.used-1)%len(n.ready)]; k.engine == engine {
			return k, true
		}
	}
	return preparedLine{}, false
}

// nod plays one as the turn id and reports whether there was one.
func (s *Session) nod(ctx context.Context, id uint64) bool {
	n, ok := s.nods.next(s.cfg.TTS.Name())
	if !ok {
		return false
	}
	s.playout.Begin(playout.Segment{Turn: id, Text: n.text})
	if err := s.playout.Write(ctx, id, n.pcm, nil); err != nil { // it has room: nothing else is queued
		return false
	}
	s.playout.Finish(id)
	return true
}
