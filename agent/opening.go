package agent

import (
	"context"

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
