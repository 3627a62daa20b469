package agent

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"parley"
	"parley/agent/turn"
	"parley/media/playout"
	"parley/scenarios"
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
	segments := append(cut.Write(s.first), cut.Flush())
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
	// spare is an excuse for when no voice works any more, bridge a filler.
	spare, bridge preparedLine
}

// preparedLine is a line that was synthesised beforehand; engine is whose voice it has.
type preparedLine struct {
	text, engine string
	pcm          []int16
}

// prepareAfter is when that is done: nothing of it is wanted before NodAfter.
const prepareAfter = 2 * time.Second

// prepareLines gets the scenario's nods, one of its excuses and one of its fillers
// ready, which the first call in their voice has synthesised. Of nods that fail, the
// character listens in silence.
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
		s.prepareLine(ctx, text, func(n preparedLine) { s.nods.ready = append(s.nods.ready, n) })
	}
	if len(s.excuses.all) > 0 {
		s.prepareLine(ctx, s.excuses.all[0], func(spare preparedLine) { s.nods.spare = spare })
	}
	if len(s.fillers.all) > 0 {
		s.prepareLine(ctx, s.fillers.next(), func(filler preparedLine) { s.nods.bridge = filler })
	}
	return nil
}

// prepareLine gets a line ready and keeps it. One that cannot be is left out.
func (s *Session) prepareLine(ctx context.Context, text string, keep func(preparedLine)) {
	said := s.norm.Normalise(text).Said
	if said == "" {
		return
	}
	c, err := s.cfg.Lines.line(ctx, s.cfg.TTS, s.character, said)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Warn("line not prepared", "err", err)
		}
		return
	}
	s.nods.mu.Lock()
	defer s.nods.mu.Unlock()
	keep(preparedLine{text, c.Engine, c.PCM})
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
func (n *nods) next(engine string) preparedLine {
	n.mu.Lock()
	defer n.mu.Unlock()
	for range n.ready {
		n.used++
		if k := n.ready[(n.used-1)%len(n.ready)]; k.engine == engine {
			return k
		}
	}
	return preparedLine{}
}

func (n *nods) filler(engine string) preparedLine {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.bridge.engine != engine {
		return preparedLine{}
	}
	return n.bridge
}

// sayBetween plays what was prepared for a Nod or a Bridge; if there is nothing, it has
// been said.
func (s *Session) sayBetween(ctx context.Context, f turn.Effect) {
	var (
		id   uint64
		line preparedLine
	)
	switch f := f.(type) {
	case turn.Nod:
		id, line = f.Reply, s.nods.next(s.voiceName())
	case turn.Bridge:
		id, line = f.Reply, s.nods.filler(s.voiceName())
	}
	if len(line.pcm) > 0 {
		s.playout.Begin(playout.Segment{Turn: id, Text: line.text})
		if err := s.playout.Write(ctx, id, line.pcm, nil); err == nil { // it has room: nothing else is queued
			s.playout.Finish(id)
			return
		}
	}
	s.backlog = append(s.backlog, turn.Finished{Reply: id})
}

// ErrNoHint is returned by Session.Hint when the scenario has no further hint for what
// can be done now.
var ErrNoHint = errors.New("no hint left")

// hints gives out a scenario's hints one by one, each of what is not done and can count.
type hints struct {
	scene scenarios.Scenario

	mu    sync.Mutex
	given []int
	met   []string // the checks that are met
}

func (h *hints) next() (parley.Hint, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	next, left := h.scene.NextHint(h.given, h.met)
	if next < 0 {
		return parley.Hint{}, ErrNoHint
	}
	h.given = append(h.given, next)
	hint := h.scene.Hints[next]
	return parley.Hint{Level: hint.Level, Text: hint.Text, Remaining: left}, nil
}

// judged takes the checks that a verdict found met.
func (h *hints) judged(v parley.Verdict) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.met = v.Checks
}

// lines gives out a scenario's lines in turn, forever.
type lines struct {
	all  []string
	used atomic.Uint64
}

// next returns "" if there are none.
func (l *lines) next() string {
	if len(l.all) == 0 {
		return ""
	}
	return l.all[(l.used.Add(1)-1)%uint64(len(l.all))]
}
